/** The style of an exported page; its colours follow the reader's system. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --dim: #656d76; --back: #fff; --panel: #f6f8fa; --line: #d1d9e0;
  --accent: #0969da; --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #8d96a0; --back: #0d1117; --panel: #161b22;
  --line: #30363d; --accent: #58a6ff; --good: #7ee787; --good-back: #12261e; --bad: #ff7b72; --bad-back: #25171c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem 4rem; color: var(--text); background: var(--back);
  font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
header p, .note, summary { color: var(--dim); font-size: .875rem; }
.prose { white-space: pre-wrap; margin: .75rem 0; }
.prompt { margin: 1.5rem 0 1rem; padding: .25rem 1rem; background: var(--panel); border-left: 3px solid var(--accent); }
.note.error { color: var(--bad); }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: 6px; }
summary { cursor: pointer; padding: .375rem .75rem; }
summary.failed { color: var(--bad); }
details > pre, details > p { margin: 0; border-top: 1px solid var(--line); }
details > p { padding: .375rem .75rem; font-size: .875rem; }
pre { margin: .75rem 0; padding: .75rem; overflow-x: auto; background: var(--panel); border-radius: 6px; }
pre, code { font: .8125rem/1.5 ui-monospace, monospace; }
.prose code { padding: .125rem .25rem; background: var(--panel); border-radius: 4px; }
pre ins, pre del { display: block; text-decoration: none; }
pre ins { color: var(--good); background: var(--good-back); }
pre del { color: var(--bad); background: var(--bad-back); }
`;
