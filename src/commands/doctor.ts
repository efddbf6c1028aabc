import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { describeFinding } from '../agent/model/find-models.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import { countOf } from '../core/text/quantities.ts';
import type { AppContext } from '../session/app-context.ts';
import { chooseBackend } from '../session/backend/choose-backend.ts';
import { loadProject, type Project } from '../session/load-project.ts';
import { openMcpHost } from '../session/servers/open-mcp-host.ts';
import { tryBackend } from './agents/test-agent.ts';
import { findUserModels } from './agents/user-models.ts';
import { printList } from './shared/print-list.ts';
import { startHost } from './shared/start-servers.ts';

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** `simse doctor`: tries everything a session needs, one line each. 1 when something is wrong. */
export async function runDoctor(app: AppContext): Promise<number> {
  const checks: Check[] = [checkNode(), await checkDataDir(app)];
  const project = await attempt('config', () => loadProject(app));
  if (project.value === null) checks.push(project.check);
  else {
    checks.push({ name: 'config', ok: true, detail: describeConfig(app, project.value) });
    checks.push(await checkBackend(app, project.value));
    checks.push(...(await checkModels(app, project.value)), ...(await checkServers(app, project.value)));
  }
  app.signal.throwIfAborted();
  printList(app, {
    name: 'checks',
    items: checks,
    row: ({ name, ok, detail }) => [ok ? 'ok' : 'FAIL', name, detail.replaceAll(/\n\s*/g, ' · ')],
    empty: '',
  });
  return checks.every(({ ok }) => ok) ? 0 : 1;
}

async function attempt<T>(name: string, run: () => Promise<T>): Promise<{ value: T | null; check: Check }> {
  try {
    return { value: await run(), check: { name, ok: true, detail: '' } };
  } catch (thrown) {
    const hint = thrown instanceof SimseError && thrown.hint !== undefined ? `\n${thrown.hint}` : '';
    return { value: null, check: { name, ok: false, detail: `${messageOf(thrown)}${hint}` } };
  }
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { name: 'node', ok, detail: `${process.versions.node}${ok ? '' : '; simse needs 20.19 or later'}` };
}

async function checkDataDir({ dirs }: AppContext): Promise<Check> {
  const { check } = await attempt('data', async () => {
    await mkdir(dirs.dataDir, { recursive: true, mode: 0o700 });
    await access(dirs.dataDir, constants.W_OK);
  });
  return check.ok ? { ...check, detail: dirs.dataDir } : check;
}

function describeConfig({ dirs, cwd }: AppContext, { config, untrusted }: Project): string {
  const counts = `${countOf(config.backends.length, 'agent')}, ${countOf(config.mcpServers.length, 'MCP server')}`;
  const waiting =
    untrusted.length === 0
      ? ''
      : `; ${countOf(untrusted.length, 'entry', 'entries')} of this project not trusted yet`;
  return `${counts} from ${dirs.configDir} and ${cwd}${waiting}`;
}

async function checkBackend(app: AppContext, project: Project): Promise<Check> {
  const { value, check } = await attempt('agent', async () => {
    const backend = chooseBackend(app, project, 1);
    const { handshake, session, failure } = await tryBackend(app, backend);
    if (failure !== null) throw failure;
    const milliseconds = (handshake?.milliseconds ?? 0) + (session?.milliseconds ?? 0);
    return { backend, agent: handshake?.agent ?? null, milliseconds };
  });
  if (value === null) return check;
  const { backend, agent, milliseconds } = value;
  const called =
    agent === null ? '' : ` (${[agent.title ?? agent.name, agent.version].filter(Boolean).join(' ')})`;
  return {
    ...check,
    detail: `${backend.name}${called} ready in ${milliseconds} ms: ${backend.command}`,
  };
}

/** Providers of the built-in agent; what is wrong with one is no failure while another agent does the work. */
async function checkModels(app: AppContext, project: Project): Promise<Check[]> {
  const findings = await findUserModels(app, project);
  if (findings.length === 0) {
    const detail = 'none found: the built-in agent knows its own commands only; see docs/models.md';
    return [{ name: 'models', ok: true, detail }];
  }
  return findings.map((finding) => ({
    name: `models ${finding.provider.name}`,
    ok: finding.problem === null || project.backend !== null,
    detail: describeFinding(finding),
  }));
}

async function checkServers(app: AppContext, project: Project): Promise<Check[]> {
  await using host = await openMcpHost(app, project, [app.cwd], { maxResultChars: Infinity });
  await startHost(host, app.signal);
  return host.status().map(({ name, state, tools, readyMs, detail }) => ({
    name: `mcp ${name}`,
    ok: state === 'ready' || state === 'disabled',
    detail:
      state === 'ready'
        ? `${tools} tools, ready after ${readyMs ?? 0} ms`
        : `${state.replace('_', ' ')} ${detail ?? ''}`,
  }));
}
