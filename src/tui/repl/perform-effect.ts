import type { NextSession } from '../../core/ports/earlier-sessions.ts';
import type { Session } from '../../core/ports/session.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { echo, errorLines } from '../draw/answer-lines.ts';
import { type Line, line, textLines } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { elicitationLines } from '../form/elicitation-lines.ts';
import { CHANGES_ID, pageIds } from '../pager/pager-page.ts';
import type { ServerAction } from '../panel/panel-page.ts';
import {
  actOnPrompt,
  editDraft,
  loadHistory,
  type PromptWorld,
  performSource,
} from '../prompt/perform-prompt.ts';
import { questionLines } from '../question/question-lines.ts';
import type { Effect } from './ui-state.ts';

/** Which panel, and on which of its items it opens or what it is filtered by. */
export type PanelToOpen = Omit<Extract<CommandResult, { kind: 'panel' }>, 'kind' | 'text'>;

/** What effects act on. */
export interface World extends PromptWorld {
  session: Session;
  /** Says what came of something, where the user did it. */
  tell(lines: readonly Line[]): void;
  /** Not there where nothing is redrawn: then a panel is its text. */
  openPanel?(panel: PanelToOpen): void;
  /** What an open panel shows may have changed. */
  refreshPanel?(): void;
  closePanel?(): void;
  /** Shows the whole of what is folded, from the page of this id on or the last one. Not there where nothing is redrawn. */
  showPager?(page?: string): void;
  /** Prints the last of the entries that were left out when the session was taken up again. */
  printEarlier(most: number): void;
  /** Keeps a prompt for later sessions. */
  remember(text: string): void;
  redraw(): void;
  clear(): void;
  /** Opens a page in the user's browser. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
  suspend(): void;
  /** For good, or for another session. */
  leave(next?: NextSession): void;
}

/** Does what a key asked for. Never throws; what fails later is printed. */
export function performEffect(effect: Effect, world: World): void {
  const { session } = world;
  switch (effect.type) {
    case 'prompt':
      return sendPrompt(effect, world);
    case 'command':
      return effect.told === true ? tellCommand(effect.line, world) : runCommand(effect.line, world);
    case 'remember':
      return world.remember(effect.text);
    case 'cancel':
      return session.cancel();
    case 'end-backend':
      return session.endBackend();
    case 'answer':
      return session.answer(effect.questionId, effect.answer);
    case 'set-mode':
      return session.setMode(effect.mode);
    case 'remove-queued':
      return session.removeQueued(effect.promptId);
    case 'show-asked':
      return showAsked(world);
    case 'answer-elicitation':
      return session.answerElicitation(effect.elicitationId, effect.answer);
    case 'open-url':
      return openPage(effect.url, world);
    case 'server':
      return actOnServer(effect, world);
    case 'act':
      return act(effect, world);
    case 'load-history':
      return loadHistory(world);
    case 'edit-draft':
      return editDraft(effect.text, world);
    case 'show-changes':
      return world.showPager?.(CHANGES_ID);
    case 'show-output':
      return showOutput(world);
    case 'redraw':
      return world.redraw();
    case 'suspend':
      return world.suspend();
    case 'shell':
    case 'interrupt-shell':
    case 'give-output':
    case 'note':
    case 'attach-image':
    case 'paste-clipboard':
    case 'resume-queue':
      return performSource(effect, world);
    case 'leave':
      return world.leave(effect.next);
  }
}

function act({ act: does, closes }: Extract<Effect, { type: 'act' }>, world: World): void {
  does(world.session)
    .then(
      (said) => {
        if (closes === true) world.closePanel?.();
        world.tell(textLines(cleanText(said)));
      },
      (thrown: unknown) => world.tell(errorLines(thrown)),
    )
    .finally(() => world.refreshPanel?.());
}

function tellCommand(typed: string, world: World): void {
  world.session.runCommand(typed).then(
    (result) =>
      result.kind === 'handled'
        ? world.tell(textLines(cleanText(result.text ?? '')))
        : showResult(typed, result, world),
    (thrown: unknown) => world.tell(errorLines(thrown)),
  );
}

function actOnServer(
  { action, server }: Extract<Effect, { type: 'server' }>,
  { session, tell }: World,
): void {
  const { mcp } = session;
  const actions: Record<ServerAction, () => Promise<string>> = {
    restart: () => mcp.restart(server),
    enable: () => mcp.setEnabled(server, true),
    disable: () => mcp.setEnabled(server, false),
    logIn: () => mcp.logIn(server),
    logOut: () => mcp.logOut(server),
  };
  void actions[action]().then((said) => tell(textLines(cleanText(said))));
}

function openPage(url: string, { openUrl, print }: World): void {
  openUrl(url).catch((thrown: unknown) => print(errorLines(thrown)));
}

/** How the turn ends comes as an event; only what kept it from being one is printed here. */
function sendPrompt(
  { blocks, steer }: Pick<Extract<Effect, { type: 'prompt' }>, 'blocks' | 'steer'>,
  { session, print }: World,
): void {
  const sent = session.prompt([...blocks], steer === undefined ? {} : { steer });
  sent.catch((thrown: unknown) => print(errorLines(thrown)));
}

export function sendText(text: string, world: World): void {
  sendPrompt({ blocks: [{ type: 'text', text }] }, world);
}

function runCommand(typed: string, world: World): void {
  world.session.runCommand(typed).then(
    (result) => showResult(typed, result, world),
    (thrown: unknown) => world.print([echo(typed), ...errorLines(thrown)]),
  );
}

function showResult(typed: string, result: CommandResult, world: World): void {
  switch (result.kind) {
    case 'panel':
      if (world.openPanel !== undefined) return world.openPanel(result);
      return printText(typed, result.text(), world);
    case 'handled':
      return world.print([echo(typed), ...textLines(cleanText(result.text ?? ''))]);
    case 'prompt':
      return sendText(result.text, world);
    case 'clear':
      return world.clear();
    case 'history':
      return world.printEarlier(result.most);
    case 'prompt-action':
      return actOnPrompt(typed, result, world);
    case 'exit':
      return world.leave();
    case 'open':
      return world.leave(result.next);
  }
}

function printText(typed: string, text: Promise<string>, world: World): void {
  text.then(
    (said) => world.print([echo(typed), ...textLines(cleanText(said))]),
    (thrown: unknown) => world.print([echo(typed), ...errorLines(thrown)]),
  );
}

/** All of what is asked just now; in the scrollback where there is no other screen for it. */
function showAsked({ session, print, showPager }: World): void {
  if (showPager !== undefined) return showPager();
  const { questions, elicitations } = session.getState();
  const [question] = questions;
  const [elicitation] = elicitations;
  if (question !== undefined) print([line(span(question.title, 'strong')), ...questionLines(question)]);
  else if (elicitation !== undefined) print(elicitationLines(elicitation.request));
}

function showOutput({ session, print, showPager }: World): void {
  if (pageIds(session.getState()).length > 0) return showPager?.();
  print([line(span('No tool has run yet.', 'dim'))]);
}
