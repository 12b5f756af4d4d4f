/** The customer's wallets at the time of a statement, from the current ones and the records since. */
import { expect, test } from 'vitest';
import { countedSeq, expectedOf } from './own-claims.ts';

const nothing = { available: '0', frozen: '0' };
const wallet = {
  ...{ currency: 'USDT', value_usdt: '0', spot: { available: '10.5', frozen: '1' } },
  ...{ contract: { available: '0', frozen: '2' }, option: { available: '0', frozen: '3' } },
  ...{ experience: nothing, fund: { available: '0', frozen: '4' } },
};
const record = (amount: string) => ({
  ...{ seq: 9, kind: 'deposit', group: 'deposits' as never, ref: 'deposit:1', time: 1 },
  changes: [{ account: 'spot' as never, frozen: false, currency: 'USDT', amount }],
});

const none = { sum: 0n, isWhole: true };
const then = { wallets: [], records: [], claims: [], gains: none };

test('adds every pocket of a wallet, and subtracts the amounts recorded since the statement', () => {
  expect(expectedOf({ ...then, wallets: [wallet] })).toEqual({ USDT: 2_050_000_000n });
  expect(expectedOf({ ...then, wallets: [wallet], records: [record('5'), record('-0.5')] })).toEqual({
    USDT: 1_600_000_000n,
  });
});

const claims = [{ currency: 'USDT', held: '0', staked: '0', profit: '1', owed: '2', income: '0.00000001' }];
const unpaid = 200_000_001n;

test.each([
  [
    'of the customer’s positions, whatever the answer says',
    { sum: 300_000_000n, isWhole: true },
    300_000_000n,
  ],
  ['of the customer’s positions, if the answer says more', { sum: 50_000_000n, isWhole: true }, 50_000_000n],
  ['of the known positions, if the answer says less', { sum: 150_000_000n, isWhole: false }, 150_000_000n],
  ['of the answer, if not all positions are known', { sum: 50_000_000n, isWhole: false }, 100_000_000n],
])('adds the amounts that are not paid yet, and gains %s', (_, gains, gained) => {
  expect(expectedOf({ ...then, claims, gains })).toEqual({ USDT: unpaid + gained });
});

test.each([
  ['nothing was seen before', 7, undefined, 7],
  [
    'a record was seen well before the statement, which states a smaller count',
    0,
    { seq: 5, atMs: 100_000 },
    5,
  ],
  [
    'a record was seen so shortly before the statement that it may have missed it',
    3,
    { seq: 5, atMs: 950_000 },
    3,
  ],
  ['the statement counted more than was seen', 9, { seq: 5, atMs: 100_000 }, 9],
])('counts the records of a statement if %s', (_, stated, seen, counted) => {
  expect(countedSeq(stated, 1_000_000, seen)).toBe(counted);
});
