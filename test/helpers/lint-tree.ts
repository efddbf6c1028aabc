import { copyFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type Files, tempDir } from './temp-dir.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Finding {
  /** Relative to the tree, with slashes. */
  file: string;
  line: number;
  /** As `no-console`, without the plugin's name. */
  rule: string;
}

interface Diagnostic {
  code: string;
  filename: string;
  labels: { span: { line: number } }[];
}

/** What the project's own lint finds in these files, as if they were the project. */
export async function lintTree(files: Files): Promise<Finding[]> {
  const dir = await tempDir(files);
  for (const config of ['.oxlintrc.json', 'tsconfig.json']) {
    await copyFile(path.join(ROOT, config), path.join(dir, config));
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'), 'junction');
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await execa(process.execPath, [oxlint, '--type-aware', '--format', 'json', '.'], {
    cwd: dir,
    reject: false,
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics.map(({ code, filename, labels }) => ({
    file: filename.replaceAll('\\', '/'),
    line: labels[0]?.span.line ?? 0,
    rule: /\(([^)]+)\)/.exec(code)?.[1] ?? code,
  }));
}
