/** The summary of a ledger record. */
import { expect, test } from 'vitest';
import { byDay, linkOf, named, summaryOf } from './record-words.ts';
import type { LedgerRecord } from './record-words.ts';

type Change = LedgerRecord['changes'][number];
const change = (text: string): Change => {
  const [account = '', currency = '', amount = '', frozen] = text.split(' ');
  return { account: account as Change['account'], currency, amount, frozen: frozen === 'frozen' };
};
const outcomeOf = (...changes: string[]): string => {
  const { kind, sums } = summaryOf(changes.map(change));
  return [
    kind,
    ...sums.map(({ currency, amount, isCredit }) => `${amount} ${isCredit ? 'credit' : currency}`),
  ].join(' ');
};

test.each([
  ['a trade', 'changed -643.1068644 USDT 0.01 BTC', ['spot USDT -643.1068644', 'spot BTC 0.01']],
  ['a transfer', 'moved 1000 USDT', ['spot USDT -1000', 'contract USDT 1000']],
  ['a hold', 'moved 0.999 USDT', ['spot USDT -0.999', 'spot USDT 0.999 frozen']],
  [
    'margin and fee',
    'changed -0.3212322 USDT',
    ['contract USDT -32.4444522', 'contract USDT 32.12322 frozen'],
  ],
  ['the smallest unit', 'changed -0.00000001 BTC', ['spot BTC -0.00000001']],
  ['own money and credit', 'changed 100000 USDT 100 credit', ['spot USDT 100000', 'experience USDT 100']],
  ['nothing', 'none', []],
])('computes the summary of a record: %s', (_, outcome, changes) => {
  expect(outcomeOf(...changes)).toBe(outcome);
});

test('links a hold to the screen that can end it, and a forex position to the forex screens', () => {
  expect(named('withdrawal:123')).toEqual({ kind: 'withdrawal', id: '123' });
  expect(named('loan:7')).toEqual({ kind: 'other', id: '7' });
  expect(linkOf('withdrawal:123', null)).toBe('/pages/order/withdraw');
  expect(linkOf('position:1', 'BTC/USDT')).toBe('/pages/order/contract');
  expect(linkOf('position:1', 'EUR/USD')).toBe('/pages/whdetail/order');
  expect(linkOf('option:1', 'XAU/USD')).toBe('/pages/whdetail/secOrder');
  expect(linkOf('transfer:1', null)).toBeUndefined();
});

test('groups records by day, keeps their order, and returns each day once', () => {
  const items = [9, 8, 5, 4].map((time) => ({ time }));
  expect(byDay(items, (seconds) => String(Math.floor(seconds / 5)))).toEqual([
    { day: '1', items: [{ time: 9 }, { time: 8 }, { time: 5 }] },
    { day: '0', items: [{ time: 4 }] },
  ]);
});
