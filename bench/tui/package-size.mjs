import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** What a user downloads: its size in MB, and how many packages in its tree run a script when they are installed. */
export async function measurePackage(root) {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
  });
  const [{ size, unpackedSize }] = JSON.parse(stdout);
  const { scripts = {}, dependencies = {} } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  );
  const own = INSTALL_SCRIPTS.filter((name) => name in scripts).length;
  return {
    packed: size / 1e6,
    unpacked: unpackedSize / 1e6,
    scripts: own,
    dependencies: Object.keys(dependencies).length,
  };
}
