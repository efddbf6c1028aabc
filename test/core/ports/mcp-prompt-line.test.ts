import { expect, test } from 'vitest';
import type { McpPrompt } from '../../../src/core/ports/mcp-offers.ts';
import {
  argumentAtEnd,
  quoteValue,
  readArguments,
  readPromptLine,
} from '../../../src/core/ports/mcp-prompt-line.ts';

function prompt(name: string, ...args: string[]): McpPrompt {
  const declared = args.map((argument) => ({
    name: argument.replace('?', ''),
    required: !argument.endsWith('?'),
  }));
  return { server: 'shop', name, description: '', arguments: declared };
}

const WEATHER = prompt('weather', 'city', 'unit?');
const PLAIN = prompt('plain');

test.each([
  ['/shop:plain', 'plain', 11],
  ['/shop:plain and more', 'plain', 11],
  ['/shop:plain view x', 'plain view', 16],
  ['/shop:plainer', null, 0],
  ['/other:plain', null, 0],
  [' /shop:plain', null, 0],
])('%s begins with the prompt %s', (line, name, argumentsAt) => {
  const found = readPromptLine(line, [PLAIN, prompt('plain view', 'x')]);
  expect(found && { name: found.prompt.name, argumentsAt: found.argumentsAt }).toEqual(
    name === null ? null : { name, argumentsAt },
  );
});

test.each([
  ['in their order', ' Paris celsius', { city: 'Paris', unit: 'celsius' }, []],
  ['by name', ' unit=celsius city=Paris', { city: 'Paris', unit: 'celsius' }, []],
  ['by name and in their order', ' unit=celsius Paris', { city: 'Paris', unit: 'celsius' }, []],
  ['in quotes', ' city="New York" \'in short\'', { city: 'New York', unit: 'in short' }, []],
  ['with quotes in quotes', String.raw` "the \"Big\" one"`, { city: 'the "Big" one' }, []],
  ['with a quote in the word', " d'Or", { city: "d'Or" }, []],
  ['with an equals sign of their own', ' a=b', { city: 'a=b' }, []],
  ['as the rest of the line', ' Paris in degrees Celsius', { city: 'Paris', unit: 'in degrees Celsius' }, []],
  ['empty', ' city=""', { city: '' }, []],
  ['not at all', '  ', {}, ['city']],
  ['but the one that is needed', ' unit=celsius', { unit: 'celsius' }, ['city']],
])('arguments are given %s', (_how, text, values, missing) => {
  expect(readArguments(WEATHER, text)).toEqual({ values, missing, rest: '' });
});

test('words for which there is no argument are kept', () => {
  expect(readArguments(PLAIN, ' be "brief, please"')).toEqual({
    values: {},
    missing: [],
    rest: 'be brief, please',
  });
});

test.each([
  ['', null],
  [' ', { name: 'city', value: '', start: 1, context: {} }],
  [' Par', { name: 'city', value: 'Par', start: 1, context: {} }],
  [' Paris ', { name: 'unit', value: '', start: 7, context: { city: 'Paris' } }],
  [' unit=cel', { name: 'unit', value: 'cel', start: 6, context: {} }],
  [' unit=celsius P', { name: 'city', value: 'P', start: 14, context: { unit: 'celsius' } }],
  [' "New Y', { name: 'city', value: 'New Y', start: 1, context: {} }],
  [' Paris in deg', { name: 'unit', value: 'deg', start: 10, context: { city: 'Paris' } }],
])('in "%s" the argument at the end is still being typed', (text, expected) => {
  expect(argumentAtEnd(WEATHER, text)).toEqual(expected);
});

test('a prompt without arguments has none to type', () => {
  expect(argumentAtEnd(PLAIN, ' x')).toBeNull();
});

test.each(['Paris', 'New York', 'say "hi"', "d'Or", 'a=b', String.raw`C:\x`, ''])(
  'the value %s is read as it was quoted',
  (value) => {
    expect(readArguments(WEATHER, ` ${quoteValue(value)}`).values).toEqual({ city: value });
  },
);
