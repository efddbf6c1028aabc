import { cleanLine } from '../../core/text/clean-text.ts';
import type { ToolCallOptions } from '../../core/ports/catalogue.ts';
import type { AppContext } from '../../session/app-context.ts';

type Progress = Parameters<NonNullable<ToolCallOptions['onProgress']>>[0];

const ERASE_LINE = '\r\u001b[K';
const MAX_CHARS = 76;

export interface ProgressLine extends Disposable {
  show(progress: Progress): void;
}

/** How far a call is, on one line of the terminal that stderr is, which is gone when the call has ended. Else nothing. */
export function showProgress({ stderr }: AppContext, isAsking: () => boolean): ProgressLine {
  let isShown = false;
  const erase = (): void => {
    if (isShown) stderr.write(ERASE_LINE);
    isShown = false;
  };
  return {
    show(progress) {
      if (stderr.isTTY !== true || isAsking()) return;
      stderr.write(`${ERASE_LINE}${describe(progress).slice(0, MAX_CHARS)}`);
      isShown = true;
    },
    [Symbol.dispose]: erase,
  };
}

function describe({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? amount : `${amount}: ${cleanLine(message)}`;
}
