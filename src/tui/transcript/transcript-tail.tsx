import { Box } from 'ink';
import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from '../keys/keys-context.ts';
import type { TranscriptItem } from './block.ts';
import { tailRows } from './tail-rows.ts';

interface TranscriptTailProps {
  /** What of the transcript may still change. */
  live: readonly TranscriptItem[];
  /** Epoch milliseconds. */
  now: number;
  /** The tool calls that wait for an answer; the first is just now. */
  asked: readonly string[];
}

/** It gives way before all else does. */
const SHRINKS_FIRST = 1_000_000;

/** The end of what still changes, as much of it as there is room for. */
export function TranscriptTail({ live, now, asked }: TranscriptTailProps) {
  const { columns, height } = useScreen();
  const rows = tailRows(live, { columns, height, now, asked, keymap: useKeys() });
  return (
    <Box flexDirection="column" flexShrink={SHRINKS_FIRST} justifyContent="flex-end" overflowY="hidden">
      <Rows rows={rows} />
    </Box>
  );
}
