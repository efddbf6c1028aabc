const FLUSH_MS = 50;
/** What is shown of one flush: a command that writes faster than anybody reads must not drown everything else. */
const FLUSH_CHARS = 32 * 1024;

export interface LiveText {
  add(text: string): void;
  /** Hands over what is left. */
  end(): void;
}

/** Collects text and hands it on at most every FLUSH_MS, the end of it where it is too much. */
export function createLiveText(show: (text: string) => void): LiveText {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending !== '') show(pending);
    pending = '';
  };

  return {
    add(text) {
      pending = (pending + text).slice(-FLUSH_CHARS);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    end: flush,
  };
}
