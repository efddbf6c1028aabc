import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { editConfigFile } from '../../config/edit-config-file.ts';
import { putRule, removeRule } from '../../config/edit-entries.ts';
import { SETTINGS_FORMAT } from '../../config/settings.ts';
import type { TrustStore } from '../../config/trust-store.ts';
import { type TrustSubject, trustSubjects } from '../../config/trust-subject.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { KeptScope } from '../../core/gate/gate-request.ts';
import type { RuleEffect } from '../../core/gate/permission-rule.ts';
import { withLock } from '../../platform/process-lock.ts';
import { resolvePath } from '../../platform/resolve-path.ts';

/** The config.json files in which the user keeps rules. */
export interface RuleFiles {
  fileOf(scope: KeptScope): string;
  /** Both reject with SimseError('config') or ('store_failed'), and then the file is as it was. */
  add(effect: RuleEffect, rule: string, scope: KeptScope): Promise<void>;
  remove(effect: RuleEffect, rule: string, scope: KeptScope): Promise<void>;
}

interface Places {
  cwd: string;
  configDir: string;
  dataDir: string;
  trust: TrustStore;
}

/**
 * Those of a directory. A rule that the user adds to the project's file is trusted there, and nothing else in it; one that is
 * taken out is no longer.
 */
export function createRuleFiles({ cwd, configDir, dataDir, trust }: Places): RuleFiles {
  const fileOf = (scope: KeptScope): string =>
    scope === 'user' ? resolve(configDir, 'config.json') : join(resolve(cwd), '.simse', 'config.json');

  const change = async (scope: KeptScope, edit: (text: string) => string): Promise<void> => {
    const file = fileOf(scope);
    await prepare(dataDir);
    await withLock(dataDir, 'config', async () => {
      if (scope === 'project') refuseLinks(cwd, file);
      await editConfigFile(file, SETTINGS_FORMAT, edit);
    });
  };

  /** What has to be trusted for a rule to hold. */
  const subjectsOf = (effect: RuleEffect, rule: string, scope: KeptScope): TrustSubject[] => {
    if (effect !== 'allow' || scope !== 'project') return [];
    const origin = { scope, file: fileOf(scope) };
    const grants = { value: { allow: [rule] }, origin };
    return trustSubjects({ cwd: resolve(cwd), mcpServers: [], grants }, null);
  };

  return {
    fileOf,
    async add(effect, rule, scope) {
      const fresh = subjectsOf(effect, rule, scope).filter((subject) => !trust.isTrusted(subject));
      try {
        for (const subject of fresh) await trust.trust(subject);
        await change(scope, (text) => putRule(text, effect, rule));
      } catch (error) {
        // What was not written is not trusted either, should the project bring it one day.
        for (const subject of fresh) await trust.distrust(subject).catch(() => undefined);
        throw error;
      }
    },
    async remove(effect, rule, scope) {
      for (const subject of subjectsOf(effect, rule, scope)) await trust.distrust(subject);
      await change(scope, (text) => removeRule(text, effect, rule));
    },
  };
}

/** A project's file is a stranger's: a link in its place would have something else written. */
function refuseLinks(cwd: string, file: string): void {
  const { real } = resolvePath(file, cwd);
  if (real === join(resolvePath('.', cwd).real, '.simse', 'config.json')) return;
  throw new SimseError('config', `${file} leads to ${real}, so nothing is written there.`, {
    hint: 'Put a file in the place of the link, or keep the rule in your own config.json.',
  });
}

async function prepare(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SimseError('store_failed', `${dataDir} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
