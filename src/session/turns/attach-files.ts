import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '../../core/content.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import { describeBytes } from '../../core/ports/prompt-parts.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import {
  type FileMention,
  findFileMentions,
  findImagePaths,
  type LineRange,
} from '../../core/text/file-mention.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import { readImage } from '../../tools/read-image.ts';
import { loadText } from '../../tools/read-text.ts';

/** Of one prompt; what is named beyond them is left to the words. */
const MAX_FILES = 50;
/** Of lines that attached themselves. */
const MAX_LINES_CHARS = 64 * 1024;
const IMAGE_ENDING = /^\.(?:png|jpe?g|gif|webp)$/i;

export interface AttachOptions {
  cwd: string;
  /** What `~` stands for. */
  home: string;
  gate: Gatekeeper;
  emit: EmitEvent;
  /** Whether the backend takes images; asked only when one is named. Never rejects. */
  takesImages(): Promise<boolean>;
}

/** What attached with a text for the files that it names. Never rejects. */
export type AttachFiles = (text: string, signal: AbortSignal) => Promise<ContentBlock[]>;

/** A file or folder that is there. */
interface Named {
  typed: string;
  path: ResolvedPath;
  isFolder: boolean;
  lines: LineRange | null;
}

/**
 * Of a file the address attached, since agents read it themselves, with their own limits and as it is by then. Lines that
 * are named, and images, attached as they are; the gate decides whether they may be read. The text itself stays as it is.
 */
export function createFileAttacher(options: AttachOptions): AttachFiles {
  return async (text, signal) => {
    const mentioned = findFileMentions(text).slice(0, MAX_FILES);
    const named = (await Promise.all(mentioned.map((mention) => find(mention, options)))).flat();
    const images = await findImages(text, options);
    const blocks: ContentBlock[] = [];
    for (const one of [...named, ...images.slice(0, MAX_FILES)]) {
      if (signal.aborted) return [];
      const block = await toBlock(one, options, signal);
      if (block !== null) blocks.push(block);
    }
    return blocks;
  };
}

/** The first reading of a mention that is there, none where none is. */
async function find({ readings }: FileMention, { cwd, home }: AttachOptions): Promise<Named[]> {
  for (const { path: typed, lines } of readings) {
    const path = resolvePath(fromHome(typed, home), cwd);
    const stats = await stat(path.real).catch(() => null);
    if (stats !== null) return [{ typed, path, isFolder: stats.isDirectory(), lines }];
  }
  return [];
}

/** Paths of images are taken without an `@` as well: that is how a file is dropped on a terminal. */
async function findImages(text: string, options: AttachOptions): Promise<Named[]> {
  const typed = findImagePaths(text).map(({ path }) => ({ whole: path, readings: [{ path, lines: null }] }));
  const found = await Promise.all(typed.slice(0, MAX_FILES).map((mention) => find(mention, options)));
  const files = found.flat().filter(({ isFolder }) => !isFolder);
  return files.length > 0 && (await options.takesImages()) ? files : [];
}

async function toBlock(
  named: Named,
  options: AttachOptions,
  signal: AbortSignal,
): Promise<ContentBlock | null> {
  const { lines, path, isFolder } = named;
  if (isFolder) return toLink(named);
  const isImage = IMAGE_ENDING.test(extname(path.real)) && (await options.takesImages());
  if (lines === null && !isImage) return toLink(named);
  const verdict = await options.gate.authorize({ kind: 'read', path }, { askedBy: 'simse', signal });
  if (!verdict.allowed) return toLink(named);
  try {
    return isImage ? await toImage(named, options) : await toLines(named, lines, options);
  } catch (thrown) {
    if (!(thrown instanceof SimseError)) throw thrown;
    tell(options, 'warn', `${named.typed} was not attached: ${messageOf(thrown)}`);
    return toLink(named);
  }
}

function toLink({ typed, path, isFolder }: Named): ContentBlock {
  const { href } = pathToFileURL(path.given);
  return { type: 'resource_link', uri: isFolder && !href.endsWith('/') ? `${href}/` : href, name: typed };
}

async function toImage({ typed, path }: Named, options: AttachOptions): Promise<ContentBlock> {
  const { mimeType, data, bytes } = await readImage(path.real);
  tell(options, 'info', `${typed} attached (${describeBytes(bytes)})`);
  return { type: 'image', mimeType, data };
}

async function toLines(
  { typed, path }: Named,
  lines: LineRange | null,
  options: AttachOptions,
): Promise<ContentBlock> {
  const { from = 1, to = 1 } = lines ?? {};
  const text = await loadText(path.real, { line: from, limit: to - from + 1 });
  if (text === '') throw new SimseError('not_found', `it has no line ${from}`);
  if (text.length > MAX_LINES_CHARS)
    throw new SimseError('limit', `these lines have over ${MAX_LINES_CHARS.toLocaleString('en')} characters`);
  const told =
    from === to ? `line ${from} of ${typed} attached` : `lines ${from} to ${to} of ${typed} attached`;
  tell(options, 'info', told);
  const range = from === to ? `#L${from}` : `#L${from}-L${to}`;
  return { type: 'resource', uri: `${pathToFileURL(path.given).href}${range}`, mimeType: 'text/plain', text };
}

function tell({ emit }: AttachOptions, level: 'info' | 'warn', text: string): void {
  emit({ type: 'notice', level, source: '', text });
}

function fromHome(path: string, home: string): string {
  return path.replace(/^~(?=$|[/\\])/, () => join(home));
}
