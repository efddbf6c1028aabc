import { isMissing } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import { type JudgedFile, withJudgedFile } from '../../platform/judged-file.ts';
import type { AcpSession } from '../sessions/acp-session.ts';
import { filePathOf } from '../translate/tool-call.ts';
import { DENIED } from '../wire/agent-error.ts';
import { type FileState, openRegular, readState, stateAt, toFileError } from './file-state.ts';
import { optionalInteger, type RequestHandler, requireText, requireTurn } from './handler.ts';

/** More than this is not handed over in one piece: an agent that wants more asks for lines. */
const MAX_TEXT_BYTES = 10 * 1024 * 1024;

/** `fs/read_text_file`: the whole file, or `limit` lines from `line` (from 1), with their line ends. */
export const handleRead: RequestHandler = async (session, params, signal) => {
  const path = session.resolve(filePathOf(requireText(params, 'path')));
  const range = { line: optionalInteger(params, 'line', 1) ?? 1, limit: optionalInteger(params, 'limit', 0) };
  requireTurn(signal);
  const verdict = await session.authorize({ kind: 'read', path }, { signal });
  if (!verdict.allowed)
    throw new RpcError(DENIED, `Reading ${path.given} was not allowed: ${verdict.reason}`);
  try {
    requireTurn(signal);
    return { content: await withJudgedFile(path.real, (file) => readLines(file, path.real, range)) };
  } catch (error) {
    if (isMissing(error) && session.agent.quirks.missingFileIsEmpty === true) return { content: '' };
    throw toFileError(error, path.given);
  }
};

interface LineRange {
  line: number;
  limit: number | undefined;
}

/** Lines of a UTF-8 file. Throws an RpcError for what is not a text file, or too much at once. */
async function readLines(
  file: JudgedFile,
  path: string,
  { line, limit = Infinity }: LineRange,
): Promise<string> {
  const handle = await openRegular(file, path);
  try {
    const { size } = await handle.stat();
    if (size > MAX_TEXT_BYTES && limit === Infinity) throw tooLarge(path);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const lines = createLinePicker(line - 1, limit);
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      lines.add(decoder.decode(chunk as Buffer, { stream: true }));
      if (lines.text.length > MAX_TEXT_BYTES) throw tooLarge(path);
      if (lines.isFull) return lines.text;
    }
    decoder.decode();
    return lines.text;
  } finally {
    await handle.close();
  }
}

function tooLarge(path: string): RpcError {
  return new RpcError(
    INVALID_PARAMS,
    `${path} is too large to read at once; read part of it with line and limit`,
  );
}

interface LinePicker {
  add(piece: string): void;
  readonly text: string;
  readonly isFull: boolean;
}

/** Skips lines, then keeps some, from text that comes in pieces. */
function createLinePicker(skip: number, keep: number): LinePicker {
  let skipLeft = skip;
  let keepLeft = keep;
  let text = '';
  return {
    get text() {
      return text;
    },
    get isFull() {
      return keepLeft <= 0;
    },
    add(piece) {
      const start = afterLines(piece, 0, skipLeft);
      skipLeft -= start.lines;
      if (skipLeft > 0) return;
      const end = afterLines(piece, start.at, keepLeft);
      keepLeft -= end.lines;
      text += piece.slice(start.at, end.at);
    },
  };
}

/** Goes on from `at` over at most this many line ends; stops at the end of the piece. */
function afterLines(piece: string, at: number, wanted: number): { at: number; lines: number } {
  let lines = 0;
  while (lines < wanted && at < piece.length) {
    const newline = piece.indexOf('\n', at);
    if (newline < 0) return { at: piece.length, lines };
    at = newline + 1;
    lines += 1;
  }
  return { at, lines };
}

/** `fs/write_text_file`: the gate sees the change as it will really be; folders on the way are made. */
export const handleWrite: RequestHandler = async (session, params, signal) => {
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
  session: AcpSession,
  path: ResolvedPath,
  judged: FileState,
  newText: string,
): Promise<void> {
  const { given, real } = path;
  if (session.resolve(given).real !== real)
    throw leftAsItIs(`${given} now leads to another file than the one that was asked about`);
  const write = async (file: JudgedFile): Promise<void> => {
    if ((await readState(file, real)).version !== judged.version)
      throw leftAsItIs(`${given} changed on disk while the question about it was open`);
    await file.replace(newText);
  };
  await withJudgedFile(real, write, { makeFolders: true });
}

function leftAsItIs(why: string): RpcError {
  return new RpcError(INVALID_PARAMS, `${why}; no changes made.`);
}
