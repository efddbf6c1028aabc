import { Box } from 'ink';
import { memo } from 'react';
import { runsOf, widthOf } from '../draw/graphemes.ts';
import { Fit, OneRow, Spans, TextRow, useScreen } from '../draw/rows.tsx';
import { listWindow } from '../draw/scrolled-rows.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import type { Completion } from './completion/completion.ts';

const MAX_ROWS = 7;
/** Labels are as wide as the longest, but leave this share of the row to what is said of them. */
const DESCRIPTION_SHARE = 0.4;
const READING = `reading the names of files${GLYPHS.more}`;

interface CompletionsProps {
  completions: readonly Completion[];
  selected: number;
  /** The names of files are still being read. */
  isReading: boolean;
}

/** What the draft may become. */
export function Completions({ completions, selected, isReading }: CompletionsProps) {
  const { columns } = useScreen();
  const last = completions.length - 1;
  if (last < 0) return isReading ? <TextRow spans={[span(`  ${READING}`, 'dim')]} /> : null;
  const chosen = completions[Math.min(selected, last)];
  const longest = Math.max(...completions.map(({ label }) => widthOf(label)));
  const width = Math.min(longest, Math.floor(columns * (1 - DESCRIPTION_SHARE)));
  return (
    <Fit height={Math.min(completions.length, MAX_ROWS)}>
      {(height) => {
        const { shown, left } = listWindow(completions, Math.min(selected, last), height);
        return (
          <>
            {shown.map((completion, index) => (
              <Offer key={index} completion={completion} isChosen={completion === chosen} width={width} />
            ))}
            {left > 0 && <TextRow spans={[span(`  ${GLYPHS.more} ${left} more`, 'dim')]} />}
          </>
        );
      }}
    </Fit>
  );
}

interface OfferProps {
  completion: Completion;
  isChosen: boolean;
  /** Of the label, where something is said of it. */
  width: number;
}

/** Of a label whose characters fit what was typed, the end tells most. */
const Offer = memo(({ completion, isChosen, width }: OfferProps) => {
  const { description, positions } = completion;
  const label = <Spans spans={labelSpans(completion, isChosen)} cut={positions ? 'start' : 'end'} />;
  return (
    <OneRow>
      <Box flexShrink={0}>
        <Spans spans={[span(isChosen ? `${GLYPHS.prompt} ` : '  ', 'accent')]} />
      </Box>
      {description === '' ? (
        label
      ) : (
        <>
          <Box width={width} flexShrink={0}>
            {label}
          </Box>
          <Spans spans={[span(`  ${description}`, 'dim')]} />
        </>
      )}
    </OneRow>
  );
});

/** The characters that fit what was typed are marked. */
function labelSpans({ label, positions }: Completion, isChosen: boolean): Row {
  const styles: Style[] = isChosen ? ['strong', 'accent'] : [];
  if (positions === undefined) return [span(label, ...styles)];
  const fitting = new Set(positions);
  return runsOf(label, (index) => fitting.has(index)).map(({ text, isIn }) =>
    isIn ? span(text, ...styles, isChosen ? 'underline' : 'accent') : span(text, ...styles),
  );
}
