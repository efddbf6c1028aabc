import type { Style } from '../../draw/theme.ts';

/** By the first word of a scope, or by all of it. null is plain code. */
const STYLES: Readonly<Record<string, Style | null>> = {
  keyword: 'keyword',
  'meta keyword': 'keyword',
  'variable.language': 'keyword',
  built_in: 'type',
  type: 'type',
  'title.class': 'type',
  'title.class.inherited': 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  title: 'callable',
  section: 'callable',
  name: 'callable',
  'selector-tag': 'callable',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  addition: 'added',
  deletion: 'removed',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  'variable.constant': 'number',
  attr: 'attribute',
  attribute: 'attribute',
  property: null,
  meta: 'meta',
  'selector-attr': 'attribute',
  'selector-pseudo': 'attribute',
  'template-variable': 'attribute',
  variable: 'attribute',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  emphasis: 'emphasis',
  strong: 'strong',
  subst: null,
  params: null,
};

/** How what highlight.js calls so is drawn; undefined: as what it stands in. */
export function styleOfScope(scope: string): Style | null | undefined {
  const whole = STYLES[scope];
  return whole === undefined ? STYLES[/^[^. ]+/.exec(scope)?.[0] ?? ''] : whole;
}
