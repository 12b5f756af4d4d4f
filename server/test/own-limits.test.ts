/**
 * Self-imposed limits and pauses through the executor and a real database. No number of concurrent requests exceeds a limit, a
 * looser limit waits a day by the wall clock, and every closing, settlement and cancellation is counted. Afterwards each
 * customer's use of limits equals the use computed from history.
 */
import { OPTION_TERMS } from '@candor/domain/trading/option.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../src/commands/command.ts';
import type { Command, SubmissionOutcome } from '../src/commands/command.ts';
import { openHouse } from '../src/commands/testing/house.ts';
import type { House } from '../src/commands/testing/house.ts';
import { buyTicket } from '../src/features/options/commands.ts';
import { optionsStartOver } from '../src/features/options/triggers.ts';
import { openExposureCounters } from '../src/features/options/store.ts';
import { pause, setLimit } from '../src/features/own-limits/handlers.ts';
import { limitsView } from '../src/features/own-limits/rules.ts';
import type { LimitOrder } from '../src/features/own-limits/rules.ts';
import { readOwn } from '../src/features/own-limits/store.ts';
import { startOver } from '../src/features/wallets/grant.ts';
import { grantCredit } from '../src/identity/experience-credit.ts';
import { breaches } from '../src/app/breaches.ts';
import {
  cancelOrder,
  closePositionAt,
  firePosition,
  openPosition,
  setLevels,
} from '../src/positions/commands.ts';
import type { OpeningOrder } from '../src/positions/opening.ts';
import { positionsStartOver } from '../src/positions/triggers.ts';
import { entryAt, listed } from '../src/positions/testing/world.ts';
import { instruments, spotCurrencies } from '../src/quotes/catalogue.ts';

const SYMBOL = 'BTC/USDT';

let database: TestDatabase;
let house: House;
/**
 * The wall clock of the executor: noon tomorrow. It is noon so that no test crosses midnight, and tomorrow because the database
 * accepts no order dated in the past.
 */
const noonMs = (dayOf(Date.now()) + 1) * DAY_MS + 12 * HOUR_MS;
let wallMs = noonMs;
let keys = 0;

const fund = command({
  name: 'test.fund',
  gather: (_: Record<string, never>) => ({
    balances: [
      ['spot', 'USDT'],
      ['option', 'USDT'],
      ['contract', 'USDT'],
      ['promo', 'USDT'],
    ],
    house: [
      ['equity', 'USDT'],
      ['promotions', 'USDT'],
    ],
  }),
  decide: (_, facts) => {
    const lines = (
      ...parts: readonly (readonly [
        account: 'equity' | 'spot' | 'promotions' | 'promo' | 'option' | 'contract',
        moved: string,
      ])[]
    ) =>
      parts.map(([account, moved]) => ({
        account,
        currency: 'USDT',
        amount: moved.startsWith('-') ? -amount(moved.slice(1)) : amount(moved),
      }));
    return ok({
      answer: {},
      ...grantCredit(facts, { amount: amount('100'), journalSeq: facts.journalSeq }),
      journals: [
        journal(
          'demo_grant',
          'test:grant',
          lines(['equity', '-20000'], ['spot', '20000'], ['promotions', '-100'], ['promo', '100']),
        ),
        journal('transfer', 'test:transfer', lines(['spot', '-10000'], ['option', '10000'])),
        journal('transfer', 'test:transfer', lines(['spot', '-10000'], ['contract', '10000'])),
      ],
    });
  },
});

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  house = await openHouse(database, { nowMs: () => wallMs });
  // The periods follow a wall clock that differs from the database's. `features/own-limits/guards.test.ts` tests what the
  // database rejects by its own clock.
  for (const trigger of ['own_limit_begins_new', 'own_limit_begins'])
    await house.owner(`alter table own_limit disable trigger ${trigger}`);
  await house.owner('alter table option_ticket disable trigger option_ticket_of_now');
  await openExposureCounters(house.pool, [SYMBOL]);
  await house.setHead(SYMBOL, { seq: 1n, bid: amount('20000'), ask: amount('20000') });
});
afterEach(() => {
  wallMs = noonMs;
});
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  expect(house.logged).toEqual([]);
  await house.close();
  await database.drop();
});

async function customer(): Promise<bigint> {
  const [book] = (await house.customers(1)) as [bigint];
  await house.owner(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
      lever_enabled, registered_ms) values ($1, $2, $2, $2, $2, '', '1990-01-01', 0, 'en', true, 0)`,
    [book.toString(), `customer ${book}`],
  );
  await done(book, fund, {});
  return book;
}

/** Retries a command until it is accepted, as the app does. */
async function ask<Input, Answer, Code extends string>(
  book: bigint,
  what: Command<Input, Answer, Code>,
  input: Input,
): Promise<SubmissionOutcome<Answer, Code>> {
  const key = `key ${(keys += 1)}`;
  for (let tries = 0; ; tries += 1) {
    const outcome = await house.run(what, input, { book, key });
    if (outcome.ok || !['busy', 'too_many_requests'].includes(outcome.refusal.code) || tries === 200)
      return outcome;
    // A full queue refuses immediately, and has room again soon.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function done<Input, Answer, Code extends string>(
  book: bigint,
  what: Command<Input, Answer, Code>,
  input: Input,
): Promise<Answer> {
  const outcome = await ask(book, what, input);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}

const limitTo = (
  book: bigint,
  kind: LimitOrder['kind'],
  bound: string | null,
  period: LimitOrder['period'] = 'day',
) => done(book, setLimit, { kind, period, amount: bound === null ? null : amount(bound) });

const ticket = (stake: string, source: 'option' | 'promo' = 'option') => ({
  ...({ product: 'crypto', instrument: listed(SYMBOL), side: 'up', seconds: 30, currency: 'USDT' } as const),
  termsAt: () => OPTION_TERMS,
  ...({ source, payoutShown: undefined, stakeInstrument: undefined, jurisdictions: 'demo' } as const),
  stake: amount(stake),
});
const buy = (book: bigint, stake: string, source?: 'promo') => ask(book, buyTicket, ticket(stake, source));

const position = (change: Partial<OpeningOrder> = {}): OpeningOrder => ({
  ...({
    instrument: listed(SYMBOL),
    termsAt: (instrument) => instrument,
    ...{ feeRateShown: undefined, financingRateShown: undefined },
    product: 'contract',
    side: 'long',
    leverage: 10,
    collateral: 'contract',
  } as const),
  type: change.price === undefined ? 'market' : 'limit',
  quantity: amount('0.01'),
  ...({
    price: undefined,
    worstPrice: undefined,
    takeProfit: undefined,
    stopLoss: undefined,
    trailing: undefined,
  } as const),
  jurisdictions: 'demo',
  ...change,
});
const open = (book: bigint, change: Partial<OpeningOrder> = {}) => ask(book, openPosition, position(change));
const close = (book: bigint, id: bigint, part?: string) => {
  const quantity = part === undefined ? undefined : amount(part);
  return done(book, closePositionAt, { id, product: 'contract', quantity, instruments });
};
const idOf = (outcome: { ok: boolean; value?: { id: string } }) =>
  BigInt((outcome as { value: { id: string } }).value.id);

/** Returns the day's limits, as in "loss 12.5 of 100, stake 20 of none". */
async function used(book: bigint): Promise<string> {
  const view = limitsView(await readOwn(house.pool, book), wallMs);
  const day = view.limits.filter(({ period, kind }) => period === 'day' && kind !== 'deposit');
  return day.map(({ kind, used: so, amount: bound }) => `${kind} ${so} of ${bound ?? 'none'}`).join(', ');
}
const results = async (book: bigint) => limitsView(await readOwn(house.pool, book), wallMs).results;
const codes = (outcomes: readonly SubmissionOutcome<unknown, string>[]) => {
  const counted = new Map<string, number>();
  for (const one of outcomes) {
    const code = one.ok ? 'ok' : one.refusal.code;
    counted.set(code, (counted.get(code) ?? 0) + 1);
  }
  return Object.fromEntries(counted);
};
let headSeq = 1n;
const setPrice = (bid: string) => {
  headSeq += 1n;
  return house.setHead(SYMBOL, { seq: headSeq, bid: amount(bid), ask: amount(bid) });
};
/** Writes an entry to the tape without changing the head. */
const laid = async (bid: string) => {
  headSeq += 1n;
  const entry = entryAt({ bid, seq: headSeq, timeMs: Date.now() });
  await house.lay(entry);
  return entry;
};

test.each(['stake', 'loss'] as const)(
  'accepts only as many of fifty concurrent tickets as a %s limit allows',
  async (kind) => {
    const book = await customer();
    await limitTo(book, kind, '205');
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => buy(book, '10')));
    expect(codes(outcomes)).toEqual({ ok: 20, own_limit_reached: 30 });
    const refused = outcomes
      .filter((one) => !one.ok)
      .map((one) => (one.ok ? '' : one.refusal.params?.['left']));
    expect(new Set(refused)).toEqual(new Set(['5']));
    expect(await used(book)).toContain(`${kind} 200 of 205`);
  },
);

test('counts positions, tickets and margin together towards the limits that are set', async () => {
  const book = await customer();
  const acts: Promise<SubmissionOutcome<unknown, string>>[] = [];
  for (let at = 0; at < 8; at += 1) {
    acts.push(open(book), buy(book, '10'));
    if (at === 2) acts.push(ask(book, setLimit, { kind: 'loss', period: 'day', amount: amount('150') }));
    if (at === 4) acts.push(ask(book, setLimit, { kind: 'stake', period: 'week', amount: amount('140') }));
  }
  await Promise.all(acts);
  const view = limitsView(await readOwn(house.pool, book), wallMs);
  const of = (kind: string, period: string) =>
    view.limits.find((one) => one.kind === kind && one.period === period);
  expect(of('loss', 'day')).toMatchObject({ amount: '150' });
  expect(of('stake', 'week')).toMatchObject({ amount: '140' });
  // Exposure from before a limit may exceed the limit, but later requests may not increase it.
  const before = view.limits.map((one) => one.used);
  expect(codes(await Promise.all([open(book, { quantity: amount('0.1') }), buy(book, '100')]))).toEqual({
    own_limit_reached: 2,
  });
  expect(limitsView(await readOwn(house.pool, book), wallMs).limits.map((one) => one.used)).toEqual(before);
});

test('includes past use in a new limit, and counts every closing towards it', async () => {
  const book = await customer();
  const first = idOf(await open(book));
  await buy(book, '30');
  await limitTo(book, 'loss', '1000');
  await limitTo(book, 'stake', '1000');
  // The margin is 20, the fee 0.1 and the stake 30.
  expect(await used(book)).toBe('loss 50.1 of 1000, stake 50 of 1000');
  await done(book, setLevels, {
    ...{ id: first, takeProfit: undefined, stopLoss: undefined, profitLock: undefined, trailing: undefined },
    ...({ addMargin: amount('5'), instruments, jurisdictions: 'demo' } as const),
  });
  expect(await used(book)).toBe('loss 55.1 of 1000, stake 55 of 1000');
  await close(book, first, '0.004');
  // 10 of the margin of 25 came back, less a fee of 0.04.
  expect(await used(book)).toBe('loss 45.14 of 1000, stake 55 of 1000');
  await setPrice('19500');
  await close(book, first);
  await setPrice('20000');
  // The other 15 came back, less a loss of 3 and a fee of 0.0585.
  expect(await used(book)).toBe('loss 33.1985 of 1000, stake 55 of 1000');
  expect(await results(book)).toMatchObject({ day: '-3.1985', at_risk: '30' });
});

test('counts a resting order from its acceptance, and releases the order’s share when it is cancelled', async () => {
  const book = await customer();
  await limitTo(book, 'stake', '30');
  await limitTo(book, 'loss', '30');
  const resting = idOf(await open(book, { price: amount('19000') }));
  expect(await used(book)).toBe('loss 19.095 of 30, stake 19 of 30');
  expect(codes([await open(book, { price: amount('19000') })])).toEqual({ own_limit_reached: 1 });
  await done(book, cancelOrder, { id: resting, instruments });
  expect(await used(book)).toBe('loss 0 of 30, stake 0 of 30');
  const again = idOf(await open(book, { price: amount('19000') }));
  const entry = await laid('18900');
  const fired = await done(book, firePosition, {
    id: again,
    part: 'limit',
    version: 1,
    instruments,
    entry,
    jurisdictions: 'demo',
  });
  expect(fired).toEqual({ fired: true });
  // The order opened at 18,900. The part of the limit that the fill does not use is released immediately.
  expect(await used(book)).toBe('loss 18.9945 of 30, stake 19 of 30');
});

test('does not count experience credit towards a limit', async () => {
  const book = await customer();
  await limitTo(book, 'stake', '0');
  await limitTo(book, 'loss', '0');
  expect(codes([await buy(book, '10', 'promo'), await open(book, { collateral: 'promo' })])).toEqual({
    ok: 2,
  });
  expect(codes([await buy(book, '10'), await open(book)])).toEqual({ own_limit_reached: 2 });
  expect(await used(book)).toBe('loss 0 of 0, stake 0 of 0');
});

test('applies a looser limit after 24 hours, and not an hour earlier', async () => {
  const book = await customer();
  await limitTo(book, 'stake', '10', 'month');
  await buy(book, '10');
  const raised = await limitTo(book, 'stake', '30', 'month');
  expect(raised).toMatchObject({ amount: '10', pending: { amount: '30', from: (noonMs + DAY_MS) / 1000 } });
  // More than the old limit, and within the looser one, whether or not a new month has begun.
  wallMs = noonMs + 23 * HOUR_MS;
  expect(await buy(book, '20')).toMatchObject({ refusal: { code: 'own_limit_reached' } });
  wallMs = noonMs + DAY_MS - 1;
  expect(await buy(book, '20')).toMatchObject({ refusal: { code: 'own_limit_reached' } });
  wallMs = noonMs + DAY_MS;
  // At the start of the month, the old stake no longer counts.
  const sameMonth = new Date(noonMs).getUTCMonth() === new Date(wallMs).getUTCMonth();
  expect(await buy(book, sameMonth ? '20.00000001' : '30.00000001')).toMatchObject({
    refusal: { code: 'own_limit_reached' },
  });
  expect(await buy(book, sameMonth ? '20' : '30')).toMatchObject({ ok: true });
});

test('applies a tighter limit immediately, and resets the use on a new day', async () => {
  const book = await customer();
  await limitTo(book, 'loss', '100');
  await buy(book, '50');
  await limitTo(book, 'loss', '40');
  expect(await buy(book, '10')).toMatchObject({ refusal: { params: { left: '0' } } });
  wallMs = noonMs + 12 * HOUR_MS;
  expect(await used(book)).toBe('loss 0 of 40, stake 0 of none');
  expect(await buy(book, '40')).toMatchObject({ ok: true });
  expect(await buy(book, '10')).toMatchObject({ refusal: { params: { left: '0' } } });
});

test('does not reset limits when the market clock is set forward', async () => {
  const book = await customer();
  await limitTo(book, 'stake', '10');
  await buy(book, '10');
  await house.owner('update clock set base_market_ms = base_market_ms + $1', [40 * DAY_MS]);
  await setPrice('20000');
  expect(await buy(book, '10')).toMatchObject({ refusal: { code: 'own_limit_reached' } });
  expect(await used(book)).toBe('loss 10 of none, stake 10 of 10');
  await house.owner('update clock set base_market_ms = base_market_ms - $1', [40 * DAY_MS]);
  await setPrice('20000');
});

test('counts the result of all closings towards the limits when a customer starts over', async () => {
  const book = await customer();
  await limitTo(book, 'loss', '500');
  await open(book);
  await open(book, { price: amount('19000') });
  await buy(book, '10');
  await setPrice('19900');
  await done(book, startOver([positionsStartOver(instruments), optionsStartOver], spotCurrencies), {});
  await setPrice('20000');
  // There were fees of 0.1 and 0.0995 and a loss of 1. The ticket is void, and the order was cancelled.
  expect(await used(book)).toBe('loss 1.1995 of 500, stake 30 of none');
});

test('refuses only actions that put money at stake until a pause is over', async () => {
  const book = await customer();
  const held = idOf(await open(book));
  const resting = idOf(await open(book, { price: amount('19000') }));
  const { until } = await done(book, pause, { kind: 'time_out', length: 24 });
  expect(until).toBe((noonMs + DAY_MS) / 1000);
  const barred = { refusal: { code: 'timed_out', params: { until: String(until) } } };
  expect(await open(book)).toMatchObject(barred);
  expect(await buy(book, '10')).toMatchObject(barred);
  expect(await buy(book, '10', 'promo')).toMatchObject(barred);
  const levels = {
    takeProfit: undefined,
    stopLoss: amount('15000'),
    profitLock: undefined,
    trailing: undefined,
  };
  const protect = { id: held, ...levels, addMargin: undefined, instruments, jurisdictions: 'demo' } as const;
  expect(await ask(book, setLevels, { ...protect, addMargin: amount('1') })).toMatchObject(barred);
  expect(await ask(book, setLevels, protect)).toMatchObject({ ok: true });
  const entry = await laid('18900');
  await done(book, firePosition, {
    id: resting,
    part: 'limit',
    version: 1,
    instruments,
    entry,
    jurisdictions: 'demo',
  });
  const [row] = await house.owner(
    'select status, reason, margin::float8 as margin from position where id = $1',
    [resting.toString()],
  );
  expect(row).toEqual({ status: 'cancelled', reason: 'timed_out', margin: 0 });
  expect(await close(book, held)).toMatchObject({ status: 'closed' });
  // A shorter pause, or a second pause of the same length, does not end the current pause sooner.
  wallMs = noonMs + HOUR_MS;
  expect((await done(book, pause, { kind: 'time_out', length: 24 })).until).toBe(
    (noonMs + 25 * HOUR_MS) / 1000,
  );
  wallMs = noonMs + 25 * HOUR_MS - 1;
  expect(await buy(book, '10')).toMatchObject({ refusal: { code: 'timed_out' } });
  wallMs = noonMs + 25 * HOUR_MS;
  expect(await buy(book, '10')).toMatchObject({ ok: true });
});

test('rejects SQL of the serving role that loosens a limit or ends a pause', async () => {
  const book = await customer();
  await limitTo(book, 'loss', '100');
  await done(book, pause, { kind: 'self_exclusion', length: 6 });
  const day = Date.now() + DAY_MS;
  const tries: readonly (readonly [sql: string, says: RegExp])[] = [
    ['update own_limit set amount = 101 where book = $1', /cannot be loosened/],
    ['update own_limit set amount = null where book = $1', /cannot be loosened/],
    [
      `update own_limit set pending_amount = 500, pending_from_ms = ${Date.now()} where book = $1`,
      /cannot be loosened/,
    ],
    [
      `update own_limit set pending_amount = 500, pending_from_ms = ${day - 5 * 60_000} where book = $1`,
      /cannot be loosened/,
    ],
    [`update own_limit set pending_amount = null, pending_from_ms = 1 where book = $1`, /cannot be loosened/],
    ['delete from own_limit where book = $1', /permission denied/],
    [`update own_pause set until_ms = 0 where book = $1`, /permission denied|append-only/],
    ['delete from own_pause where book = $1', /permission denied|append-only/],
    [`insert into own_pause values ($1, 1, 'self_exclusion', 0, 1)`, /check constraint/],
    [`insert into own_pause values ($1, 1, 'time_out', 0, 60000)`, /check constraint/],
  ];
  for (const [sql, says] of tries) {
    await expect(house.pool.query(sql, [book]), sql).rejects.toThrow(says);
  }
  // An additional pause in the past is stored as another row and does not end the current pause.
  await house.pool.query(`insert into own_pause values ($1, 1, 'self_exclusion', 0, ${200 * DAY_MS})`, [
    book,
  ]);
  expect(await buy(book, '10')).toMatchObject({ refusal: { code: 'self_excluded' } });
  expect(await used(book)).toContain('loss 0 of 100');
  // Customers may set a tighter limit, and a looser limit from tomorrow on.
  await house.pool.query('update own_limit set amount = 90 where book = $1', [book]);
  await house.pool.query(
    `update own_limit set pending_amount = 500, pending_from_ms = ${day} where book = $1`,
    [book],
  );
  expect(formatAmount((await readOwn(house.pool, book)).limits[0]?.amount as Amount)).toBe('90');
});
