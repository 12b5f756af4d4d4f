/** The published voids, compared with example tapes and tickets whose void status the database has verified. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS, isInGap, optionExpiryMs, optionProfit } from '@candor/domain/trading/option.ts';
import type { OptionEntry, OptionSide } from '@candor/domain/trading/option.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { allowTicketsOfAnyTime } from '@candor/testing/any-time.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { transparencyHandlers } from './handlers.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';
import { DAY_MS } from '@candor/domain/time.ts';

type Voids = CallOutput<'GET transparency/voids'>;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  await allowTicketsOfAnyTime(database);
  pool = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const DAY = Date.parse('2026-11-19T00:00:00Z');
const NOON = DAY + DAY_MS / 2;

/**
 * A step of a tape: an entry with this last price, this many milliseconds after the previous entry. A gap entry repeats the
 * previous price.
 */
type Step = readonly [afterMs: number, last: string | 'gap'];
async function lay(symbol: string, startMs: number, steps: readonly Step[]): Promise<OptionEntry[]> {
  let [timeMs, last] = [startMs, '1'];
  const entries = steps.map(([afterMs, said], at) => {
    timeMs += afterMs;
    last = said === 'gap' ? last : said;
    const entry = { seq: BigInt(at + 1), timeMs, last: amount(last) };
    return said === 'gap' ? { ...entry, gap: true as const } : entry;
  });
  const column = (get: (entry: OptionEntry) => unknown) => entries.map(get);
  const prices = column((entry) => formatAmount(entry.last));
  await pool.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
      select $1, seq, time_ms, time_ms, last, last, last, 0, sha256(''), gap
      from unnest($2::bigint[], $3::bigint[], $4::numeric[], $5::boolean[]) as t (seq, time_ms, last, gap)`,
    [
      symbol,
      column((entry) => entry.seq),
      column((entry) => entry.timeMs),
      prices,
      column((entry) => entry.gap ?? false),
    ],
  );
  // As in production, a minute contains only quotes, and the head is the last entry.
  await pool.query(
    `insert into tape_minute select symbol, time_ms / 60000 * 60000, min(seq), max(seq), 1, 1, 1, 1, 1, 1, 1, 1, 0
      from tape where symbol = $1 and not gap group by 1, 2`,
    [symbol],
  );
  await pool.query('insert into tape_head (symbol, seq, time_ms) values ($1, $2, $3)', [
    symbol,
    entries.length,
    timeMs,
  ]);
  return entries;
}

type Given = {
  readonly symbol: string;
  readonly side: OptionSide;
  readonly acceptedMs: number;
  readonly acceptedSeq: number;
  readonly seconds: number;
  readonly stake?: string;
  readonly currency?: string;
  /** The price in USDT of the stake's currency on acceptance. */
  readonly price?: number;
  readonly settledMs: number;
} & (
  | { readonly reason: 'gap_strike' | 'start_over' }
  | { readonly reason: 'gap_expiry'; readonly settleSeq: number }
);

function ratioOf(seconds: number): Amount {
  const found = OPTION_DURATIONS.find((duration) => duration.seconds === seconds);
  if (found === undefined) throw new Error(`expected an offered duration, found ${seconds} s`);
  return found.payoutRatio;
}

let tickets = 0;
/** Inserts a ticket and makes it void. The database rejects this if the tape doesn't justify it. */
async function voided(given: Given): Promise<void> {
  const { stake = '10', currency = 'USDT', price = 1 } = given;
  const ratio = ratioOf(given.seconds);
  const profit = optionProfit(amount(stake), ratio);
  tickets += 1;
  await pool.query(
    `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
        stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl)
      values ($1, $1, 'crypto', $2, $3, $4, $5, 'option', $6, $7, $8, $9, $10, 'open', $11, $12, $13, 0)`,
    [
      tickets,
      given.symbol,
      given.side,
      given.seconds,
      currency,
      stake,
      formatAmount(ratio),
      formatAmount(profit),
      formatAmount(amount(stake) * BigInt(price)),
      formatAmount(profit * BigInt(price)),
      given.acceptedMs,
      given.acceptedSeq,
      optionExpiryMs(given.acceptedMs, given.seconds),
    ],
  );
  const settleSeq = given.reason === 'gap_expiry' ? given.settleSeq : null;
  if (given.reason === 'gap_expiry') {
    await pool.query(
      `update option_ticket t set strike = e.last, strike_ms = e.time_ms, strike_seq = e.seq, struck_from_ms = t.accepted_ms from tape e
        where id = $1 and e.symbol = t.symbol and e.seq = t.accepted_seq + 1`,
      [tickets],
    );
  }
  if (given.reason === 'start_over') await startedOver(tickets, given.settledMs);
  await pool.query(
    `update option_ticket t set status = 'void', reason = $2, settle_seq = $3, settled_ms = $4,
        settle = (select last from tape where symbol = t.symbol and seq = $3),
        struck_from_ms = case when $2 <> 'start_over' then accepted_ms end,
        strike_seq = case when $2 = 'gap_strike' then (select seq from tape e where e.symbol = t.symbol and e.seq > t.accepted_seq
          and e.cause is distinct from 'reject' and (e.gap or least(e.time_ms, e.feed_time_ms) >= t.accepted_ms) order by seq limit 1)
          else strike_seq end
      where id = $1`,
    [tickets, given.reason, settleSeq, given.settledMs],
  );
}

/** Writes the journals of a start-over. */
async function startedOver(book: number, timeMs: number): Promise<void> {
  await pool.query(`select open_house_balances('{equity,custody}', '{USDT,USDT}', 0::smallint)`);
  await pool.query(`select open_balances(array[$1::bigint], '{spot}', '{USDT}')`, [book]);
  await pool.query(
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      values ($1, 1, 'house_opening', 'house', $2, 0, '{custody,equity}', '{USDT,USDT}', '{-1,1}'),
        ($1, 2, 'start_over', 'customer:' || $1, $2, 0, '{equity,spot}', '{USDT,USDT}', '{-1,1}')`,
    [book, timeMs],
  );
}

/** Makes the call with new handlers, which have cached nothing. */
async function ask(input: CallInput<'GET transparency/voids'>, marketNowMs = NOON): Promise<Voids> {
  const handlers = transparencyHandlers({
    pool,
    lossShare: () => Promise.reject(new Error('expected no request for the loss share, found one')),
    publicKey: new Uint8Array(32),
    marketNow: () => marketNowMs,
    now: () => 0,
    terms: { subjects: () => [], versions: () => [] },
  });
  const answer = await handlers['GET transparency/voids'](input, undefined as never);
  if (!answer.ok) throw new Error(answer.refusal.code);
  return answer.value;
}

const effect = (tickets_: number, saved: string, cost: string, undecided = 0) => ({
  tickets: tickets_,
  saved_usdt: saved,
  cost_usdt: cost,
  undecided,
});
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

test('returns nothing before the first void ticket', async () => {
  expect(await ask({})).toEqual({ days: [], voids: [], next: null });
});

test('reports a gap at the strike, with the outcome that follows from the price at expiry', async () => {
  const symbol = 'BTC/USDT';
  // The feed was silent after the accepted entry. The last price is exactly 103 at 30 s, and equals the strike at 60 s.
  await lay(symbol, NOON, [
    [0, '100'],
    [3001, 'gap'],
    [26_999, '103'],
    [1, '90'],
    [29_999, '100'],
    [1, '80'],
  ]);
  const one = {
    symbol,
    acceptedSeq: 1,
    acceptedMs: NOON + 500,
    settledMs: NOON + 3010,
    reason: 'gap_strike',
  } as const;
  await voided({ ...one, side: 'up', seconds: 30 });
  await voided({ ...one, side: 'up', seconds: 30, stake: '0.001', currency: 'BTC', price: 64_000 });
  await voided({ ...one, side: 'down', seconds: 30, stake: '25' });
  await voided({ ...one, side: 'down', seconds: 60 });
  await voided({ ...one, side: 'up', seconds: 60 });
  // The outcome of this ticket isn't known yet, because it expires after the tape's last entry.
  await voided({ ...one, side: 'up', seconds: 120, settledMs: NOON + 3011 });
  // This ticket is void because a demo customer started over, so it isn't reported.
  await voided({ ...one, side: 'down', seconds: 30, acceptedSeq: 3, reason: 'start_over' });
  const sums = effect(6, '59.2', '25', 1);
  expect(await ask({})).toEqual({
    days: [{ day: iso(DAY), ...sums }],
    voids: [
      {
        symbol,
        instant: 'strike',
        before: { seq: 1, time_ms: NOON, gap: false },
        after: { seq: 2, time_ms: NOON + 3001, gap: true },
        at: Math.floor((NOON + 3011) / 1000),
        ...sums,
      },
    ],
    next: null,
  });
});

test('reports a gap at expiry, with the outcome that follows from the last price before it', async () => {
  const symbol = 'ETH/USDT';
  const start = NOON + DAY_MS;
  await lay(symbol, start, [
    [0, '10'],
    [1000, '11'],
    [28_000, '12'],
    [3002, 'gap'],
  ]);
  const one = {
    symbol,
    acceptedSeq: 1,
    settleSeq: 3,
    settledMs: start + 32_002,
    reason: 'gap_expiry',
  } as const;
  await voided({ ...one, side: 'up', acceptedMs: start, seconds: 30 });
  await voided({ ...one, side: 'up', acceptedMs: start + 999, seconds: 30, stake: '100' });
  await voided({ ...one, side: 'down', acceptedMs: start, seconds: 30, stake: '40' });
  const { voids, days } = await ask({ day: iso(start) });
  expect(voids).toEqual([
    {
      symbol,
      instant: 'expiry',
      before: { seq: 3, time_ms: start + 29_000, gap: false },
      after: { seq: 4, time_ms: start + 32_002, gap: true },
      at: Math.floor((start + 32_002) / 1000),
      ...effect(3, '88', '40'),
    },
  ]);
  expect(days).toEqual([{ day: iso(start), ...effect(3, '88', '40') }]);
});

test('reports gap entries on either side, an expiry before the strike, and a minute without quotes', async () => {
  const symbol = 'XAU/USD';
  const start = NOON + 2 * DAY_MS;
  await lay(symbol, start, [
    [0, '10'],
    [3000, 'gap'],
    [500, '11'],
    [400, '11.5'],
    [100, '12'],
    [26_000, 'gap'],
    [3000, 'gap'],
    [42_000, '9'],
    [1, '9'],
  ]);
  const strike = {
    symbol,
    side: 'up',
    acceptedMs: start + 1,
    settledMs: start + 5000,
    reason: 'gap_strike',
  } as const;
  // The gap entry after acceptance repeats 10. The last price was 12 at 30 s and at 60 s.
  await voided({ ...strike, acceptedSeq: 1, seconds: 30 });
  await voided({ ...strike, acceptedSeq: 1, seconds: 60, side: 'down' });
  // Here the gap entry precedes the strike.
  await voided({ ...strike, acceptedSeq: 2, seconds: 30, stake: '20' });
  // This ticket would have been struck at 9, long after its expiry, so it has no outcome.
  await voided({ ...strike, acceptedSeq: 7, seconds: 30, settledMs: start + 75_000 });
  const expiry = { symbol, side: 'down', reason: 'gap_expiry', acceptedSeq: 3 } as const;
  // Gap entries only after the expiry, on both sides of it, and only before it.
  await voided({ ...expiry, acceptedMs: start - 1000, seconds: 30, settleSeq: 5, settledMs: start + 30_000 });
  await voided({ ...expiry, acceptedMs: start, seconds: 30, settleSeq: 6, settledMs: start + 33_000 });
  await voided({ ...expiry, acceptedMs: start, seconds: 60, settleSeq: 7, settledMs: start + 75_000 });
  const { voids } = await ask({ day: iso(start) });
  expect(
    voids.map(({ instant, before, after, saved_usdt, cost_usdt, tickets: of, undecided }) =>
      [
        `${instant} ${before.seq}${before.gap ? '*' : ''} ${after.seq}${after.gap ? '*' : ''}`,
        `${of} saved ${saved_usdt} cost ${cost_usdt} ${undecided}`,
      ].join(': '),
    ),
  ).toEqual([
    'strike 7* 8: 1 saved 0 cost 0 0',
    'expiry 7* 8: 1 saved 0 cost 10 0',
    'expiry 6* 7*: 1 saved 0 cost 10 0',
    'expiry 5 6*: 1 saved 0 cost 10 0',
    'strike 2* 3: 1 saved 16 cost 0 0',
    'strike 1 2*: 2 saved 8 cost 10 0',
  ]);
});

test('the database rejects a void ticket that contradicts the tape', async () => {
  const wrong = voided({
    symbol: 'BTC/USDT',
    side: 'up',
    acceptedSeq: 3,
    acceptedMs: NOON + 30_000,
    seconds: 30,
    settledMs: NOON + 30_001,
    reason: 'gap_strike',
  });
  await expect(wrong).rejects.toThrow('does not bear out');
});

/** Reference implementation of the rule. It inspects every entry and uses neither an index nor minutes. */
function naive(entries: readonly OptionEntry[], given: Given): 'won' | 'lost' | 'neither' | 'undecided' {
  const expiresMs = optionExpiryMs(given.acceptedMs, given.seconds);
  const strike = entries[given.acceptedSeq];
  const settle = entries.filter((entry) => entry.timeMs <= expiresMs).at(-1);
  if (strike === undefined || settle === undefined)
    throw new Error('expected the tape to reach the ticket’s expiry, found it too short');
  if (!entries.some((entry) => entry.timeMs > expiresMs)) return 'undecided';
  if (strike.timeMs > expiresMs || settle.last === strike.last) return 'neither';
  return settle.last > strike.last === (given.side === 'up') ? 'won' : 'lost';
}

test('returns the same sums as the reference implementation for a random tape, by page and by day', async () => {
  const symbol = 'SOL/USDT';
  const start = NOON + 3 * DAY_MS;
  let state = 20_261_121;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  // Two days with bursts of entries, separated by silences and gap entries.
  const steps = Array.from({ length: 900 }, (_, at): Step => {
    if (at > 0 && random(8) === 0) return [3000, 'gap'];
    return [random(30) === 0 ? random(8_000_000) : random(5000), `${100 + random(5)}`];
  });
  const entries = await lay(symbol, start, steps);
  const made: { given: Given; result: ReturnType<typeof naive>; stake: Amount; profit: Amount }[] = [];
  for (const [at, before] of entries.entries()) {
    const after = entries[at + 1];
    if (after === undefined || !isInGap(before, after) || random(2) === 0) continue;
    const stake = `${10 + random(90)}`;
    const given = {
      symbol,
      side: random(2) === 0 ? 'up' : 'down',
      acceptedMs: before.timeMs,
      acceptedSeq: at + 1,
      seconds: [30, 60, 120, 180, 300][random(5)] ?? 30,
      stake,
      settledMs: after.timeMs + random(2) * 300,
      reason: 'gap_strike',
    } as const;
    await voided(given);
    const profit = optionProfit(amount(stake), ratioOf(given.seconds));
    made.push({ given, result: naive(entries, given), stake: amount(stake), profit });
  }
  const sum = (result: string, of: 'stake' | 'profit'): Amount =>
    made.filter((one) => one.result === result).reduce((total, one) => total + one[of], 0n);
  const expected = {
    tickets: made.length,
    saved: sum('won', 'profit'),
    cost: sum('lost', 'stake'),
    undecided: made.filter((one) => one.result === 'undecided').length,
  };
  expect(expected.tickets).toBeGreaterThan(60);
  expect(Math.min(Number(expected.saved), Number(expected.cost))).toBeGreaterThan(0);

  const total = (rows: readonly ReturnType<typeof effect>[]) => ({
    tickets: rows.reduce((all, row) => all + row.tickets, 0),
    saved: rows.reduce((all, row) => all + amount(row.saved_usdt), 0n),
    cost: rows.reduce((all, row) => all + amount(row.cost_usdt), 0n),
    undecided: rows.reduce((all, row) => all + row.undecided, 0),
  });
  const nowMs = start + 3 * DAY_MS;
  const listed: Voids['voids'] = [];
  let pages = 0;
  for (let cursor: string | undefined; ;) {
    const page = await ask(cursor === undefined ? {} : { cursor }, nowMs);
    pages += 1;
    expect(page.voids.length).toBeGreaterThan(0);
    listed.push(...page.voids);
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(pages).toBeGreaterThan(4);
  const mine = listed.filter((row) => row.symbol === symbol);
  expect(total(mine)).toEqual(expected);
  expect(new Set(mine.map((row) => `${row.instant} ${row.before.seq}`)).size).toBe(mine.length);
  expect(mine.map((row) => row.at)).toEqual(mine.map((row) => row.at).toSorted((one, other) => other - one));
  // The void tickets of the other tests are from earlier days, so their pages come last.
  expect(listed.length).toBe(mine.length + 8);

  const { days } = await ask({}, nowMs);
  expect(total(days.filter((row) => row.day >= iso(start)))).toEqual(expected);
  for (const { day, ...sums } of days) {
    const rows: Voids['voids'] = [];
    let cursor: string | null | undefined;
    do {
      const page = await ask(cursor === undefined ? { day } : { day, cursor: cursor ?? '' }, nowMs);
      expect(page.days).toEqual([{ day, ...sums }]);
      rows.push(...page.voids);
      cursor = page.next;
    } while (cursor !== null);
    expect(total(rows)).toEqual(total([sums]));
  }
});

test('rejects an invalid cursor', async () => {
  for (const cursor of ['', '1~x', '1~BTC/USDT~strike', '1~BTC/USDT~strike~1;', "' or 1=1", '9'.repeat(16)]) {
    await expect(ask({ cursor })).rejects.toThrow('parameter_wrong');
  }
});
