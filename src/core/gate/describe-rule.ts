import type { RuleEffect, PermissionRule } from './permission-rule.ts';

const VERBS: Readonly<Record<RuleEffect, string>> = {
  allow: 'allows',
  ask: 'asks before',
  deny: 'denies',
};

/** What a rule does, in words: `allows commands that match git status*`. */
export function describeRule(effect: RuleEffect, rule: PermissionRule): string {
  return `${VERBS[effect]} ${subjectOf(rule)}`;
}

function subjectOf({ tool, argument }: PermissionRule): string {
  switch (tool) {
    case '*':
      return argument === null ? 'everything' : `everything with an argument that matches ${argument}`;
    case 'shell':
      if (argument === null) return 'every command';
      return hasStar(argument) ? `commands that match ${argument}` : `the exact command ${plain(argument)}`;
    case 'read_file':
      return `reading ${filesOf(argument)}`;
    case 'write_file':
      return `writing ${filesOf(argument)}`;
    case 'sampling':
      return argument === null
        ? 'every MCP server that asks your model'
        : `the MCP server ${plain(argument)} asking your model`;
    default:
      return toolsOf(tool, argument);
  }
}

function filesOf(argument: string | null): string {
  if (argument === null) return 'every file';
  return /(?<!\\)[*?[{]/.test(argument) ? `files that match ${argument}` : `the file ${plain(argument)}`;
}

function toolsOf(tool: string, argument: string | null): string {
  const tools = hasStar(tool) ? `tools that match ${tool}` : `the tool ${plain(tool)}`;
  return argument === null ? tools : `${tools} with an argument that matches ${argument}`;
}

function hasStar(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}

/** A pattern that stands for one text, as that text. */
function plain(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, '$1');
}
