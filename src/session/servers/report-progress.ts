import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { throttle } from '../../core/throttle.ts';
import type { ToolProgress } from '../../core/tool-call.ts';

const INTERVAL_MS = 250;
const MAX_MESSAGE_CHARS = 500;
const MAX_ARGS_CHARS = 2000;

/**
 * The catalogue, with events that tell which of its calls run, and how far they are: the first and the last of every
 * call, and of those between as many as somebody can read. Who calls still hears of all.
 */
export function reportProgress(catalogue: ToolCatalogue, emit: EmitEvent): ToolCatalogue {
  let runs = 0;
  return {
    ready: () => catalogue.ready(),
    list: () => catalogue.list(),
    find: (name) => catalogue.find(name),
    onChange: (listener) => catalogue.onChange(listener),
    async call(tool, args, options = {}) {
      const { toolCallId, onProgress } = options;
      runs += 1;
      const run = { tool, run: runs, ...(toolCallId === undefined ? {} : { toolCallId }) };
      emit({ type: 'tool_started', ...run, args: JSON.stringify(args).slice(0, MAX_ARGS_CHARS) });
      const report = createReport((progress) =>
        emit({ type: 'tool_progress', ...run, ...shorten(progress) }),
      );
      try {
        return await catalogue.call(tool, args, {
          ...options,
          onProgress(progress) {
            report.push(progress);
            onProgress?.(progress);
          },
        });
      } finally {
        report.end();
      }
    },
  };
}

/** Passes on what is pushed, the newest at most once in INTERVAL_MS; at the end the last, if it has not been passed on. */
function createReport(pass: (progress: ToolProgress) => void) {
  let newest: ToolProgress | null = null;
  const passNewest = (): void => {
    if (newest !== null) pass(newest);
    newest = null;
  };
  const limit = throttle(passNewest, INTERVAL_MS);
  return {
    push(progress: ToolProgress): void {
      newest = progress;
      limit.request();
    },
    end(): void {
      limit.cancel();
      passNewest();
    },
  };
}

function shorten({ message, ...progress }: ToolProgress): ToolProgress {
  return message === undefined ? progress : { ...progress, message: message.slice(0, MAX_MESSAGE_CHARS) };
}
