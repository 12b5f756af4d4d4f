/** Finds codes in answers that no table lists although the answers' schemas accept them. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { refusalCode } from '@candor/protocol/fields.ts';
import { noticeKind } from '@candor/protocol/notifications/schemas.ts';
import type { Schema } from '@candor/protocol/call.ts';
import { undeclaredIn } from './testing/answer-codes.ts';

const orders = v.object({
  items: v.array(v.object({ reason: v.nullable(v.union([refusalCode, v.picklist(['customer'])])) })),
});
const ended = v.variant('kind', [
  v.object({ kind: v.literal('open') }),
  v.object({ kind: v.literal('refused'), why: refusalCode }),
]);
const counts = v.record(v.string(), v.object({ of: v.optional(noticeKind) }));

test.each<[string, Schema, unknown, readonly string[]]>([
  ['a refusal', refusalCode, 'balance_insufficient', []],
  ['an unknown refusal', refusalCode, 'balance_missing', [': "balance_missing"']],
  ['a kind of notice as a refusal', refusalCode, 'recurring_bought', [': "recurring_bought"']],
  ['a kind of notice', noticeKind, 'recurring_bought', []],
  ['a refusal as a kind of notice', noticeKind, 'busy', [': "busy"']],
  [
    'listed codes, or null, in a list',
    orders,
    { items: [{ reason: null }, { reason: 'customer' }, { reason: 'busy' }] },
    [],
  ],
  [
    'an unknown code in a list',
    orders,
    { items: [{ reason: null }, { reason: 'busi' }] },
    ['items.1.reason: "busi"'],
  ],
  ['a listed code in one of two shapes', ended, { kind: 'refused', why: 'busy' }, []],
  [
    'an unknown code in either of two shapes',
    ended,
    { kind: 'refused', why: 'busi' },
    ['kind: "refused"', 'why: "busi"'],
  ],
  ['a shape without codes', ended, { kind: 'open' }, []],
  ['listed codes among named entries', counts, { a: { of: 'recurring_bought' }, b: {} }, []],
  [
    'an unknown code among named entries',
    counts,
    { a: { of: 'recurring_bort' } },
    ['a.of: "recurring_bort"'],
  ],
])('finds the unlisted codes of an answer: %s', (_, output, answer, violations) => {
  expect(v.is(output, answer)).toBe(true);
  expect(undeclaredIn({ output }, answer)).toEqual(violations);
});
