import { SimseError } from '../../core/errors.ts';
import { recordOf, recordsOf, textOf } from '../../core/json.ts';
import { BACKGROUND_COMMAND } from '../../core/rpc/own-meta.ts';
import { INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError, type RpcParams } from '../../core/rpc/rpc-message.ts';
import { planCommand, type Terminal, type TerminalOptions } from '../../platform/run-terminal.ts';
import type { ProcessExit } from '../../platform/spawn-program.ts';
import type { AcpSession } from '../sessions/acp-session.ts';
import { filePathOf } from '../translate/tool-call.ts';
import { DENIED } from '../wire/agent-error.ts';
import { optionalInteger, type RequestHandler, requireText, requireTurn } from './handler.ts';

/** How much output is kept where the agent sets no limit, and at most. */
const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** `terminal/create`: the gate sees the whole command line, shells unwrapped, before anything runs. */
export const createTerminal: RequestHandler = async (session, params, signal) => {
  const request = await readRequest(session, params);
  requireTurn(signal);
  const verdict = await session.authorize(
    { kind: 'shell', command: request.line, cwd: request.cwd },
    { signal },
  );
  if (!verdict.allowed)
    throw new RpcError(DENIED, `Running ${request.line} was not allowed: ${verdict.reason}`);
  requireTurn(signal);
  if (session.resolve(request.cwd).real !== request.cwd)
    throw new RpcError(DENIED, `${request.cwd} now leads elsewhere than when it was asked about; not run.`);
  try {
    return { terminalId: await session.terminals.create(request, endOf(session, params)) };
  } catch (error) {
    if (error instanceof SimseError) throw new RpcError(INVALID_PARAMS, error.message);
    throw error;
  }
};

/** What ends a command beside its release: its turn, or only the session where it is said to be in the background. */
function endOf({ turn }: AcpSession, { _meta }: RpcParams): AbortSignal | null {
  return recordOf(_meta)[BACKGROUND_COMMAND] === true ? null : turn.cancelled.signal;
}

export const terminalOutput: RequestHandler = async (session, params) => {
  const { output, truncated, exit } = findTerminal(session, params).snapshot();
  return { output, truncated, ...(exit === null ? {} : { exitStatus: toExitStatus(exit) }) };
};

export const waitForTerminalExit: RequestHandler = async (session, params) =>
  toExitStatus(await findTerminal(session, params).exited);

export const killTerminal: RequestHandler = async (session, params) => {
  await findTerminal(session, params).kill();
  return {};
};

export const releaseTerminal: RequestHandler = async (session, params) => {
  findTerminal(session, params);
  await session.terminals.release(requireText(params, 'terminalId'));
  return {};
};

/** What will be started, and the line that says so. */
async function readRequest(
  session: AcpSession,
  params: RpcParams,
): Promise<TerminalOptions & { line: string }> {
  const cwd = session.resolve(filePathOf(textOf(params['cwd']) ?? session.cwd)).real;
  const extra = readVariables(params['env']);
  const env = { ...session.agent.commandEnv, ...extra };
  const args = readArgs(params['args']);
  const planned = await planCommand({ command: requireText(params, 'command'), args, cwd, env }, extra);
  const limit = optionalInteger(params, 'outputByteLimit', 0) ?? DEFAULT_OUTPUT_BYTES;
  return { ...planned, cwd, env, outputByteLimit: Math.min(limit, MAX_OUTPUT_BYTES) };
}

function readArgs(args: unknown): string[] {
  if (args === undefined || args === null) return [];
  if (Array.isArray(args) && args.every((word) => typeof word === 'string')) return args;
  throw new RpcError(INVALID_PARAMS, 'args must be a list of strings');
}

function readVariables(env: unknown): Record<string, string> {
  const pairs = recordsOf(env).flatMap(({ name, value }) =>
    typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

function findTerminal(session: AcpSession, params: RpcParams): Terminal {
  const terminalId = requireText(params, 'terminalId');
  const terminal = session.terminals.find(terminalId);
  if (terminal === undefined) throw new RpcError(RESOURCE_NOT_FOUND, `There is no terminal ${terminalId}`);
  return terminal;
}

function toExitStatus({ exitCode, signal }: ProcessExit): RpcParams {
  return { exitCode, signal };
}
