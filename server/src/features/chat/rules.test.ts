/** Rules for messages, for operators' actions on a conversation, and for how fast a party may write. */
import { describe, expect, it, test } from 'vitest';
import { TokenBucket } from '../../flow/token-bucket.ts';
import { cleanText, decideDeed, firstName } from './rules.ts';
import type { Deed, Held } from './rules.ts';

const LONGEST = 'ä'.repeat(2000);
const texts: [what: string, text: string, kept: string][] = [
  ['a text', 'Where is my deposit?', 'Where is my deposit?'],
  ['lines', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
  ['a tab', 'a\tb', 'a\tb'],
  ['control characters', 'a\u0000b\u0007c\u001b[31md\u009fe', 'abc[31mde'],
  ['direction-changing characters', 'exe.\u202etxt\u2066\u2069', 'exe.txt'],
  ['Unicode line separators', 'a\u2028b\u2029c', 'abc'],
  ['a family emoji of several code points', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['decomposed accents', 'e\u0301', 'é'],
  ['HTML', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a screen of empty lines', `a${'\n'.repeat(500)}b`, 'a\n\n\nb'],
  ['a screen of lines with only blanks', `a${'\n \t'.repeat(500)}\nb`, 'a\n\n\nb'],
  ['surrounding blanks', '\u200b\ufeff  a \u2060', 'a'],
  ['the maximum length', LONGEST, LONGEST],
  ['the maximum length in surrogate pairs', '😀'.repeat(2000), '😀'.repeat(2000)],
];

describe('accepts as the text of a message', () => {
  it.each(texts)('%s', (_, text, kept) => {
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

describe('rejects as the text of a message', () => {
  it.each(refused)('%s', (_, text, code) => {
    expect(cleanText(text, { mayBeEmpty: false })).toMatchObject({ ok: false, refusal: { code } });
  });
});

test('accepts an empty text with a picture', () => {
  expect(cleanText(' ', { mayBeEmpty: true })).toEqual({ ok: true, value: '' });
});

const open = (assignedTo: string | null): Held => ({ status: 'open', assignedTo, last: 7n });
const deeds: [what: string, held: Held, deed: Deed, leaves: Pick<Held, 'status' | 'assignedTo'> | null][] = [
  ['taken', open(null), { kind: 'assign', from: null, to: 'sam' }, { status: 'open', assignedTo: 'sam' }],
  [
    'transferred',
    open('sam'),
    { kind: 'assign', from: 'sam', to: 'rosa' },
    { status: 'open', assignedTo: 'rosa' },
  ],
  [
    'taken over from its assignee',
    open('rosa'),
    { kind: 'assign', from: 'rosa', to: 'sam' },
    { status: 'open', assignedTo: 'sam' },
  ],
  [
    'refused if somebody else took it meanwhile',
    open('rosa'),
    { kind: 'assign', from: null, to: 'sam' },
    null,
  ],
  ['refused if assigned to its assignee', open('sam'), { kind: 'assign', from: 'sam', to: 'sam' }, null],
  ['released', open('sam'), { kind: 'release' }, { status: 'open', assignedTo: null }],
  ['not released by another operator', open('rosa'), { kind: 'release' }, null],
  ['not released while unassigned', open(null), { kind: 'release' }, null],
  ['closed', open('sam'), { kind: 'close', last: 7n }, { status: 'closed', assignedTo: null }],
  ['nobody’s closed', open(null), { kind: 'close', last: 7n }, { status: 'closed', assignedTo: null }],
  ['another’s closed', open('rosa'), { kind: 'close', last: 7n }, null],
  ['not closed after a newer message', open('sam'), { kind: 'close', last: 6n }, null],
  ['not closed twice', { ...open(null), status: 'closed' }, { kind: 'close', last: 7n }, null],
  [
    'not taken while closed',
    { ...open(null), status: 'closed' },
    { kind: 'assign', from: null, to: 'sam' },
    null,
  ],
];

describe('a conversation', () => {
  it.each(deeds)('%s', (_, held, deed, leaves) => {
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
])('shows %s outside as %s', (account, name) => {
  expect(firstName(account)).toBe(name);
});

describe('the token bucket', () => {
  it('lets a burst pass, then one a second', () => {
    const pace = new TokenBucket({ burst: 3, perSecond: 1, keysMax: 10 });
    const takes = (count: number, atMs: number) => Array.from({ length: count }, () => pace.take('a', atMs));
    expect(takes(5, 0)).toEqual([0, 0, 0, 1, 1]);
    expect(takes(2, 900)).toEqual([1, 1]);
    expect(takes(2, 1000)).toEqual([0, 1]);
    expect(takes(4, 60_000)).toEqual([0, 0, 0, 1]);
    expect(pace.take('b', 60_000)).toBe(0);
  });

  it('remembers a limited number of parties and forgets the longest inactive one', () => {
    const pace = new TokenBucket({ burst: 1, perSecond: 1, keysMax: 2 });
    for (const key of ['a', 'b', 'a', 'c']) pace.take(key, 0);
    expect([pace.take('a', 0), pace.take('b', 0)]).toEqual([1, 0]);
  });

  it('grants nothing extra when the clock goes back', () => {
    const pace = new TokenBucket({ burst: 1, perSecond: 1, keysMax: 2 });
    pace.take('a', 10_000);
    expect(pace.take('a', 0)).toBe(1);
  });
});
