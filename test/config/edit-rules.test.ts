import { expect, test } from 'vitest';
import { putRule, removeRule } from '../../src/config/edit-entries.ts';

test('a rule is written into the file as somebody wrote it, with every comment and blank in its place', () => {
  const text = [
    '// How this project is worked on.',
    '{',
    '    "permissionMode": "default", // asks',
    '    "allow": [',
    '        "shell(git status*)", // harmless',
    '        "shell(ls *)"',
    '        // more to come',
    '    ],',
    '    "deny": ["write_file(.env)"],',
    '}',
    '',
  ].join('\r\n');
  const added = putRule(text, 'allow', 'shell(npm test*)');
  expect(added).toBe(
    text.replace(
      '"shell(ls *)"\r\n        // more to come',
      '"shell(ls *)",\r\n        // more to come\r\n        "shell(npm test*)"',
    ),
  );
  expect(putRule(added, 'allow', 'shell(npm test*)')).toBe(added);
  expect(putRule(text, 'deny', 'shell(rm *)')).toBe(
    text.replace('["write_file(.env)"]', '["write_file(.env)", "shell(rm *)"]'),
  );
  expect(removeRule(added, 'allow', 'shell(npm test*)')).toBe(text);
  expect(removeRule(text, 'allow', 'shell(git status*)')).toBe(
    text.replace('        "shell(git status*)", // harmless\r\n', ''),
  );
  expect(removeRule(text, 'allow', 'shell(npm test*)')).toBe(text);
});

test.each([
  ['{}\n', '{\n  "ask": ["shell(rm *)"]\n}\n'],
  ['{"maxTurns": 5}', '{"maxTurns": 5, "ask": ["shell(rm *)"]}'],
  ['{\n\t"ask": [],\n}', '{\n\t"ask": [\n\t\t"shell(rm *)"\n\t],\n}'],
  ['\uFEFF{ "ask": ["x"] }', '\uFEFF{ "ask": ["x", "shell(rm *)"] }'],
])('into %j a rule goes as %j', (before, after) => {
  expect(putRule(before, 'ask', 'shell(rm *)')).toBe(after);
});

test('a rule that stands there twice is taken out twice', () => {
  expect(removeRule('{"deny": ["a", "b", " a "]}', 'deny', 'a')).toBe('{"deny": ["b"]}');
});
