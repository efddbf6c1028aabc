/** The keys that there are only in one place, where the draft does not take them. */
export interface PlaceKeys {
  place: string;
  keys: readonly PlaceKey[];
}

/** Built-in chords, or what is typed as it is, and what they do there. Chords of actions go where the user moves those. */
export interface PlaceKey {
  chords: readonly string[];
  help: string;
}

type Written = readonly [chords: string, help: string];

export const PLACE_KEYS: readonly PlaceKeys[] = [
  place('A permission question', [
    ['1–9', 'that answer'],
    ['up down enter', 'choose an answer'],
    ['a A', 'allow once, for this session'],
    ['r R', 'reject once, for this session'],
    ['tab', 'reject, and say why'],
    ['e', 'edit the rule that would be made'],
    ['d', 'show all of it'],
    ['pageup pagedown', 'scroll it'],
    ['escape', 'reject'],
  ]),
  place('A form', [
    ['tab shift+tab', 'next field, field before'],
    ['up down', 'choose, or go to another field'],
    ['space', 'switch on and off'],
    ['enter', 'next field, and send behind the last'],
    ['o', 'open the page that is asked for'],
    ['ctrl+o', 'show all of it'],
    ['ctrl+x', 'decline'],
    ['escape', 'cancel'],
  ]),
  place('A panel', [
    ['up down', 'move; the last row has its other keys'],
    ['enter', 'look into it'],
    ['escape', 'clear the filter, go back'],
    ['ctrl+c', 'close it'],
  ]),
  place('The search of earlier prompts', [
    ['ctrl+r up down', 'older, newer'],
    ['enter', 'take it'],
    ['escape', 'leave the draft as it was'],
  ]),
  place('The queue', [
    ['up down', 'go through it'],
    ['enter', 'edit'],
    ['delete', 'remove'],
    ['escape', 'leave it'],
  ]),
  place('The pager', [
    ['up down j k', 'scroll by a row'],
    ['pageup pagedown b space', 'by a page'],
    ['ctrl+u ctrl+d', 'by half a page'],
    ['g G', 'beginning, end'],
    ['left right p n', 'other outputs'],
    ['/', 'search; n, N: next, before'],
    ['t', 'all of the transcript'],
    ['s', 'print it into the scrollback'],
    ['q escape', 'close'],
  ]),
];

function place(name: string, keys: readonly Written[]): PlaceKeys {
  return { place: name, keys: keys.map(([chords, help]) => ({ chords: chords.split(' '), help })) };
}
