import { render } from 'ink';
import { onAbort } from '../../core/abort.ts';
import type { UiSettings } from '../../core/ports/ui-settings.ts';
import { createPaint } from '../draw/paint.ts';
import { ScreenContext } from '../draw/rows.tsx';
import { chooseTheme } from '../draw/theme-choice.ts';
import { createKeymap } from '../keys/create-keymap.ts';
import { KeysContext } from '../keys/keys-context.ts';
import { isFromKeyboard } from '../terminal/input/input-event.ts';
import { readInput } from '../terminal/input/read-input.ts';
import { type ReplTerminal, sizeOf } from '../terminal/terminal.ts';
import { enterTerminalModes, restoreTerminal } from '../terminal/terminal-modes.ts';
import { Picker } from './picker.tsx';
import { NEW_PICKER, type PickerItem, updatePicker } from './picker-state.ts';

export interface PickOptions {
  title: string;
  items: readonly PickerItem[];
  terminal: Pick<ReplTerminal, 'stdin' | 'stdout' | 'looks' | 'onEnd'>;
  /** The user's own keys, as config.json has them. */
  keys: UiSettings['keys'];
  /** Aborted when the process has to end: then nothing is picked. */
  signal: AbortSignal;
}

/** Lets the user pick one of some items; null when they leave. The list is gone from the screen after it. */
export async function pickItem({
  title,
  items,
  terminal,
  keys,
  signal,
}: PickOptions): Promise<string | null> {
  const { stdin, stdout, looks } = terminal;
  const paint = createPaint(chooseTheme('auto', looks));
  const { keymap } = createKeymap(keys);
  let state = NEW_PICKER;
  const view = () => {
    const { columns, rows } = sizeOf(stdout);
    return (
      <ScreenContext value={{ paint, columns: columns - 1, height: rows - 1 }}>
        <KeysContext value={keymap}>
          <Picker title={title} items={items} state={state} />
        </KeysContext>
      </ScreenContext>
    );
  };

  enterTerminalModes(stdin, stdout);
  const stopWatching = terminal.onEnd?.(() => restoreTerminal(stdin, stdout));
  const ink = render(view(), {
    stdout: stdout as NodeJS.WriteStream,
    stdin: stdin as NodeJS.ReadStream,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const draw = () => ink.rerender(view());
  let settle: (picked: string | null) => void = () => {};
  const settled = new Promise<string | null>((resolve) => {
    settle = resolve;
  });
  const leave = () => settle(null);
  const stopReading = readInput(stdin, (events) => {
    for (const event of events.filter(isFromKeyboard)) state = updatePicker(state, event, items, keymap);
    if (state.picked === undefined) draw();
    else settle(state.picked);
  });
  stdout.on('resize', draw);
  stdin.once('end', leave);
  const stopListening = onAbort(signal, leave);
  try {
    return await settled;
  } finally {
    stopReading();
    stdout.off('resize', draw);
    stdin.off('end', leave);
    stopListening();
    ink.clear();
    ink.unmount();
    restoreTerminal(stdin, stdout);
    stopWatching?.();
  }
}
