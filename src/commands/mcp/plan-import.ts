import type { McpEntry } from '../../config/edit-entries.ts';
import type { FoundServer } from '../../config/import/read-imports.ts';
import { variableFor } from '../../config/import/translate-variables.ts';
import { findSecrets, mapSecrets, type Secret } from '../../config/secrets.ts';

/** Whether secrets are copied as they are, or variables are written in their place. */
export type SecretsPolicy = 'copy' | 'variables';

/** A server that will be written. */
export interface PlannedServer {
  found: FoundServer;
  entry: McpEntry;
  /** Names of the secrets that are copied as they are. */
  copied: string[];
  /** Variables that have to be set, since they stand for secrets that were not copied. */
  variables: string[];
}

export interface SkippedServer {
  found: FoundServer;
  reason: string;
}

export interface ImportPlan {
  planned: PlannedServer[];
  skipped: SkippedServer[];
}

/** What is to be done with what was found. `isTaken` tells names that are in the file and stay as they are. */
export function planImport(
  servers: readonly FoundServer[],
  secrets: SecretsPolicy,
  isTaken: (name: string) => boolean,
): ImportPlan {
  const plan: ImportPlan = { planned: [], skipped: [] };
  const names = new Set<string>();
  for (const found of servers) {
    const { name, entry, reasons } = found;
    if (entry === null) plan.skipped.push({ found, reason: reasons.join('; ') });
    else if (isTaken(name)) plan.skipped.push({ found, reason: 'it is there already; --force replaces it' });
    else if (names.has(name)) plan.skipped.push({ found, reason: 'another host has one of this name' });
    else plan.planned.push(planServer(found, entry, secrets));
    names.add(name);
  }
  return plan;
}

function planServer(found: FoundServer, entry: McpEntry, policy: SecretsPolicy): PlannedServer {
  const secrets = findSecrets(entry);
  if (policy === 'copy') {
    return { found, entry, copied: [...new Set(secrets.map(({ name }) => name))], variables: [] };
  }
  const nameOf = (secret: Secret) => variableOf(secret, entry.name);
  return {
    found,
    entry: mapSecrets(entry, (secret) => `\${${nameOf(secret)}}`),
    copied: [],
    variables: [...new Set(secrets.map(nameOf))],
  };
}

/** An environment variable keeps its name; all else gets one that says whose it is. */
function variableOf(secret: Secret, server: string): string {
  return variableFor(secret.in === 'env' ? secret.name : `${server}_${secret.name.replace(/^-+/, '')}`);
}
