import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseCount, repeatableOption } from '../commands/shared/subcommand.ts';
import type { SettingsFile } from '../config/settings.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import { PERMISSION_MODES, type PermissionMode } from '../core/gate/permission-mode.ts';
import { parseRule } from '../core/gate/permission-rule.ts';
import { parseProviderAddress } from '../core/model-providers.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../headless/run-writers.ts';
import type { Flags } from '../session/app-context.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** The longest a timer of Node can wait. */
const MAX_MS = 2 ** 31 - 1;

/** Reads `90`, `90s`, `1.5m`, `500ms` or `2h` as milliseconds; a bare number is seconds. null for anything else. */
function parseDuration(text: string): number | null {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  const ms = Math.round(Number(amount) * (UNIT_MS[unit] ?? 1000));
  return ms > 0 && ms <= MAX_MS ? ms : null;
}

/** The options as commander hands them over. */
export interface ParsedOptions {
  print?: string | true;
  continue?: boolean;
  resume?: string;
  fork?: boolean;
  agent?: string;
  /** The name that --agent had before. */
  server?: string;
  model?: string;
  agentCommand?: string;
  provider?: string;
  outputFormat?: OutputFormat;
  /** That of the output, or of what is exported. */
  format?: string;
  permissionMode?: PermissionMode;
  allow?: string[];
  deny?: string[];
  mcpConfig?: string;
  addDir?: string[];
  trustProject?: boolean;
  timeout?: number;
  maxTurns?: number;
  cwd?: string;
  dataDir?: string;
  debug?: boolean;
  color: boolean;
  screenReader?: true;
}

/** Declares the options that every command understands. */
export function addGlobalOptions(program: Command): Command {
  return program
    .option('-p, --print [prompt]', 'print the answer to one prompt and exit; also reads stdin')
    .option('-c, --continue', 'continue the newest session of this directory')
    .option('-r, --resume <id>', 'resume a session by the start of its id')
    .option('--fork', 'with one of these: continue in a copy, leaving the original unchanged')
    .option('--agent <name>', 'the agent of acp.json to use')
    .addOption(new Option('--server <name>').conflicts('agent').hideHelp())
    .option('--model <name>', 'the model to choose at that agent')
    .option('--agent-command <command>', 'use any ACP agent, without configuration')
    .option(
      '--provider <url>',
      'the built-in agent with the models of this server; its key is in SIMSE_API_KEY',
    )
    .addOption(formatOption('--output-format <format>').default(undefined, 'text'))
    .addOption(new Option('--format <format>').hideHelp())
    .addOption(
      new Option(
        '--permission-mode <mode>',
        'what may run without asking; bypassPermissions: everything',
      ).choices(PERMISSION_MODES),
    )
    .addOption(
      repeatableOption('--allow <rule>', "allow what matches, such as 'shell(git status*)'", checkRule),
    )
    .addOption(repeatableOption('--deny <rule>', 'deny what matches; beats every --allow', checkRule))
    .option('--mcp-config <file>', 'MCP servers besides those of mcp.json')
    .addOption(repeatableOption('--add-dir <directory>', 'another directory of the workspace'))
    .option('--trust-project', "run what the project's files configure, without asking")
    .option('--timeout <time>', 'cancel the run after this long: 90, 90s, 5m', parseTime)
    .option(
      '--max-turns <number>',
      'how many times a turn that stops for tools continues by itself',
      parseCount,
    )
    .option('--cwd <directory>', 'the directory to work in')
    .option('--data-dir <directory>', 'where sessions, trust and logs are kept')
    .option('--debug', 'write a debug log and say where it is')
    .option('--no-color', 'no colours')
    .option('--screen-reader', 'plain lines for screen readers: no boxes, no symbols, no redrawing');
}

function formatOption(flags: string): Option {
  return new Option(flags, 'how answers and lists are printed').choices(OUTPUT_FORMATS);
}

const EXPORT_FORMATS: readonly string[] = ['markdown', 'html'];

function isOutputFormat(text: string): text is OutputFormat {
  return OUTPUT_FORMATS.some((format) => format === text);
}

function checkRule(text: string): string {
  try {
    return parseRule(text).text;
  } catch (thrown) {
    throw new InvalidArgumentError(messageOf(thrown));
  }
}

function parseTime(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('Use a time such as 90, 90s or 5m.');
  return ms;
}

/** The options as the rest of simse takes them. A command may mean something else by --format: then that is its own. */
export function toFlags(options: ParsedOptions, ownsFormat: boolean): Flags {
  const { model, agentCommand, mcpConfig } = options;
  const agent = options.agent ?? options.server;
  return {
    outputFormat: options.outputFormat ?? (ownsFormat ? 'text' : outputFormatOf(options)),
    settings: toSettings(options),
    addDir: options.addDir ?? [],
    trustProject: options.trustProject === true,
    debug: options.debug === true,
    color: options.color,
    ...resumeOf(options),
    fork: options.fork === true,
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
    ...(agentCommand === undefined ? {} : { agentCommand }),
    ...(mcpConfig === undefined ? {} : { mcpConfig }),
    ...providerOf(options),
  };
}

/** Commander takes --format for the whole program's, wherever it stands: which command may have which is said here. */
function outputFormatOf({ format = 'text' }: ParsedOptions): OutputFormat {
  if (isOutputFormat(format)) return format;
  const isExport = EXPORT_FORMATS.includes(format);
  const message = isExport ? `${format} is for simse sessions export only.` : `there is no ${format}.`;
  throw new SimseError('usage', `--format: ${message}`, {
    hint: `Choose from ${OUTPUT_FORMATS.join(', ')}.`,
  });
}

/** --resume names one, and so says more than --continue. */
function resumeOf({ resume, continue: goesOn, fork }: ParsedOptions): Pick<Flags, 'resume'> {
  if (resume !== undefined) return { resume: { id: resume } };
  if (goesOn === true) return { resume: 'newest' };
  if (fork !== true) return {};
  throw new SimseError('usage', '--fork needs a session.', {
    hint: 'Use it with --continue or --resume <id>.',
  });
}

/** It chooses the agent as well, and is looked at before anything is started. */
function providerOf({
  provider,
  agent,
  server = agent,
  agentCommand,
}: ParsedOptions): Pick<Flags, 'provider'> {
  if (provider === undefined) return {};
  parseProviderAddress(provider);
  if (server === undefined && agentCommand === undefined) return { provider };
  throw new SimseError('usage', '--provider is for the built-in agent.', {
    hint: `Leave out ${server === undefined ? '--agent-command' : '--agent'}, or --provider.`,
  });
}

function toSettings(options: ParsedOptions): SettingsFile {
  const { allow = [], deny = [], permissionMode, timeout, maxTurns, screenReader } = options;
  return {
    allow,
    deny,
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(screenReader === undefined ? {} : { ui: { screenReader } }),
  };
}
