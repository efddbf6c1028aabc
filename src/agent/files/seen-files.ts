import { SimseError } from '../../core/errors.ts';
import { textHash } from './change-log.ts';

/** What a model has seen of files, so that it overwrites nothing that it does not know. Paths are resolved ones. */
export interface SeenFiles {
  /** It has read the whole file, or written it so. */
  note(path: string, text: string): void;
  /** Whether the file is another than when the model saw it last; false for one that it never saw. */
  hasChanged(path: string, text: string): boolean;
  /** Throws SimseError('usage') unless the model has seen the file as it is now, from beginning to end. */
  requireSeen(path: string, text: string, shown: string): void;
}

export function createSeenFiles(): SeenFiles {
  const seen = new Map<string, string>();
  const hasChanged = (path: string, text: string): boolean => {
    const known = seen.get(path);
    return known !== undefined && known !== textHash(text);
  };
  return {
    note: (path, text) => void seen.set(path, textHash(text)),
    hasChanged,
    requireSeen(path, text, shown) {
      if (hasChanged(path, text)) {
        throw new SimseError(
          'usage',
          `${shown} has changed since you read it. Read it again before you write it.`,
        );
      }
      if (!seen.has(path) && text !== '') {
        throw new SimseError(
          'usage',
          `${shown} is there already. Read all of it before you replace it, or use edit_file.`,
        );
      }
    },
  };
}
