/** The text of a ledger is exact to the last decimal, declares every name, and contains no character that could break a line. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { textBalances, textBroughtForward, textHeader, textTransaction } from './plain-text.ts';
import type { TextBalance, TextJournal } from './plain-text.ts';

const sale: TextJournal = {
  book: 100001n,
  seq: 12n,
  kind: 'spot_buy',
  ref: 'spot_order:4711',
  timeMs: Date.UTC(2026, 10, 22, 3, 10, 30, 123),
  postings: [
    { account: 'spot', currency: 'USDT', amount: -amount('643.10686441') },
    { account: 'inventory', currency: 'USDT', amount: amount('643.1068644') },
    { account: 'rounding', currency: 'USDT', amount: amount('0.00000001') },
    { account: 'inventory', currency: 'BTC', amount: -amount('0.01') },
    { account: 'spot', currency: 'BTC', amount: amount('0.01') },
  ],
};

test('writes a journal as a transaction with its number, kind and subject', () => {
  expect(textTransaction(sale)).toBe(`
2026-11-22 * (100001/12) spot_buy | spot_order:4711  ; book:100001, seq:12, ref:spot_order:4711, time:2026-11-22T03:10:30.123Z
    customer:100001:spot  -643.10686441 USDT
    house:inventory  643.1068644 USDT
    house:rounding  0.00000001 USDT
    house:inventory  -0.01 BTC
    customer:100001:spot  0.01 BTC
`);
});

test('declares each used name once and in order, and quotes a commodity with characters other than letters', () => {
  const header = textHeader({
    title: ['A ledger'],
    accounts: [
      { book: 100001n, account: 'spot' },
      { book: 0n, account: 'fees' },
      { book: 0n, account: 'fees' },
    ],
    currencies: ['USDT', '1INCH', 'USDT'],
    kinds: ['transfer'],
  });
  expect(header.trim().split('\n')).toEqual([
    ...['; A ledger', '', 'decimal-mark .', ''],
    ...['commodity 1000.00000000 "1INCH"', 'commodity 1000.00000000 USDT', ''],
    ...['account customer:100001:spot', 'account house:fees', ''],
    ...['payee balances', 'payee brought_forward', 'payee transfer', ''],
    ...['tag book', 'tag ref', 'tag seq', 'tag time'],
  ]);
});

const balances: TextBalance[] = [
  { book: 100001n, account: 'spot', currency: 'USDT', amount: amount('99.5') },
  { book: 100001n, account: 'spot', currency: 'BTC', amount: 0n },
  { book: 0n, account: 'custody', currency: 'USDT', amount: -amount('99.5') },
];

test('asserts every balance, including zero, and omits zeros from the sums brought forward', () => {
  const day = Date.UTC(2026, 10, 22, 23, 59, 59, 999);
  expect(textBalances(day, balances)).toBe(`
2026-11-22 * balances | as the ledger keeps them
    customer:100001:spot  0 USDT = 99.5 USDT
    customer:100001:spot  0 BTC = 0 BTC
    house:custody  0 USDT = -99.5 USDT
`);
  expect(textBalances(day, [])).toBe('');
  expect(textBroughtForward({ journals: 7n, timeMs: day }, balances)).toBe(`
2026-11-22 * brought_forward | 7 older journals
    customer:100001:spot  99.5 USDT
    house:custody  -99.5 USDT
`);
});

test.each(['spot order', 'a;b', 'x\n2026-01-01 forged', 'a,b'])(
  'rejects a journal whose subject is %j',
  (ref) => {
    expect(() => textTransaction({ ...sale, ref })).toThrow('expected a ref');
  },
);
