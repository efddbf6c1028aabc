import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { type ConfigFormat, readConfigFile } from './read-config-file.ts';

export interface Layer<T> {
  origin: Origin;
  content: T;
}

export interface Places {
  cwd: string;
  configDir: string;
}

/** The user's file and the project's file of one kind, weakest first. Either may be missing. */
export async function readLayers<T>(
  fileName: string,
  projectFiles: readonly string[],
  format: ConfigFormat<T>,
  { cwd, configDir }: Places,
): Promise<{ layers: Layer<T>[]; warnings: string[] }> {
  const userFile = resolve(configDir, fileName);
  const present = await existing(
    projectFiles.map((file) => join(cwd, file)).filter((file) => file !== userFile),
  );
  const [projectFile, ...hidden] = present;
  const layers = [
    await readLayer({ scope: 'user', file: userFile }, format),
    projectFile === undefined ? null : await readLayer({ scope: 'project', file: projectFile }, format),
  ];
  return {
    layers: layers.filter((layer) => layer !== null),
    warnings: hidden.map((file) => `${file}: is ignored, since ${projectFile} is there as well`),
  };
}

/** A file that somebody named, which therefore must be there. */
export async function readNamedLayer<T>(file: string, format: ConfigFormat<T>): Promise<Layer<T>> {
  const layer = await readLayer({ scope: 'flag', file }, format);
  if (layer) return layer;
  throw new SimseError('config', `${file}: no such file`);
}

/** The file of a scope, such as the user's mcp.json: the one that is read, else the one that would be. */
export function layerFile(
  fileName: string,
  scope: 'user' | 'project',
  layers: readonly Layer<unknown>[],
  { cwd, configDir }: Places,
): string {
  const present = layers.find(({ origin }) => origin.scope === scope);
  return present?.origin.file ?? resolve(scope === 'user' ? configDir : cwd, fileName);
}

async function readLayer<T>(origin: Origin, format: ConfigFormat<T>): Promise<Layer<T> | null> {
  const content = await readConfigFile(origin.file, format);
  return content === null ? null : { origin, content };
}

async function existing(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map((file) =>
      stat(file).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Who wrote an entry: the user's own file, a file that came with the project, or one named on the command line. */
type Scope = 'user' | 'project' | 'flag';

export interface Origin {
  scope: Scope;
  /** Absolute path. */
  file: string;
}

/** A config entry with the file it came from. */
export interface Sourced<T> {
  value: T;
  origin: Origin;
}
