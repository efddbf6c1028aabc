import { blocksToText, type ContentBlock } from '../../src/core/content.ts';
import { SimseError } from '../../src/core/errors.ts';
import type {
  AuthMethod,
  Backend,
  BackendCapabilities,
  BackendExit,
  BackendSession,
  OpenSessionOptions,
  TurnResult,
} from '../../src/core/ports/backend.ts';
import type { ConfigOption } from '../../src/core/state/events.ts';
import type { ChosenBackend } from '../../src/session/backend/choose-backend.ts';
import type { SessionServices } from '../../src/session/backend/session-services.ts';

type PromptHandler = (
  blocks: ContentBlock[],
  services: SessionServices,
  signal: AbortSignal,
) => Promise<TurnResult>;

export interface FakeBackend extends ChosenBackend {
  /** How often it was started. */
  starts: number;
  modes: string[];
  /** How often its process was ended. */
  ends: number;
  /** What was asked for with every session. */
  opened: OpenSessionOptions[];
  settings: ConfigOption[];
  /** The settings that were changed. */
  set: [string, string | boolean][];
  /** Of every session that was opened, the one it went on with. */
  resumed: (string | null)[];
  logIns: string[];
  steered: string[];
  /** The titles it was told; it keeps 20 characters of each. */
  titles: string[];
  canResume: boolean;
  takesSteering: boolean;
  needsLogIn: boolean;
  authMethod: AuthMethod;
  /** Ends the running process as a crash would. */
  crash(reason: string): void;
}

const CAPABILITIES: BackendCapabilities = {
  mcpHttp: true,
  image: false,
  audio: false,
  embeddedContext: true,
  loadSession: false,
  resumeSession: false,
  forkSession: false,
  listSessions: false,
  deleteSession: false,
  archiveSession: false,
  steering: false,
  logout: false,
};

/** What nobody has set or done yet. */
const untouched = () => ({
  starts: 0,
  ends: 0,
  opened: [],
  settings: [],
  set: [],
  modes: [],
  resumed: [],
  logIns: [],
  steered: [],
  titles: [],
  canResume: false,
  takesSteering: false,
  needsLogIn: false,
  authMethod: { id: 'key', name: 'API key' },
});

/** A backend in this process; `onPrompt` plays the agent. */
export function fakeBackend(onPrompt: PromptHandler): FakeBackend {
  let crash: (exit: BackendExit) => void = () => {};
  const fake: FakeBackend = {
    name: 'fake',
    command: 'fake --acp',
    directServers: [],
    openBridge: null,
    connectsAtOnce: true,
    ...untouched(),
    crash: (reason) => crash({ reason, stderr: 'last words' }),
    connect(services): Promise<Backend> {
      fake.starts += 1;
      const exited = new Promise<BackendExit>((resolve) => {
        crash = resolve;
      });
      const gone = exited.then(({ reason }): never => {
        throw new SimseError('backend_failed', reason);
      });
      gone.catch(() => {});
      return Promise.resolve({
        name: 'fake',
        agent: { name: 'fake', version: '1.0' },
        capabilities: { ...CAPABILITIES, resumeSession: fake.canResume, steering: fake.takesSteering },
        authMethods: [fake.authMethod],
        authenticate(methodId) {
          fake.logIns.push(methodId);
          return Promise.resolve();
        },
        logout: () => Promise.resolve(),
        listSessions: () => Promise.resolve([]),
        deleteSession: () => Promise.resolve(),
        archiveSession: () => Promise.resolve(),
        exited,
        openSession(options) {
          fake.opened.push(options);
          if (fake.settings.length > 0) services.emit({ type: 'config_options', options: fake.settings });
          return openFakeSession(fake, options.resume, (blocks, { signal }) =>
            Promise.race([onPrompt(blocks, services, signal), gone]),
          );
        },
        [Symbol.asyncDispose]() {
          fake.ends += 1;
          return Promise.resolve(crash({ reason: 'closed', stderr: '' }));
        },
      });
    },
  };
  return fake;
}

function openFakeSession(
  fake: FakeBackend,
  resume: string | undefined,
  prompt: BackendSession['prompt'],
): Promise<BackendSession> {
  fake.resumed.push(resume ?? null);
  if (fake.needsLogIn && fake.logIns.length === 0) {
    return Promise.reject(new SimseError('auth_required', 'Log in first.'));
  }
  return Promise.resolve({
    id: 'backend-session',
    prompt,
    setMode(mode) {
      fake.modes.push(mode);
      return Promise.resolve();
    },
    setConfigOption(id, value) {
      fake.set.push([id, value]);
      return Promise.resolve();
    },
    setTitle(title) {
      fake.titles.push(title);
      return Promise.resolve(title.slice(0, 20));
    },
    steer(blocks) {
      fake.steered.push(blocksToText(blocks));
      return Promise.resolve(true);
    },
    close: () => Promise.resolve(),
  });
}

/** Answers with the prompt's own text. */
export const echoAgent: PromptHandler = (blocks, { emit }) => {
  const [block] = blocks;
  if (block !== undefined) emit({ type: 'message_chunk', role: 'agent', content: block });
  return Promise.resolve({ stopReason: 'end_turn' });
};

/** Answers nothing until it is cancelled. */
export const patientAgent: PromptHandler = (_blocks, _services, signal) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ stopReason: 'cancelled' }), { once: true });
  });
