import type { BackendChoice } from '../../../core/ports/session.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { revealLine } from '../../../core/text/reveal-text.ts';
import { span } from '../../draw/span.ts';
import { GLYPHS } from '../../draw/theme.ts';
import { factRows } from '../detail-rows.ts';
import { emptyText, type Source, valueOf } from '../panel-feed.ts';
import {
  acting,
  type ListPage,
  type PanelItem,
  type PanelKey,
  type PanelSources,
  type TextPage,
} from '../panel-page.ts';

const BACKENDS: Source<readonly BackendChoice[]> = {
  key: 'backends',
  load: ({ backends }) => backends.list(),
};

/** `/agent`: the agents that the session can switch to. */
export function backendsPanel({ session: { backend }, loads }: PanelSources): ListPage {
  const loaded = loads.of(BACKENDS);
  const choices = valueOf(loaded) ?? [];
  return {
    kind: 'list',
    title: 'Agents',
    note: choices.length === 0 ? '' : countOf(choices.length, 'agent'),
    needs: [BACKENDS],
    items: choices.map((choice) => backendItem(choice, backend)),
    marked: backend,
    empty: emptyText(loaded, 'No agents are configured.'),
    open(name) {
      const choice = choices.find((candidate) => candidate.name === name);
      return choice === undefined ? null : backendPage(choice, backend);
    },
  };
}

function backendItem(choice: BackendChoice, current: string): PanelItem {
  const { name, command, source, problem } = choice;
  const isNow = name === current;
  return {
    id: name,
    cells: [
      isNow ? span(`${GLYPHS.done} ${name}`, 'good') : span(`  ${name}`),
      problem === undefined ? span(source, 'dim') : span(problem, 'warning'),
      span(revealLine(command), 'dim'),
    ],
    keys: isNow ? [] : [goOnKey(choice)],
  };
}

function backendPage(choice: BackendChoice, current: string): TextPage {
  const { name, command, source, problem = '' } = choice;
  const isNow = name === current;
  return {
    kind: 'text',
    title: isNow ? `${name} · answers now` : name,
    note: source,
    keys: isNow ? [] : [goOnKey(choice)],
    rows: (columns) =>
      factRows(
        [
          { name: 'problem', value: problem, style: 'warning' },
          { name: 'runs', value: revealLine(command) },
          { name: 'from', value: source },
        ],
        columns,
      ),
  };
}

/** What is known to be wrong is no reason not to try: the user may have mended it. */
function goOnKey({ name }: BackendChoice): PanelKey {
  const does = acting(
    async (session) => {
      await session.switchBackend(name);
      return `Switched to ${name}; it has the conversation so far.`;
    },
    { message: `Starting ${name}…`, closes: true },
  );
  return { actions: ['panel.take', 'server.go-on'], label: 'switch to it', does };
}
