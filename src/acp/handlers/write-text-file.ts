import { type JudgedFile, withJudgedFile } from '../../platform/judged-file.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import { DENIED } from '../acp-codes.ts';
import type { AgentSession } from '../agent-session.ts';
import { filePathOf } from '../translate/file-path.ts';
import { type FileState, readState, stateAt } from './file-state.ts';
import { toFileError } from './file-error.ts';
import { type Handler, requireText, requireTurn } from './handler.ts';

/** `fs/write_text_file`: the gate sees the change as it will really be; folders on the way are made. */
export const writeTextFile: Handler = async (session, params, signal) => {
  const path = session.resolve(filePathOf(requireText(params, 'path')));
  const newText = requireText(params, 'content');
  requireTurn(signal);
  try {
    const state = await stateAt(path.real);
    const diff = { path: path.given, newText, ...state.shown };
    const verdict = await session.authorize({ kind: 'edit', path, diff }, { signal });
    if (!verdict.allowed)
      throw new RpcError(DENIED, `Writing ${path.given} was not allowed: ${verdict.reason}`);
    requireTurn(signal);
    await writeAsJudged(session, path, state, newText);
    return {};
  } catch (error) {
    throw toFileError(error, path.given);
  }
};

/** What was allowed is that change of that file and no other, and a question may be open for long. */
async function writeAsJudged(
  session: AgentSession,
  path: ResolvedPath,
  judged: FileState,
  newText: string,
): Promise<void> {
  const { given, real } = path;
  if (session.resolve(given).real !== real)
    throw leftAsItIs(`${given} leads to another file than when it was asked about`);
  const write = async (file: JudgedFile): Promise<void> => {
    if ((await readState(file, real)).version !== judged.version)
      throw leftAsItIs(`${given} was changed by somebody else while the question about it was open`);
    await file.replace(newText);
  };
  await withJudgedFile(real, write, { makeFolders: true });
}

function leftAsItIs(why: string): RpcError {
  return new RpcError(INVALID_PARAMS, `${why}; it is left as it is.`);
}
