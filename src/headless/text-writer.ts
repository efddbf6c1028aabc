import { createTextCleaner } from '../core/text/clean-text.ts';
import { blockToText } from '../core/content.ts';
import type { RunWriter } from './output-format.ts';

/** The answer as it comes, cleaned, and nothing else; a line break at the end if there was none. */
export function createTextWriter(): RunWriter {
  const cleaner = createTextCleaner();
  let last = '';
  let interrupted = false;
  const write = (text: string): string => {
    if (text !== '') last = text;
    return text;
  };
  const lineEnd = () => (last === '' || last.endsWith('\n') ? '' : '\n');
  return {
    event(event) {
      if (event.type === 'tool_call') interrupted = last !== '';
      if (event.type !== 'message_chunk' || event.role !== 'agent') return '';
      // What the agent says after using a tool is a message of its own.
      const gap = interrupted ? write(cleaner.end()) + write(`${lineEnd()}\n`) : '';
      interrupted = false;
      return gap + write(cleaner.push(blockToText(event.content)));
    },
    end: () => write(cleaner.end()) + write(lineEnd()),
  };
}
