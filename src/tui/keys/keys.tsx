import { Box } from 'ink';
import { Fit, TextRow, useScreen } from '../draw/rows.tsx';
import { ruleRow } from '../draw/rule-row.ts';
import { span } from '../draw/span.ts';
import { hintsRow, keyHint, keysHint } from './hints-row.ts';
import { keyColumns } from './key-columns.ts';
import { useKeys } from './keys-context.ts';

/** The title, and the hints. */
const FRAME_ROWS = 2;

/** What the keys do, of which `scroll` rows are out of sight above. */
export function Keys({ scroll }: { scroll: number }) {
  const { columns } = useScreen();
  const keymap = useKeys();
  const sides = keyColumns(keymap, columns);
  const count = Math.max(...sides.map(({ length }) => length));
  return (
    <Fit height={count + FRAME_ROWS}>
      {(height) => {
        const room = Math.max(1, height - FRAME_ROWS);
        const from = Math.max(0, Math.min(scroll, count - room));
        const below = Math.max(0, count - from - room);
        const scrolls = below > 0 ? `to scroll (${below} more)` : 'to scroll';
        const place = count <= room ? [] : keysHint(keymap, ['up', 'down'], scrolls);
        const hints = [...place, ...keyHint(keymap, 'escape', 'to close')];
        const note = 'config.json, ui.keys changes them';
        return (
          <>
            <TextRow spans={ruleRow(columns, 'accent', [span('keys', 'strong')], note)} />
            <Box flexShrink={0}>
              {sides.map((rows, side) => (
                <Box key={side} flexDirection="column" width={Math.floor(columns / sides.length)}>
                  {rows.slice(from, from + room).map((row, index) => (
                    <TextRow key={index} spans={row} />
                  ))}
                </Box>
              ))}
            </Box>
            <TextRow spans={hintsRow(hints, columns)} />
          </>
        );
      }}
    </Fit>
  );
}
