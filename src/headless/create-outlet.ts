import type { Writable } from 'node:stream';

export interface Outlet {
  /** Writes with whatever else comes until simse has nothing else to do. */
  write(text: string): void;
  flush(): void;
}

/** Joins texts that come in quick succession, since every write of its own is a call into the system. */
export function createOutlet(stream: Writable): Outlet {
  let pending = '';
  let timer: NodeJS.Immediate | null = null;

  const flush = (): void => {
    if (timer !== null) clearImmediate(timer);
    timer = null;
    if (pending !== '' && stream.writable) stream.write(pending);
    pending = '';
  };

  return {
    flush,
    write(text) {
      if (text === '') return;
      pending += text;
      timer ??= setImmediate(flush);
    },
  };
}
