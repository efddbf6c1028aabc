import { SimseError } from '../../core/errors.ts';
import type { LineRange } from '../../core/text/file-mention.ts';
import { textHash } from './change-log.ts';

/** What a model has seen of files, so that it overwrites nothing that it does not know. Paths are resolved ones. */
export interface SeenFiles {
  /** It was shown these lines of a file that holds this text, or has written all of it. */
  note(path: string, text: string, lines?: LineRange): void;
  /** It has changed a part of the file: who knew all of it knows all of it still. */
  noteEdit(path: string, before: string, after: string): void;
  /** Every file of which it has seen or changed anything. */
  paths(): string[];
  /** Whether the file is another than when the model saw it last; false for one that it never saw. */
  hasChanged(path: string, text: string): boolean;
  /** Throws SimseError('usage') unless the model has seen the file as it is now, from beginning to end. */
  requireSeen(path: string, text: string, shown: string): void;
}

/** `spans` are those of the text with this hash. */
interface Sight {
  hash: string;
  spans: readonly LineRange[];
}

const ALL: LineRange = { from: 1, to: Infinity };

export function createSeenFiles(): SeenFiles {
  const sights = new Map<string, Sight>();
  const spansOf = (path: string, hash: string): readonly LineRange[] => {
    const sight = sights.get(path);
    return sight?.hash === hash ? sight.spans : [];
  };
  const hasChanged = (path: string, text: string): boolean => {
    const sight = sights.get(path);
    return sight !== undefined && sight.hash !== textHash(text);
  };
  return {
    note(path, text, lines = ALL) {
      const hash = textHash(text);
      sights.set(path, { hash, spans: [...spansOf(path, hash), lines] });
    },
    noteEdit(path, before, after) {
      const knew = coversAll(spansOf(path, textHash(before)), before);
      sights.set(path, { hash: textHash(after), spans: knew ? [ALL] : [] });
    },
    paths: () => [...sights.keys()],
    hasChanged,
    requireSeen(path, text, shown) {
      if (hasChanged(path, text)) {
        throw new SimseError(
          'usage',
          `${shown} has changed since you read it. Read it again before you write it.`,
        );
      }
      if (!coversAll(spansOf(path, textHash(text)), text)) {
        throw new SimseError(
          'usage',
          `${shown} already exists. Read all of it before you replace it, or use edit_file.`,
        );
      }
    },
  };
}

function coversAll(spans: readonly LineRange[], text: string): boolean {
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  let known = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from))
    if (from <= known + 1) known = Math.max(known, to);
  return text === '' || known >= count;
}
