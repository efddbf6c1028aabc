import type { CatalogueTool } from '../../../core/ports/catalogue.ts';
import type { Style } from '../../draw/theme.ts';

/** Something about a tool that one should know before it is called. */
export interface ToolMark {
  text: string;
  /** As a sentence. */
  says: string;
  style: Style;
}

/** What simse knows of a tool, then what its server claims of it. A tool writes by default, so that is not said. */
export function toolMarks({ change, annotations = {} }: CatalogueTool): ToolMark[] {
  const claims = (hint: string) => annotations[hint] === true;
  const marks: (ToolMark | false)[] = [
    change !== undefined && {
      text: change.kind,
      says: `${change.kind === 'new' ? 'It was not there' : 'It was another'} when you approved of the tools; it is asked about before it is used.`,
      style: 'warning',
    },
    claims('destructiveHint') && {
      text: 'destructive',
      says: 'Its server says that it may destroy something.',
      style: 'bad',
    },
    claims('readOnlyHint') && {
      text: 'read-only',
      says: 'Its server says that it only reads.',
      style: 'good',
    },
  ];
  return marks.filter((mark) => mark !== false);
}
