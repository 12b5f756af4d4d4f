/**
 * A year of the fund with a thousand customers, on a clock that the test moves. Days are missed and caught up on, connections
 * are cut during writes, and some customers leave early. Afterwards every order was paid once for each of its days, at the
 * published rate of the day and in proportion to its time in the fund, each day counted exactly the orders in it, and all sums
 * equal those of an independent calculation.
 */
import { amount, formatAmount, fromNumeric, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { misbookedSlots } from '../src/features/strategy/recomputed.ts';
import { breaches } from '../src/app/breaches.ts';
import { openFundHouse, STARTS_AFTER_MS } from './testing/fund-house.ts';
import type { FundHouse } from './testing/fund-house.ts';

const START_MS = Date.UTC(2027, 5, 1, 7, 13);
/**
 * Whether to run the whole year, which takes minutes. Otherwise, the test runs a part that covers every transition of an order.
 */
const LONG = process.env['CANDOR_LONG'] === '1';
const [YEAR_DAYS, CUSTOMERS] = LONG ? [365, 1000] : [60, 120];
/** The longest pause, in days, before the fund advances again. */
const MISSED_MAX = 6;
const SEED = 20_270_601;

/** Returns random numbers; the same seed repeats the same year. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Row = {
  book: string;
  id: string;
  amount: string;
  started_ms: string;
  ended_ms: string;
  days: number;
  project: number;
  terms_version: number;
  paid_days: number;
  income: string;
  fee: string;
  status: string;
  reason: string;
};

let fund: FundHouse;
const random = chance(SEED);
const granted = new Map<bigint, Amount>();
const open = new Map<bigint, string>();
let cuts = 0;

beforeAll(async () => {
  fund = await openFundHouse(START_MS, { priced: true });
}, 60_000);
afterAll(() => fund.house.close());

/** Cuts every connection of the server, so that uncommitted transactions are lost. */
async function cut(): Promise<void> {
  cuts += 1;
  await fund.house.owner(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename <> current_user`,
  );
}

/** Advances to a given time. After a cut, the fund starts from the rows, as a restarted server does. */
async function goOn(ms: number, isCut: boolean): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const failure = fund.go(ms + tries * 500).then(
      () => undefined,
      (error: Error) => error,
    );
    if (isCut && tries === 0) {
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      await cut();
    }
    const error = await failure;
    if (error === undefined) return;
    if (tries === 5) throw error;
  }
}

async function join(): Promise<void> {
  const large = random();
  const least = large < 0.55 ? 500 : large < 0.85 ? 5000 : large < 0.97 ? 50_000 : 200_000;
  const principal =
    amount(String(least)) + BigInt(Math.floor(random() * 4_000)) * ONE + BigInt(Math.floor(random() * 1e8));
  const usdt = principal + amount('3.00000007');
  const book = await fund.member(usdt);
  granted.set(book, usdt);
  open.set(book, await fund.join(book, formatAmount(principal)));
}

test('completes a year despite lost connections and customers who leave early', async () => {
  const perDay = CUSTOMERS / (YEAR_DAYS - 20);
  let owed = 0;
  for (let day = 0; day < YEAR_DAYS;) {
    const passed = random() < 0.15 ? 1 + Math.floor(random() * MISSED_MAX) : 1;
    day += passed;
    const at = START_MS + day * DAY_MS + Math.floor(random() * 20) * HOUR_MS;
    await goOn(at, random() < 0.25);
    owed += perDay * passed;
    while (owed >= 1 && granted.size < CUSTOMERS) {
      await join();
      owed -= 1;
    }
    await goOn(at + STARTS_AFTER_MS, false);
    for (const [book, id] of open) {
      if (random() > 0.01) continue;
      open.delete(book);
      // The order may have ended before this call; both outcomes are valid.
      await fund.terminate(book, id);
    }
  }
  await goOn(START_MS + (YEAR_DAYS + 20) * DAY_MS, false);
  expect(granted.size).toBe(CUSTOMERS);
  expect(cuts).toBeGreaterThan(YEAR_DAYS / 10);
}, 400_000);

/**
 * The calendar days on which an order was in the fund, with the milliseconds on each day, computed independently of the server.
 */
function daysOf(order: Row): { readonly day: number; readonly ms: bigint }[] {
  const startedMs = Number(order.started_ms);
  const untilMs = startedMs + order.days * DAY_MS;
  const days: { day: number; ms: bigint }[] = [];
  for (let fromMs = startedMs; fromMs < untilMs;) {
    const nextMs = Math.min(untilMs, fromMs - (fromMs % DAY_MS) + DAY_MS);
    days.push({ day: Math.floor(fromMs / DAY_MS), ms: BigInt(nextMs - fromMs) });
    fromMs = nextMs;
  }
  return days;
}

test('pays each day of each order once at the published rate, and nothing else', async () => {
  const orders = await fund.house.owner<Row>('select * from fund_order order by book, id');
  const rates = new Map(
    (
      await fund.house.owner<{ day: number; project: number; terms_version: number; rate: string }>(
        'select * from fund_rate',
      )
    ).map((row) => [`${row.day} ${row.project} ${row.terms_version}`, fromNumeric(row.rate)]),
  );
  const payments = await fund.house.owner<{ book: string; order_id: string; number: number; amount: string }>(
    'select * from fund_payment order by book, order_id, number',
  );
  const paid = new Map(
    payments.map((row) => [`${row.book} ${row.order_id} ${row.number}`, fromNumeric(row.amount)]),
  );
  expect(paid.size).toBe(payments.length);
  expect(orders.length).toBe(CUSTOMERS);

  const held = new Map<string, Map<string, Amount>>();
  const balances = await fund.house.owner<{ book: string; account: string; amount: string }>(
    'select * from balance',
  );
  for (const { book, account, amount: has } of balances) {
    held.set(book, (held.get(book) ?? new Map<string, Amount>()).set(account, fromNumeric(has)));
  }
  let expected = 0;
  for (const order of orders) {
    expect(['ended', 'failed']).toContain(order.status);
    expect(order.reason === 'matured').toBe(order.paid_days === order.days);
    const principal = fromNumeric(order.amount);
    let income = 0n;
    const days = order.status === 'ended' ? daysOf(order) : [];
    expect(days.reduce((sum, { ms }) => sum + ms, 0n)).toBe(
      BigInt(days.length === 0 ? 0 : order.days * DAY_MS),
    );
    // An order that ended early was paid only for the days whose marks had passed.
    const due = order.reason === 'matured' ? days : days.slice(0, order.paid_days);
    for (const [at, { day, ms }] of due.entries()) {
      const rate = rates.get(`${day} ${order.project} ${order.terms_version}`);
      if (rate === undefined)
        throw new Error(`expected a rate of day ${day} for order ${order.id}, found none`);
      const is = (principal * rate * ms) / (ONE * BigInt(DAY_MS));
      expect(paid.get(`${order.book} ${order.id} ${at + 1}`)).toBe(is);
      income += is;
      expected += 1;
    }
    expect(fromNumeric(order.income)).toBe(income);
    const fee = order.reason === 'terminated' ? (principal + 99n) / 100n : 0n;
    expect(fromNumeric(order.fee)).toBe(fee);
    const has = held.get(order.book);
    expect(has?.get('spot')).toBe((granted.get(BigInt(order.book)) ?? 0n) + income - fee);
    expect(has?.get('fund_principal')).toBe(0n);
  }
  expect(payments.length).toBe(expected);
  expect(expected).toBeGreaterThan(2 * CUSTOMERS);
  expect(orders.filter(({ reason }) => reason === 'terminated').length).toBeGreaterThan(CUSTOMERS / 50);
}, 120_000);

test('weights each day’s principal by its time in the fund, to the millisecond', async () => {
  const orders = await fund.house.owner<Row>(`select * from fund_order where status = 'ended'`);
  const days = await fund.house.owner<{ day: number; published_ms: string }>('select * from fund_day');
  const rates = await fund.house.owner<{ day: number; project: number; principal_ms: string }>(
    'select * from fund_rate',
  );
  const weighed = new Map(rates.map((row) => [`${row.day} ${row.project}`, fromNumeric(row.principal_ms)]));
  const publishedMs = new Map(days.map((row) => [row.day, Number(row.published_ms)]));
  const weights = new Map<string, bigint>();
  for (const order of orders) {
    for (const { day, ms } of daysOf(order)) {
      // An order that had ended by then does not count. An order that ends at the same time ends after the publication.
      if (order.reason === 'terminated' && Number(order.ended_ms) < (publishedMs.get(day) ?? 0)) continue;
      const of = `${day} ${order.project}`;
      weights.set(of, (weights.get(of) ?? 0n) + fromNumeric(order.amount) * ms);
    }
  }
  for (const [of, weight] of weighed) expect([of, weight]).toEqual([of, weights.get(of) ?? 0n]);
  expect([...weights.keys()].filter((of) => !weighed.has(of))).toEqual([]);
});

test('publishes every day once and in order, with balanced books', async () => {
  const days = await fund.house.owner<{ day: number }>('select day from fund_day order by day');
  expect(days.length).toBeGreaterThan(YEAR_DAYS);
  for (const [at, { day }] of days.entries()) expect(day).toBe((days[0]?.day ?? 0) + at);
  // A query over a year of the tape takes longer than the time limit of a serving connection.
  const asked = { query: async (sql: string) => ({ rows: await fund.house.owner(sql) }) } as never;
  expect(await breaches(asked)).toEqual([]);
  expect(await misbookedSlots(fund.house.pool)).toEqual([]);
}, 120_000);
