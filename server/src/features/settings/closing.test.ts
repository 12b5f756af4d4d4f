/** Closing an account, one case per row: whether it is allowed, and which accounts the remaining money is returned to. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Facts } from '../../commands/command.ts';
import type { RowTable } from '../../commands/table.ts';
import { accountStandings } from '../../identity/account-standing.ts';
import type { AccountStanding } from '../../identity/account-standing.ts';
import { decideClosing } from './closing.ts';

const orders = { name: 'orders' } as RowTable<never>;
const NOW_MS = 1_700_000_000_000;

type Case = {
  readonly status?: AccountStanding['status'];
  readonly open?: number;
  readonly held?: readonly (readonly ['spot' | 'promo' | 'contract', string, string])[];
};

function facts({ status = 'active', open = 0, held = [] }: Case): Facts {
  const standing = { book: 7n, id: 0n, status, closedMs: null };
  const known: Partial<Facts> = {
    book: 7n,
    nowMs: 5,
    balances: () => held.map(([account, currency, value]) => ({ account, currency, amount: amount(value) })),
    row: ((table: unknown) => (table === accountStandings ? standing : undefined)) as Facts['row'],
    openRows: () => [],
    openCount: () => open,
    wallMs: 6,
    newId: () => 42n,
  };
  return known as Facts;
}

const decide = (given: Case, mode: 'demo' | 'live') =>
  decideClosing({ openTables: [orders], mode, nowMs: NOW_MS }, facts(given));

test.each<[string, Case, 'demo' | 'live', string | undefined]>([
  ['no money', {}, 'live', undefined],
  ['play money', { held: [['spot', 'USDT', '5']] }, 'demo', undefined],
  ['real money', { held: [['spot', 'USDT', '0.00000001']] }, 'live', 'balance_left'],
  ['a coin', { held: [['spot', 'BTC', '1']] }, 'live', 'balance_left'],
  ['experience credit', { held: [['promo', 'USDT', '100']] }, 'live', undefined],
  ['an open trade', { open: 1 }, 'demo', 'open_trade_blocks'],
  ['an open trade and real money', { open: 1, held: [['spot', 'USDT', '5']] }, 'live', 'open_trade_blocks'],
  ['the standing “frozen”', { status: 'frozen' }, 'demo', 'account_frozen'],
  ['the standing “locked”', { status: 'locked' }, 'demo', 'account_locked'],
  ['the standing “closed”', { status: 'closed' }, 'demo', 'session_ended'],
])('closes or refuses to close an account with %s', (_, given, mode, refusal) => {
  const decision = decide(given, mode);
  expect(decision.ok ? undefined : decision.refusal.code).toBe(refusal);
});

test('returns money, coins and credit to the accounts they came from, in one journal', () => {
  const decision = decide(
    {
      held: [
        ['spot', 'USDT', '5'],
        ['contract', 'USDT', '2'],
        ['spot', 'BTC', '1'],
        ['promo', 'USDT', '100'],
      ],
    },
    'demo',
  );
  if (!decision.ok) throw new Error(decision.refusal.code);
  const { journals = [], puts = [], appends = [] } = decision.value;
  expect(appends).toMatchObject([{ row: { book: 7n, id: 42n, kind: 'account_closed', timeMs: 6 } }]);
  expect(journals.map(({ kind }) => kind)).toEqual(['account_close']);
  expect(journals[0]?.postings).toEqual([
    { account: 'spot', currency: 'USDT', amount: -amount('5') },
    { account: 'equity', currency: 'USDT', amount: amount('7') },
    { account: 'contract', currency: 'USDT', amount: -amount('2') },
    { account: 'spot', currency: 'BTC', amount: -amount('1') },
    { account: 'inventory', currency: 'BTC', amount: amount('1') },
    { account: 'promo', currency: 'USDT', amount: -amount('100') },
    { account: 'promotions', currency: 'USDT', amount: amount('100') },
  ]);
  expect(puts.map(({ row }) => row)).toEqual([{ book: 7n, id: 0n, status: 'closed', closedMs: NOW_MS }]);
});
