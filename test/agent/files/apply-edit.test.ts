import { expect, test } from 'vitest';
import { applyEdit } from '../../../src/agent/files/apply-edit.ts';

const FILE = `function pay(cart) {
  if (cart === null) {
    return redirect('/cart');
  }
  return charge(cart);
}
`;

function change(text: string, oldText: string, newText: string, replaceAll = false): string {
  return applyEdit(text, { oldText, newText, replaceAll });
}

test('a text that stands once is replaced, and nothing else', () => {
  expect(change(FILE, 'cart === null', 'cart == null')).toBe(FILE.replace('===', '=='));
  expect(change('$1 a', 'a', '$& $1')).toBe('$1 $& $1');
});

test('a text that stands at several places is not replaced unless all of them are meant', () => {
  expect(() => change('x\ny\nx\n', 'x', 'z')).toThrow(/2 places \(lines 1, 3\)/);
  expect(change('x\ny\nx\n', 'x', 'z', true)).toBe('z\ny\nz\n');
});

test('white space that is not as the model remembers it does not matter, and the file keeps its own', () => {
  const remembered = 'if (cart === null) {\n  return redirect("/cart");\n}'.replaceAll('"', "'");
  const wanted = 'if (!cart) {\n  return redirect("/");\n}'.replaceAll('"', "'");
  expect(change(FILE, remembered, wanted)).toBe(`function pay(cart) {
  if (!cart) {
    return redirect('/');
  }
  return charge(cart);
}
`);
  expect(change('\tkey:  value\n', 'key: value', 'key: other')).toBe('\tkey: other\n');
});

test('what is alike but for white space at two places is not guessed', () => {
  expect(() => change('  a b\n\ta  b\n', 'a   b', 'c')).toThrow(/2 places \(lines 1, 2\)/);
});

test('a text that is not there is answered with what is most like it', () => {
  expect(() => change(FILE, "if (cart === undefined) {\n  return redirect('/cart');", 'x')).toThrow(
    /not in the file\. What is most like it:[^]*2: {3}if \(cart === null\) \{\n3: {5}return redirect/,
  );
  const long = 'one two three\n'.repeat(50);
  expect(() => change(long, 'something else entirely, of no use', 'x')).toThrow(/nor anything like it/);
  expect(() => change('hello\n', 'hallo', 'x')).toThrow(/What is there:\n1: hello/);
});

test('line breaks stay those of the file', () => {
  const windows = FILE.replaceAll('\n', '\r\n');
  expect(change(windows, 'null) {\n    return', 'null) {\n    // no cart\n    return')).toBe(
    windows.replace('null) {\r\n', 'null) {\r\n    // no cart\r\n'),
  );
  expect(change('a\nb\n', 'a\r\nb', 'c\r\nd')).toBe('c\nd\n');
});

test('lines are removed whole, and a file without a last line break keeps none', () => {
  expect(change('a\n  b\nc\n', 'b ', '')).toBe('a\nc\n');
  expect(change('a\n  b', 'b  ', 'd')).toBe('a\n  d');
});

test('an edit that would change nothing is refused', () => {
  expect(() => change(FILE, 'cart', 'cart')).toThrow(/the same/);
  expect(() => change(FILE, '', 'x')).toThrow(/empty/);
});

test('places that overlap are several places', () => {
  expect(() => change('}\n}\n}\n', '}\n}\n', '}\n')).toThrow(/2 places \(lines 1, 2\)/);
  expect(change('aaa', 'a', 'aa', true)).toBe('aaaaaa');
});

test('in a file with line breaks of both kinds each place keeps its own', () => {
  const mixed = 'a\r\nb\r\nc\nd\n';
  expect(change(mixed, 'c\nd', 'c\nx\nd')).toBe('a\r\nb\r\nc\nx\nd\n');
  expect(change(mixed, 'a\nb', 'a\nx\nb')).toBe('a\r\nx\r\nb\r\nc\nd\n');
  expect(change(mixed, '\nb', '\nx')).toBe('a\r\nx\r\nc\nd\n');
  expect(change(mixed, '  c\n  d', '  c\n  x\n  d')).toBe('a\r\nb\r\nc\nx\nd\n');
});

test('a byte order mark stays where it is', () => {
  expect(change('\uFEFF  a  b\nc\n', 'a b', 'x')).toBe('\uFEFF  x\nc\n');
  expect(change('\uFEFFa\nc\n', 'a', 'x')).toBe('\uFEFFx\nc\n');
});

test('blank lines around a place that is found but for white space are not doubled, and new ones stay', () => {
  const text = 'one\n\n  two  three\n\nfour\n';
  expect(change(text, '\n\ntwo three\n\n', '\n\nsix\n\n')).toBe('one\n\n  six\n\nfour\n');
  expect(change(text, 'two three', 'six\n\nseven')).toBe('one\n\n  six\n\n  seven\n\nfour\n');
  expect(change(text, 'two three\n', 'six\n\n')).toBe('one\n\n  six\n\n\nfour\n');
});

test('what the model indents in its own way is indented as the place is, line by line', () => {
  const spaces = 'class A:\n    def f(self):\n        return 1\n';
  expect(
    change(spaces, '\tdef f(self):\n\t\treturn  1', '\tdef f(self):\n\t\tif self:\n\t\t\treturn 2'),
  ).toBe('class A:\n    def f(self):\n        if self:\n            return 2\n');
  const tabs = '\tif (a) {\n\t\tb();\n\t}\n';
  expect(change(tabs, 'if (a) {\n  b();\n}', 'if (a) {\n  b();\n  if (c) {\n    d();\n  }\n}')).toBe(
    '\tif (a) {\n\t\tb();\n\t\tif (c) {\n\t\t\td();\n\t\t}\n\t}\n',
  );
});

test('lines that only begin at another depth than the model remembers keep theirs', () => {
  const text = '  if (a) {\n    b(1);\n  }\n';
  expect(change(text, 'if  (a) {\n    b(1);\n  }', 'if (c) {\n    b(1);\n  }')).toBe(
    '  if (c) {\n    b(1);\n  }\n',
  );
});

test('a letter with its accent beside it is the same letter', () => {
  const decomposed = 'cafe\u0301 = 1\n';
  expect(change(decomposed, 'caf\u00e9 = 1', 'tea = 1')).toBe('tea = 1\n');
});

test('what is most like a long text is found in a long file', () => {
  const lines = Array.from(
    { length: 50_000 },
    (_, index) => `  const value${index} = compute(${index}, "x");`,
  );
  const wanted = lines.slice(41_000, 41_400).map((line) => line.replace('compute', 'compile'));
  expect(() => change(lines.join('\n'), wanted.join('\n'), 'x')).toThrow(/41001: {3}const value41000/);
});
