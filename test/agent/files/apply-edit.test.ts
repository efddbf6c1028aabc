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
  expect(() => change(FILE, 'something else entirely, of no use', 'x')).toThrow(/nor anything like it/);
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
