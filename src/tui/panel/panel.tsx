import { Box } from 'ink';
import { Rows, TextRow, useScreen } from '../draw/rows.tsx';
import { ruleRow } from '../draw/rule-row.ts';
import { span } from '../draw/span.ts';
import { useKeys } from '../keys/keys-context.ts';
import { topPage } from './open-page.ts';
import { bodyHeight, textInSight, wordRows } from './panel-body.ts';
import { hintRow } from './panel-hints.ts';
import { PanelList } from './panel-list.tsx';
import type { PanelSources } from './panel-page.ts';
import type { PanelState } from './panel-state.ts';

interface PanelProps {
  panel: PanelState;
  sources: PanelSources;
}

/** What is looked at and worked with in place of the draft. */
export function Panel({ panel, sources }: PanelProps) {
  const { columns, height } = useScreen();
  const keymap = useKeys();
  const open = topPage(panel, sources);
  const { page, view } = open;
  const size = { columns, rows: height + 1 };
  const room = bodyHeight(panel, open, size);
  const text = page.kind === 'text' ? textInSight(page, view.scroll, columns, room) : null;
  const note = view.filter === '' ? page.note : `filter: ${view.filter}`;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <TextRow spans={ruleRow(columns, 'accent', [span(page.title, 'strong')], note)} />
      {text === null ? <PanelList open={open} height={room} /> : <Rows rows={text.rows} />}
      <Rows rows={wordRows(panel, open, size)} />
      <TextRow spans={hintRow(panel, open, { text, keymap, columns })} />
    </Box>
  );
}
