/** What a message may say, what an operator may do with a conversation, and how fast one may write. */
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
  ['what turns the direction', 'exe.\u202etxt\u2066\u2069', 'exe.txt'],
  ['separators of lines that are none', 'a\u2028b\u2029c', 'abc'],
  ['a family of one sign', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['letters and accents apart', 'e\u0301', 'é'],
  ['what a page would read as itself', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a whole screen of nothing', `a${'\n'.repeat(500)}b`, 'a\n\n\nb'],
  ['the same with spaces in its lines', `a${'\n \t'.repeat(500)}\nb`, 'a\n\n\nb'],
  ['nothing around it', '\u200b\ufeff  a \u2060', 'a'],
  ['as much as there may be', LONGEST, LONGEST],
  ['as many signs, each two units long', '😀'.repeat(2000), '😀'.repeat(2000)],
];

describe('a text is kept', () => {
  it.each(texts)('%s', (_, text, kept) => {
    expect(cleanText(text, { mayBeEmpty: false })).toEqual({ ok: true, value: kept });
  });
});

const refused: [what: string, text: string, code: string][] = [
  ['nothing', '', 'parameter_missing'],
  ['only what cannot be seen', ' \n\u200b\u202e\u0001', 'parameter_missing'],
  ['signs that show nothing', '\u200e\u200d\u3164\u115f\u2800\u00ad\u061c', 'parameter_missing'],
  ['one sign too many', `${LONGEST}x`, 'parameter_wrong'],
  ['half a sign', 'a\ud83d', 'parameter_wrong'],
];

describe('a text is refused', () => {
  it.each(refused)('%s', (_, text, code) => {
    expect(cleanText(text, { mayBeEmpty: false })).toMatchObject({ ok: false, refusal: { code } });
  });
});

test('with a picture it may be empty', () => {
  expect(cleanText(' ', { mayBeEmpty: true })).toEqual({ ok: true, value: '' });
});

const open = (assignedTo: string | null): Held => ({ status: 'open', assignedTo, last: 7n });
const deeds: [what: string, held: Held, deed: Deed, leaves: Pick<Held, 'status' | 'assignedTo'> | null][] = [
  ['taken', open(null), { kind: 'assign', from: null, to: 'sam' }, { status: 'open', assignedTo: 'sam' }],
  [
    'handed over',
    open('sam'),
    { kind: 'assign', from: 'sam', to: 'rosa' },
    { status: 'open', assignedTo: 'rosa' },
  ],
  [
    'taken over from whom one sees',
    open('rosa'),
    { kind: 'assign', from: 'rosa', to: 'sam' },
    { status: 'open', assignedTo: 'sam' },
  ],
  ['taken by somebody else meanwhile', open('rosa'), { kind: 'assign', from: null, to: 'sam' }, null],
  ['given to who has it', open('sam'), { kind: 'assign', from: 'sam', to: 'sam' }, null],
  ['given back', open('sam'), { kind: 'release' }, { status: 'open', assignedTo: null }],
  ['another’s given back', open('rosa'), { kind: 'release' }, null],
  ['nobody’s given back', open(null), { kind: 'release' }, null],
  ['closed', open('sam'), { kind: 'close', last: 7n }, { status: 'closed', assignedTo: null }],
  ['nobody’s closed', open(null), { kind: 'close', last: 7n }, { status: 'closed', assignedTo: null }],
  ['another’s closed', open('rosa'), { kind: 'close', last: 7n }, null],
  ['closed over a newer message', open('sam'), { kind: 'close', last: 6n }, null],
  ['closed twice', { ...open(null), status: 'closed' }, { kind: 'close', last: 7n }, null],
  [
    'taken though closed',
    { ...open(null), status: 'closed' },
    { kind: 'assign', from: null, to: 'sam' },
    null,
  ],
];

describe('a conversation is', () => {
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
])('outside %s is %s', (account, name) => {
  expect(firstName(account)).toBe(name);
});

describe('the pace', () => {
  it('lets a burst pass, then one a second', () => {
    const pace = new TokenBucket({ burst: 3, perSecond: 1, keysMax: 10 });
    const takes = (count: number, atMs: number) => Array.from({ length: count }, () => pace.take('a', atMs));
    expect(takes(5, 0)).toEqual([0, 0, 0, 1, 1]);
    expect(takes(2, 900)).toEqual([1, 1]);
    expect(takes(2, 1000)).toEqual([0, 1]);
    expect(takes(4, 60_000)).toEqual([0, 0, 0, 1]);
    expect(pace.take('b', 60_000)).toBe(0);
  });

  it('remembers so many, and forgets who was quiet longest', () => {
    const pace = new TokenBucket({ burst: 1, perSecond: 1, keysMax: 2 });
    for (const key of ['a', 'b', 'a', 'c']) pace.take(key, 0);
    expect([pace.take('a', 0), pace.take('b', 0)]).toEqual([1, 0]);
  });

  it('is not fooled by a clock that goes back', () => {
    const pace = new TokenBucket({ burst: 1, perSecond: 1, keysMax: 2 });
    pace.take('a', 10_000);
    expect(pace.take('a', 0)).toBe(1);
  });
});
