import { findExecutable } from './find-executable.ts';
import { captureBytes } from './start-process.ts';

interface Surroundings {
  env: Readonly<Record<string, string>>;
  cwd: string;
  platform: NodeJS.Platform;
}

/** A program that hands out the clipboard. */
interface Reader {
  program: string;
  /** The variable without which it has nothing to read from. */
  needs?: string;
  image: readonly string[];
  text: readonly string[] | null;
  /** How it writes an image; as it is without this. */
  decode?: (written: Buffer) => Buffer;
}

const TIMEOUT_MS = 5000;
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

const POWERSHELL = ['-NoProfile', '-NonInteractive', '-STA', '-Command'];
const WINDOWS_IMAGE =
  'Add-Type -AssemblyName System.Windows.Forms,System.Drawing; $i=[Windows.Forms.Clipboard]::GetImage(); if($i){$m=New-Object IO.MemoryStream; $i.Save($m,[Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($m.ToArray())}';
const WINDOWS: Reader = {
  program: 'powershell.exe',
  image: [...POWERSHELL, WINDOWS_IMAGE],
  text: [...POWERSHELL, 'Get-Clipboard -Raw'],
  decode: (written) => Buffer.from(written.toString('latin1').trim(), 'base64'),
};

/** The first that is there is asked. Under Linux for Windows that is the one of Windows. */
const READERS: Readonly<Partial<Record<NodeJS.Platform, readonly Reader[]>>> = {
  linux: [
    { ...WINDOWS, needs: 'WSL_DISTRO_NAME' },
    {
      program: 'wl-paste',
      needs: 'WAYLAND_DISPLAY',
      image: ['--type', 'image/png'],
      text: ['--no-newline', '--type', 'text'],
    },
    {
      program: 'xclip',
      needs: 'DISPLAY',
      image: ['-selection', 'clipboard', '-t', 'image/png', '-o'],
      text: ['-selection', 'clipboard', '-o'],
    },
  ],
  darwin: [
    { program: 'pngpaste', image: ['-'], text: null },
    {
      program: 'osascript',
      image: ['-e', 'get the clipboard as «class PNGf»'],
      text: null,
      decode: readAppleData,
    },
    { program: 'pbpaste', image: [], text: [] },
  ],
  win32: [WINDOWS],
};

/**
 * What was copied last, as PNG or as text; null where it is neither, and 'no_program' where no program is there that would
 * say. An image of more than `maxImageBytes` is none.
 */
export async function readClipboard(
  { env, cwd, platform }: Surroundings,
  maxImageBytes: number,
): Promise<{ image: Buffer } | { text: string } | null | 'no_program'> {
  const readers = await findReaders({ env, cwd, platform });
  if (readers.length === 0) return 'no_program';
  for (const { program, image, decode = asItIs } of readers) {
    if (image.length === 0) continue;
    // Base64 and hex are longer than what they stand for.
    const written = await run(program, image, { env, cwd }, maxImageBytes * 3);
    const bytes = written === null ? Buffer.alloc(0) : decode(written);
    if (bytes.length > 0 && bytes.length <= maxImageBytes) return { image: bytes };
  }
  for (const { program, text } of readers) {
    const written = text === null ? null : await run(program, text, { env, cwd }, MAX_TEXT_BYTES);
    if (written !== null && written.length > 0) return { text: written.toString('utf8') };
  }
  return null;
}

async function findReaders({ env, cwd, platform }: Surroundings): Promise<Reader[]> {
  const usable = (READERS[platform] ?? []).filter(
    ({ needs }) => needs === undefined || env[needs] !== undefined,
  );
  const found = await Promise.all(
    usable.map(async (reader) =>
      (await findExecutable(reader.program, { env, cwd })) === null ? [] : [reader],
    ),
  );
  return found.flat();
}

/** What a program wrote; null when it failed, which is how most of them say that there is no such thing. */
async function run(
  command: string,
  args: readonly string[],
  { env, cwd }: Pick<Surroundings, 'env' | 'cwd'>,
  maxBytes: number,
): Promise<Buffer | null> {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes, signal: new AbortController().signal };
    const { stdout, exit } = await captureBytes({ command, args, cwd, env }, limits);
    return exit.exitCode === 0 ? stdout : null;
  } catch {
    // It could not be run, took too long or wrote too much: then it has nothing for us.
    return null;
  }
}

function asItIs(written: Buffer): Buffer {
  return written;
}

/** `«data PNGf89504E47…»` */
function readAppleData(written: Buffer): Buffer {
  const [, hex = ''] = /PNGf([0-9A-Fa-f]+)/.exec(written.toString('latin1')) ?? [];
  return Buffer.from(hex, 'hex');
}
