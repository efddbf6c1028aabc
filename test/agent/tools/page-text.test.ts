import { expect, test } from 'vitest';
import { pageText } from '../../../src/agent/tools/page-text.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

const textOf = (html: string) => pageText(html, 'https://example.org/docs/page').text;

test('a page is its title and its text, without what only a browser needs', () => {
  const html = `<!doctype html><html><head><title> The
    page </title><style>p{}</style></head><body><script>alert(1)</script>
    <h1>Big &amp; bold</h1><p>First   line<br>second</p><noscript>No</noscript><p>Last</body>`;
  expect(pageText(html, 'https://example.org/')).toEqual({
    title: 'The page',
    text: '# Big & bold\n\nFirst line\nsecond\n\nLast',
  });
});

test('lists, code and tables stay what they are', () => {
  const html = `<ul><li>One</li><li><p>Two <code>x = 1</code></p></li><li></li></ul>
    <pre><code>if (a) {
  b();
}</code></pre><p>After</p>
    <table><tr><th>Name</th><th>Size</th></tr><tr><td>a</td><td>1</td></tr></table>`;
  expect(textOf(html)).toBe(
    '- One\n- Two `x = 1`\n\n```\nif (a) {\n  b();\n}\n```\n\nAfter\n\nName | Size\na | 1',
  );
});

test('links have their whole address, and none that lead nowhere', () => {
  const html = `<p><a href="../api#top">The API</a>, <a href="#here">here</a>, <a href="javascript:x()">run</a>,
    <a href="https://other.example/"><img src="x"></a><img alt="A chart"></p>`;
  expect(textOf(html)).toBe('[The API](https://example.org/api#top), here, run, A chart');
});

test.each([
  ['long', '<p>one <a href="/x">y</a></p></td></svg>', '[y](https://example.org/x)'],
  ['without an end of any tag', '<div><ul><li><a href="/x">y</pre>', 'nested too deeply'],
])('a page of megabytes is read at once that is %s', (_, html, text) => {
  const cpuMs = watchCpu();
  expect(textOf(html.repeat(60_000))).toContain(text);
  expect(cpuMs()).toBeLessThan(5000);
});
