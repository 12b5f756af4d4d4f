/** Rules for messages and for operators' actions on a conversation, and the token bucket of the rate limits. */
import { describe, expect, it, test } from 'vitest';
import { TokenBucket } from '../../flow/token-bucket.ts';
import { cleanText, decideDeed, firstName } from './rules.ts';
import type { Deed, Held } from './rules.ts';

const LONGEST = 'ä'.repeat(2000);
const texts: [what: string, text: string, kept: string][] = [
  ['a text', 'Where is my deposit?', 'Where is my deposit?'],
  ['several lines', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
  ['a tab', 'a\tb', 'a\tb'],
  ['a text with control characters', 'a\u0000b\u0007c\u001b[31md\u009fe', 'abc[31mde'],
  ['a text with direction-changing characters', 'exe.\u202etxt\u2066\u2069', 'exe.txt'],
  ['a text with Unicode line separators', 'a\u2028b\u2029c', 'abc'],
  ['a family emoji of several code points', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['decomposed accents', 'e\u0301', 'é'],
  ['HTML', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a screen of empty lines', `a${'\n'.repeat(500)}b`, 'a\n\n\nb'],
  ['a screen of lines with only blanks', `a${'\n \t'.repeat(500)}\nb`, 'a\n\n\nb'],
  ['a text between blanks', '\u200b\ufeff  a \u2060', 'a'],
  ['a text of the maximum length', LONGEST, LONGEST],
  ['a text of the maximum length in surrogate pairs', '😀'.repeat(2000), '😀'.repeat(2000)],
];

describe('the rule for message texts', () => {
  it.each(texts)('accepts %s, and removes invisible characters', (_, text, kept) => {
    expect(cleanText(text, { mayBeEmpty: false })).toEqual({ ok: true, value: kept });
  });
});

const refused: [what: string, text: string, code: string][] = [
  ['an empty text', '', 'parameter_missing'],
  ['invisible characters only', ' \n\u200b\u202e\u0001', 'parameter_missing'],
  ['blank letters only', '\u200e\u200d\u3164\u115f\u2800\u00ad\u061c', 'parameter_missing'],
  ['one character too many', `${LONGEST}x`, 'parameter_wrong'],
  ['half a surrogate pair', 'a\ud83d', 'parameter_wrong'],
];

describe('the rule for message texts', () => {
  it.each(refused)('rejects %s', (_, text, code) => {
    expect(cleanText(text, { mayBeEmpty: false })).toMatchObject({ ok: false, refusal: { code } });
  });
});

test('accepts an empty text if the message has an image', () => {
  expect(cleanText(' ', { mayBeEmpty: true })).toEqual({ ok: true, value: '' });
});

const open = (assignedTo: string | null): Held => ({ status: 'open', assignedTo, last: 7n });
const deeds: [what: string, held: Held, deed: Deed, leaves: Pick<Held, 'status' | 'assignedTo'> | null][] = [
  [
    'is assigned to the operator who takes it',
    open(null),
    { kind: 'assign', from: null, to: 'sam' },
    { status: 'open', assignedTo: 'sam' },
  ],
  [
    'is transferred by its assignee to another operator',
    open('sam'),
    { kind: 'assign', from: 'sam', to: 'rosa' },
    { status: 'open', assignedTo: 'rosa' },
  ],
  [
    'is reassigned to an operator who takes it over',
    open('rosa'),
    { kind: 'assign', from: 'rosa', to: 'sam' },
    { status: 'open', assignedTo: 'sam' },
  ],
  [
    'is not taken if another operator has taken it first',
    open('rosa'),
    { kind: 'assign', from: null, to: 'sam' },
    null,
  ],
  ['is not assigned to its assignee again', open('sam'), { kind: 'assign', from: 'sam', to: 'sam' }, null],
  [
    'is unassigned when its assignee releases it',
    open('sam'),
    { kind: 'release' },
    { status: 'open', assignedTo: null },
  ],
  ['is not released by an operator other than its assignee', open('rosa'), { kind: 'release' }, null],
  ['is not released while unassigned', open(null), { kind: 'release' }, null],
  [
    'is closed by its assignee',
    open('sam'),
    { kind: 'close', last: 7n },
    { status: 'closed', assignedTo: null },
  ],
  [
    'is closed by any operator while unassigned',
    open(null),
    { kind: 'close', last: 7n },
    { status: 'closed', assignedTo: null },
  ],
  ['is not closed by an operator other than its assignee', open('rosa'), { kind: 'close', last: 7n }, null],
  ['is not closed after a newer message', open('sam'), { kind: 'close', last: 6n }, null],
  ['is not closed twice', { ...open(null), status: 'closed' }, { kind: 'close', last: 7n }, null],
  [
    'is opened by an operator who writes to its customer',
    { ...open(null), status: 'closed' },
    { kind: 'assign', from: null, to: 'sam', opens: true },
    { status: 'open', assignedTo: 'sam' },
  ],
  [
    'is not taken while closed',
    { ...open(null), status: 'closed' },
    { kind: 'assign', from: null, to: 'sam' },
    null,
  ],
];

describe('operators’ actions', () => {
  it.each(deeds)('a conversation %s', (_, held, deed, leaves) => {
    const decided = decideDeed(held, deed, 'sam');
    expect(decided).toEqual(
      leaves === null ? { ok: false, refusal: { code: 'case_changed' } } : { ok: true, value: leaves },
    );
  });
});

it.each([
  ['sam', 'Sam'],
  ['rosa.diaz', 'Rosa'],
  ['émile-2', 'Émile'],
  ['42', '42'],
])('shows operator %s to customers as %s', (account, name) => {
  expect(firstName(account)).toBe(name);
});

describe('the token bucket', () => {
  it('grants a burst, and then one token a second', () => {
    const pace = new TokenBucket({ burst: 3, perSecond: 1, keysMax: 10 });
    const takes = (count: number, atMs: number) => Array.from({ length: count }, () => pace.take('a', atMs));
    expect(takes(5, 0)).toEqual([0, 0, 0, 1, 1]);
    expect(takes(2, 900)).toEqual([1, 1]);
    expect(takes(2, 1000)).toEqual([0, 1]);
    expect(takes(4, 60_000)).toEqual([0, 0, 0, 1]);
    expect(pace.take('b', 60_000)).toBe(0);
  });

  it('tracks a limited number of keys, and evicts the least recently used key', () => {
    const pace = new TokenBucket({ burst: 1, perSecond: 1, keysMax: 2 });
    for (const key of ['a', 'b', 'a', 'c']) pace.take(key, 0);
    expect([pace.take('a', 0), pace.take('b', 0)]).toEqual([1, 0]);
  });

  it('grants no extra token when the clock is set back', () => {
    const pace = new TokenBucket({ burst: 1, perSecond: 1, keysMax: 2 });
    pace.take('a', 10_000);
    expect(pace.take('a', 0)).toBe(1);
  });
});
