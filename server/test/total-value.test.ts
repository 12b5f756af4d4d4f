/**
 * One customer has something of every kind: coins, a resting order, a position, an open option, an order of the fund, a
 * withdrawal in progress and a loan. Every call that states the total value states the same one, and the reconstructed past
 * value agrees.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOwed, worth } from '@candor/domain/ledger/valuation.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openLending } from '../src/features/loans/testing/lending.ts';
import type { Borrower, Lending } from '../src/features/loans/testing/lending.ts';
import { readHoldings } from '../src/ledger/statement.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { customerWorth } from '../src/worth/customer-worth.ts';
import { readOwed } from '../src/worth/owed.ts';
import { readPast } from '../src/worth/past.ts';

let lending: Lending;
let ann: Borrower;
let book: bigint;

beforeAll(async () => {
  lending = await openLending();
  ann = await lending.somebody();
  book = BigInt(ann.customer);
  await mayUseLeverage();
  await haveEverything();
}, 90_000);
afterAll(async () => {
  await lending.close();
});

async function mayUseLeverage(): Promise<void> {
  await ann.done('POST lever/apply', {
    ...{ knowledge: 'some', experience: 'under_one_year', loss_capacity: 'bearable', funds_source: 'salary' },
    ...{ quiz_leverage: 'ten', quiz_close_out: 'position_is_closed' },
    ...{ quiz_gap: 'at_the_next_price', quiz_worst: 'the_margin' },
  });
  const { customer } = ann;
  const { application } = await lending.rosa.done('GET leverage', { customer });
  const id = application?.id ?? '';
  await lending.rosa.done('POST leverage_decide', { customer, id, verdict: 'approve' });
}

async function haveEverything(): Promise<void> {
  await ann.done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '1000' });
  await ann.done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '2000' });
  const order = { symbol: 'BTC/USDT', quantity: '0.01234567' } as const;
  await ann.done('POST coin/trade', { ...order, quantity: '0.0123', side: 'buy', type: 'market' });
  await ann.done('POST coin/trade', {
    ...order,
    ...{ quantity: '0.0011', side: 'sell', type: 'limit', price: '900000' },
  });
  const position = { symbol: 'BTC/USDT', type: 'market', quantity: '0.01', collateral: 'contract' } as const;
  await ann.done('POST lever/submit', { ...position, side: 'short', leverage: 20 });
  await ann.done('POST lever/submit', { ...position, symbol: 'ETH/USDT', side: 'long', leverage: 10 });
  await ann.done('POST lh/deposit', { amount: '5000' });
  await lending.lent(ann);
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 300, payout_ratio: '0.88' } as const;
  await ann.done('POST microtrade/submit', { ...ticket, stake: '50', currency: 'USDT' });
}

/** Each call that states a total, made by the customer or by an operator. */
const calls = {
  profile: async () => (await ann.done<CallOutput<'GET user/info'>>('GET user/info')).account_balance,
  history: async () =>
    (await ann.done<CallOutput<'GET wallet/history'>>('GET wallet/history', { days: 30 })).at(-1)?.value_usdt,
  portfolio: async () =>
    (await ann.done<CallOutput<'GET portfolio/history'>>('GET portfolio/history')).points.at(-1)?.value_usdt,
  console: async () => (await lending.ada.done('GET customer', { customer: ann.customer })).value_usdt,
  'list of the console': async () =>
    (await lending.ada.done('GET customers', { q: ann.account })).items.find(({ id }) => id === ann.customer)
      ?.value_usdt,
} as const;

/** Prices continue to arrive, so two calls are repeated until no price came between them. */
test.each(Object.keys(calls) as (keyof typeof calls)[])(
  'agrees with the total that another call returns: %s',
  async (name) => {
    for (let attempt = 0; ; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      const [value, other] = await Promise.all([
        ann.done<CallOutput<'GET portfolio/value'>>('GET portfolio/value'),
        calls[name](),
      ]);
      const sum = value.parts.reduce((total, one) => total + amount(one.value_usdt), 0n);
      expect(value.total).toBe(formatAmount(sum));
      if (other === value.total || attempt === 60) {
        expect(other).toBe(value.total);
        return;
      }
    }
  },
);

test('the total includes every part, and equals the grant less costs', async () => {
  const { parts } = await ann.done<CallOutput<'GET portfolio/value'>>('GET portfolio/value');
  const of = (part: string): Amount => amount(parts.find((one) => one.part === part)?.value_usdt ?? '0');
  expect(formatAmount(of('fund'))).toBe('5000');
  expect(formatAmount(of('option'))).toBe('1000');
  // The principal of 1,000 and the interest of the first day.
  expect(of('loans')).toBeLessThan(-amount('1000'));
  expect(of('loans')).toBeGreaterThan(-amount('1010'));
  expect(of('open_profit')).not.toBe(0n);
  const sum = parts.reduce((total, one) => total + amount(one.value_usdt), 0n);
  // The grant of 100,000, less fees, spreads and the interest.
  expect(sum).toBeGreaterThan(amount('99900'));
  expect(sum).toBeLessThan(amount('100050'));
});

test('lists the same parts in the month’s statement', async () => {
  const { months } = await ann.done<CallOutput<'GET statement/periods'>>('GET statement/periods');
  const period = months[0]?.period ?? '';
  const one = await ann.done<CallOutput<'GET statement/one'>>('GET statement/one', { period });
  const { parts } = await ann.done<CallOutput<'GET portfolio/value'>>('GET portfolio/value');
  const of = (part: string) => parts.find((found) => found.part === part)?.value_usdt;
  expect(one.closing_loans_usdt).toBe(of('loans'));
  expect(one.closing_due_usdt).toBe(of('due'));
  const beside = [one.closing_open_profit_usdt, one.closing_due_usdt, one.closing_loans_usdt];
  const sum = beside.reduce((total, value) => total + amount(value), amount(one.closing_value_usdt));
  expect(one.closing_total_usdt).toBe(formatAmount(sum));
  expect(one.opening_total_usdt).toBe('0');
});

test('measures performance from the grant, and marks the grant', async () => {
  const history = await ann.done<CallOutput<'GET portfolio/history'>>('GET portfolio/history');
  expect(history.flows).toMatchObject([{ kind: 'grant', currency: 'USDT', amount: '100000' }]);
  const [week] = history.performance;
  expect(history.performance.map(({ period }) => period)).toEqual(['1w', '1m', '3m', '1y', 'all']);
  const profit = amount(history.points.at(-1)?.value_usdt ?? '0') - amount('100000');
  expect(week).toMatchObject({
    ...{ deposited_usdt: '100000', withdrawn_usdt: '0', from: history.since },
    profit_usdt: formatAmount(profit),
  });
  expect(history.worst_day === null).toBe(profit >= 0n);
});

test('shows the amounts owed in the wallet, from which the app computes the same total', async () => {
  const wallets = await ann.done<CallOutput<'POST wallet/list'>>('POST wallet/list');
  const usdt = wallets.find(({ currency }) => currency === 'USDT');
  const loans = (await ann.done<CallOutput<'GET lh/loan/order'>>('GET lh/loan/order')).items;
  expect(usdt).toMatchObject({ due: '0', loans: loans[0]?.due, fund: { frozen: '5000' } });
});

/** Values everything at made-up prices, from the current rows and from those of the past. */
async function bothWays() {
  const quote = { bid: amount('61000'), ask: amount('61010') };
  const quoteOf = () => quote;
  const pool = lending.pool;
  const timeMs = (await newestMs()) + MINUTE_MS;
  const now = await customerWorth({
    ...{ pool, instruments, quoteOf, bidOf: () => quote.bid },
    marketNow: () => timeMs - 1,
  }).of(book);
  const quotesAt = async (ends: readonly { symbol: string; endMs: number }[]) =>
    new Map(ends.map(({ symbol, endMs }) => [`${symbol} ${endMs}`, quote]));
  const past = await readPast(
    { pool, instruments, dayBids: { quotesAt } },
    { book, timesMs: [MINUTE_MS, timeMs], nowMs: timeMs },
  );
  const holdings = await readHoldings(pool, book);
  return { now, rebuilt: worth({ holdings, ...past(timeMs) }, () => quote.bid), before: past(MINUTE_MS) };
}

test('values the past from past rows by the same rules as the present', async () => {
  const { now, rebuilt, before } = await bothWays();
  expect(rebuilt).toEqual(now);
  expect(before).toEqual({ openProfit: 0n, owed: nothingOwed });
});

test('values a partly repaid loan and a closed position in the past by the same rules as now', async () => {
  const loans = (await ann.done<CallOutput<'GET lh/loan/order'>>('GET lh/loan/order')).items;
  const { now: whole } = await bothWays();
  expect((await ann.repay(loans[0]?.id ?? '', '400')).body.type).toBe('ok');
  const held = await ann.done<CallOutput<'POST lever/my_trade'>>('POST lever/my_trade', {
    status: 'holding',
  });
  await ann.done('POST lever/close', { id: held.items[0]?.id ?? '' });
  const { now, rebuilt } = await bothWays();
  expect(rebuilt).toEqual(now);
  expect(formatAmount(now.parts.loans - whole.parts.loans)).toBe('400');
  expect(now.parts.open_profit).not.toBe(whole.parts.open_profit);
});

async function newestMs(): Promise<number> {
  const { rows } = await lending.owner.query<{ ms: string }>(
    `select greatest((select max(time_ms) from journal), (select max(time_ms) from tape)) as ms`,
  );
  return Math.ceil(Number(rows[0]?.ms) / MINUTE_MS) * MINUTE_MS;
}

test('counts the amounts that the platform has not paid out yet, now and in the past', async () => {
  const owner = new pg.Client({ connectionString: lending.server.ownerUrl });
  await owner.connect();
  const atMs = await newestMs();
  try {
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await owner.query(
      `insert into house_debt (book, id, position, amount, paid, status, created_ms, updated_ms, collateral)
        values ($1, 999001, 1, 7, 3, 'owed', $2, $2, 'contract'), ($1, 999002, 1, 50, 0, 'owed', $2, $2, 'promo')`,
      [book, atMs],
    );
    await owner.query(
      `insert into referral_reward (book, id, source, order_id, number, level, base, rate, amount, status, version, armed_seq, time_ms)
        values ($1, 999003, 1, 1, 1, 1, 25, 0.1, 2.5, 'due', 1, 1, $2)`,
      [book, atMs],
    );
    const deps = { pool: owner, instruments, dayBids: { quotesAt: async () => new Map() } };
    const owed = await readOwed(owner, { books: [book], nowMs: atMs });
    expect(formatAmount(owed.get(book)?.due ?? 0n)).toBe('6.5');
    const past = await readPast(deps, { book, timesMs: [atMs, atMs + MINUTE_MS], nowMs: atMs });
    expect(formatAmount(past(atMs).owed.due)).toBe('0');
    // A payment that no journal of the book states is not counted, so the whole debt is due.
    expect(formatAmount(past(atMs + MINUTE_MS).owed.due)).toBe('9.5');
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
});
