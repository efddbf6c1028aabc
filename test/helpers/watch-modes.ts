import type xterm from '@xterm/headless';

type Emulator = InstanceType<typeof xterm.Terminal>;

/** What a program has switched in its terminal, as the terminal sees it. */
export interface TerminalModes {
  paste: boolean;
  focus: boolean;
  sync: boolean;
  alternate: boolean;
  cursor: boolean;
  /** The parameter of DECSCUSR; 0 is the user's own. */
  shape: number;
  /** How often the kitty keyboard protocol has been switched on and not off. */
  kittyKeys: number;
  /** How many titles the terminal keeps. */
  keptTitles: number;
  /** The state in OSC 9;4; 0 is none. */
  progress: number;
}

/** The modes that a program finds. */
export const UNTOUCHED: TerminalModes = {
  paste: false,
  focus: false,
  sync: false,
  alternate: false,
  cursor: true,
  shape: 0,
  kittyKeys: 0,
  keptTitles: 0,
  progress: 0,
};

/** Follows what is switched from now on; part of it is not the emulator's own business. */
export function watchModes(emulator: Emulator): () => TerminalModes {
  const seen = { cursor: true, shape: 0, kittyKeys: 0, keptTitles: 0, progress: 0 };
  const { parser } = emulator;
  const note =
    (change: (parameters: (number | number[])[]) => void) => (parameters: (number | number[])[]) => {
      change(parameters);
      return false;
    };
  const cursor = (isShown: boolean) =>
    note((parameters) => {
      if (parameters.includes(25)) seen.cursor = isShown;
    });
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, cursor(true));
  parser.registerCsiHandler({ prefix: '?', final: 'l' }, cursor(false));
  parser.registerCsiHandler(
    { intermediates: ' ', final: 'q' },
    note(([shape]) => (seen.shape = Number(shape))),
  );
  parser.registerCsiHandler(
    { prefix: '>', final: 'u' },
    note(() => (seen.kittyKeys += 1)),
  );
  parser.registerCsiHandler(
    { prefix: '<', final: 'u' },
    note(() => (seen.kittyKeys -= 1)),
  );
  parser.registerCsiHandler(
    { final: 't' },
    note(([what]) => {
      if (what === 22) seen.keptTitles += 1;
      if (what === 23) seen.keptTitles -= 1;
    }),
  );
  parser.registerOscHandler(9, (data) => {
    const [kind, state] = data.split(';');
    if (kind === '4') seen.progress = Number(state);
    return false;
  });
  return () => ({
    ...seen,
    paste: emulator.modes.bracketedPasteMode,
    focus: emulator.modes.sendFocusMode,
    sync: emulator.modes.synchronizedOutputMode,
    alternate: emulator.buffer.active.type === 'alternate',
  });
}
