/** Transfers between a customer's accounts: one case per row, and properties of any sequence of transfers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Facts } from '../../commands/command.ts';
import type { Gate } from '../../identity/gates.ts';
import { openGate } from '../../identity/testing/gate.ts';
import { decideTransfer, readTransfer } from './rules.ts';
import { unshared } from '../../commands/testing/unshared.ts';

type Request = CallInput<'POST wallet/transfer'>;
const usual: Request = { currency: 'USDT', from: 'spot', to: 'contract', amount: '100' };

type Balances = Map<CustomerAccount, bigint>;

function facts(balances: Balances, status: Gate['status'] = 'active'): Facts {
  return {
    book: 100_001n,
    nowMs: 1_700_000_000_999,
    wallMs: 0,
    cancelOnly: false,
    stops: [],
    journalSeq: 1n,
    balance: (account) => balances.get(account) ?? 0n,
    balances: () => [],
    houseHas: () => false,
    ...unshared,
    row: () => ({ ...openGate, status }) as never,
    openRows: () => [],
    openCount: () => 0,
    counter: () => 0n,
    head: () => undefined,
    newId: () => 42n,
  };
}

/** Renders a decision as its postings, or as the refusal and its field. */
function told(request: Request, available: string): string {
  const read = readTransfer(request, ['USDT', 'BTC']);
  if (!read.ok) return `${read.refusal.code} ${read.refusal.field}`;
  const decided = decideTransfer(read.value, facts(new Map([[read.value.from, amount(available)]])));
  if (!decided.ok) return `${decided.refusal.code} ${decided.refusal.field}`;
  expect(decided.value.answer).toEqual({ id: '42', time: 1_700_000_000 });
  const postings = (decided.value.journals ?? []).flatMap(({ kind, ref, postings: lines }) => {
    expect([kind, ref]).toEqual(['transfer', 'transfer:42']);
    return lines;
  });
  return postings.map((line) => `${line.account} ${line.currency} ${line.amount}`).join(', ');
}

const cases: [what: string, change: Partial<Request>, available: string, outcome: string][] = [
  ['an available balance', {}, '100', 'spot USDT -10000000000, contract USDT 10000000000'],
  [
    'the opposite direction',
    { from: 'contract', to: 'spot' },
    '100',
    'contract USDT -10000000000, spot USDT 10000000000',
  ],
  ['a coin', { currency: 'BTC', to: 'option', amount: '0.00000001' }, '1', 'spot BTC -1, option BTC 1'],
  ['an unknown coin', { currency: 'DOGE' }, '100', 'currency_invalid currency'],
  ['the same account', { to: 'spot' }, '100', 'parameter_wrong to'],
  ['an amount of zero', { amount: '0' }, '100', 'amount_wrong amount'],
  ['an amount of zero with eight decimals', { amount: '0.00000000' }, '100', 'amount_wrong amount'],
  ['an amount one unit above the balance', { amount: '100.00000001' }, '100', 'balance_insufficient amount'],
  ['an empty account', {}, '0', 'balance_insufficient amount'],
  // Each of the following rows also violates the rule that the next row violates.
  [
    'an invalid currency, which is reported before the account',
    { currency: 'DOGE', to: 'spot', amount: '0' },
    '0',
    'currency_invalid currency',
  ],
  [
    'the same account, which is reported before the amount',
    { to: 'spot', amount: '0' },
    '0',
    'parameter_wrong to',
  ],
  ['an amount of zero, which is reported before the balance', { amount: '0' }, '0', 'amount_wrong amount'],
];

test.each(cases)('transfers or refuses: %s', (_, change, available, outcome) => {
  expect(told({ ...usual, ...change }, available)).toBe(outcome);
});

test('refuses a transfer by a customer who was frozen after the call was admitted', () => {
  const read = readTransfer(usual, ['USDT']);
  if (!read.ok) throw new Error(read.refusal.code);
  const decided = decideTransfer(read.value, facts(new Map([['spot', amount('500')]]), 'frozen'));
  expect(decided).toEqual({ ok: false, refusal: { code: 'account_frozen' } });
});

test('refuses a transfer above the available balance, and states the balance', () => {
  const read = readTransfer(usual, ['USDT']);
  if (!read.ok) throw new Error(read.refusal.code);
  const decided = decideTransfer(read.value, facts(new Map([['spot', amount('99.5')]])));
  expect(decided).toEqual({
    ok: false,
    refusal: {
      code: 'balance_insufficient',
      field: 'amount',
      params: { needed: '100', currency: 'USDT', available: '99.5' },
    },
  });
});

const account = fc.constantFrom('spot' as const, 'contract' as const, 'option' as const);

test('keeps the total unchanged and every balance non-negative through any sequence of transfers', () => {
  const start = fc.record({
    spot: fc.bigInt(0n, 10n ** 15n),
    contract: fc.bigInt(0n, 10n ** 15n),
    option: fc.bigInt(0n, 10n ** 15n),
  });
  const moves = fc.array(fc.record({ from: account, to: account, amount: fc.bigInt(1n, 10n ** 15n) }));
  fc.assert(
    fc.property(start, moves, (held, transfers) => {
      const balances: Balances = new Map(Object.entries(held) as [CustomerAccount, bigint][]);
      const total = (): bigint => [...balances.values()].reduce((sum, value) => sum + value, 0n);
      const before = total();
      for (const move of transfers) {
        if (move.from === move.to) continue;
        const short = (balances.get(move.from) ?? 0n) < move.amount;
        const decided = decideTransfer({ currency: 'USDT', ...move }, facts(balances));
        expect(decided.ok).toBe(!short);
        if (!decided.ok) continue;
        for (const line of decided.value.journals?.flatMap(({ postings }) => postings) ?? []) {
          const touched = line.account as CustomerAccount;
          balances.set(touched, (balances.get(touched) ?? 0n) + line.amount);
        }
        expect(total()).toBe(before);
        expect([...balances.values()].every((value) => value >= 0n)).toBe(true);
      }
    }),
  );
});
