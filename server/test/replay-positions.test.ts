/**
 * A thousand random leveraged positions, with amendments and orders that reduce them, through three real crashes, replayed by
 * the real server: 4 September 2017, 13 December 2022 and 6 October 2016. An oracle that examines every position at every entry
 * computes each result from the files alone. The server must match the oracle, whether or not the server is killed midway.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { amount, formatAmount, fromNumeric, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { breaches } from '../src/app/breaches.ts';
import type { OraclePosition } from '../src/positions/testing/oracle.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { judgeOneOfEach } from './testing/evidenced.ts';
import type { PausedMarket, Stretch } from './testing/paused-market.ts';
import {
  booksOf,
  oraclesOf,
  outcomeOfOracle,
  outcomeOfRow,
  positionsOf,
  tradeThrough,
} from './testing/position-trading.ts';
import type { Books, Outcome, Placed, Row, Trading } from './testing/position-trading.ts';
import { ReplayRun } from './testing/replay-run.ts';

type Crash = Stretch & Trading;

const september2017: Crash = {
  files: {
    'BTC/USDT': 'BTCUSD_coinbase_1m_2017-09-03_04_violent.csv',
    'ETH/USDT': 'ETHUSD_coinbase_1m_2017-09-03_04_violent.csv',
  },
  from: '2017-09-03T22:00',
  middle: '2017-09-04T09:30',
  to: '2017-09-04T18:00',
  halfSpread: amount('0.25'),
  periodSeconds: 60,
  ...{ seed: 'september 2017', reach: 0.12, first: 300, later: 100 },
};
const december2022: Crash = {
  files: { 'BTC/USDT': 'BTCUSDT_bybit_1m_2022-12-13_inflation.csv' },
  from: '2022-12-13T12:30',
  middle: '2022-12-13T13:20',
  to: '2022-12-13T15:30',
  halfSpread: amount('0.05'),
  periodSeconds: 60,
  ...{ seed: 'december 2022', reach: 0.03, first: 200, later: 100 },
};
const october2016: Crash = {
  files: { 'GBP/USD': 'GBPUSD_ejtrader_1h_2016-10-06_crash.csv' },
  from: '2016-10-06T08:00',
  middle: '2016-10-06T21:00',
  to: '2016-10-07T08:00',
  halfSpread: amount('0.00006'),
  periodSeconds: 3600,
  ...{ seed: 'october 2016', reach: 0.03, first: 200, later: 100 },
};

const reasons = new Map<string, number>();
/** The kinds of openings and closings whose evidence was proved. */
const evidenced = new Set<string>();
/** The customers' actions in the middle pause, and the outcomes of the orders that reduce positions. */
const acts = new Set<string>();
const reductions = new Set<string>();
let shortfalls = 0n;
/** The part of the shortfalls that the other side of the same customers covered. */
let bornes = 0n;

async function through(crash: Crash, onTheWay: (run: ReplayRun) => Promise<void>) {
  const run = await ReplayRun.start(crash);
  try {
    const placed = await tradeThrough(run, crash, () => onTheWay(run));
    const rows = await positionsOf(run);
    await expectTapeOfFiles(run);
    expect(await breaches(run.pool)).toEqual([]);
    expect(await lowestBalances(run)).toEqual([]);
    for (const [kind, verdict] of await judgeOneOfEach(run.pool)) {
      expect(`${kind}: ${verdict}`).toBe(`${kind}: proved`);
      evidenced.add(kind.split(' ')[0] ?? '');
    }
    return { market: run.market, placed, rows, books: await booksOf(run) };
  } finally {
    await run.stop();
  }
}

/** Expects the tape to equal the files, so that results computed from the files are results computed from the tape. */
async function expectTapeOfFiles(run: ReplayRun): Promise<void> {
  for (const [symbol, entries] of run.market.entries) {
    const { rows } = await run.pool.query<{ seq: string; time_ms: string; bid: string; ask: string }>(
      'select seq, time_ms, bid, ask from tape where symbol = $1 order by seq',
      [symbol],
    );
    const tape = rows.map((row) => ({
      seq: parseInt(row.seq, 10),
      timeMs: parseInt(row.time_ms, 10),
      bid: fromNumeric(row.bid),
      ask: fromNumeric(row.ask),
    }));
    expect(tape.length).toBeGreaterThanOrEqual(run.market.first(symbol, 'end').seq);
    expect(tape).toEqual(entries.slice(0, tape.length));
  }
}

/** Returns accounts with a negative balance after any journal of their book. */
async function lowestBalances(run: ReplayRun): Promise<unknown[]> {
  const { rows } = await run.pool.query(
    `select book, account, min(running) from (
        select book, account, currency, seq,
          sum(sum(amount)) over (partition by book, account, currency order by seq) as running
        from posting where not is_house(account) group by book, account, currency, seq
      ) moved group by 1, 2, currency having min(running) < 0`,
  );
  return rows;
}

function expectOracle(found: {
  readonly market: PausedMarket;
  readonly placed: readonly Placed[];
  readonly rows: ReadonlyMap<string, Row>;
}): {
  readonly outcomes: readonly Outcome[];
  readonly oracles: readonly OraclePosition[];
  readonly borne: ReadonlyMap<string, Amount>;
} {
  const { market, placed, rows } = found;
  expect(rows.size).toBe(placed.length);
  const { oracles: byOrder, borne } = oraclesOf(market, placed, rows);
  const oracles = placed.map((one) => byOrder.get(one)!);
  const outcomes = placed.map((one) => outcomeOfRow(market, one, rows.get(one.id!)!));
  expect(outcomes).toEqual(placed.map((one, at) => outcomeOfOracle(market, one, oracles[at]!)));
  for (const { act } of placed) if (act !== undefined) acts.add(act.kind);
  for (const { reduction } of oracles) if (reduction !== null) reductions.add(reduction);
  return { outcomes, oracles, borne };
}

const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((total, one) => total + one, 0n);

/**
 * Returns the part of the shortfalls that the other side of the same customer covered, taken back or settled. This is the amount
 * that the customers lose instead of the insurance.
 */
function borneIn(rows: readonly Row[]): Amount {
  return sum(rows.flatMap(({ closes }) => closes.map((part) => amount(part.offset) + amount(part.charge))));
}

/** The amounts that the positions of a symbol must have moved in the ledger, according to the oracle. */
function booksByOracle(oracles: readonly OraclePosition[], borne: Amount): Books {
  const closes = oracles.flatMap((one) => one.closes);
  const opened = oracles.filter((one) => one.entryPrice !== null);
  const openFees = sum(opened.map((one) => one.openFee));
  const openRounding = sum(opened.map((one) => one.openFeeRounding));
  const closeFees = sum(closes.map((one) => one.fee));
  const pnl = sum(closes.map((one) => one.pnl));
  const rounding = sum(closes.map((one) => one.rounding)) + openRounding;
  const trading = sum(closes.map((one) => one.trading));
  const financing = sum(closes.map((one) => one.financing));
  const shortfall = sum(closes.map((one) => one.shortfall));
  const books = {
    customers: pnl - openFees - closeFees - financing + shortfall - borne,
    trading,
    // Rounding that does not come from the profit belongs to the fees.
    fees: openFees + closeFees - (rounding + (trading + pnl)),
    interest: financing,
    insurance: borne - shortfall,
    rounding,
  };
  expect(sum(Object.values(books))).toBe(0n);
  return Object.fromEntries(Object.entries(books).filter(([, moved]) => moved !== 0n));
}

/**
 * The house's trading result is the move of the mid price against the customers, plus half the spread of every fill. It is
 * computed from fills and tape alone, in units of half of 10⁻³² USDT.
 */
function spreadAndMove(market: PausedMarket, symbol: string, rows: readonly Row[]) {
  const entries = market.entries.get(symbol)!;
  const { contractSize } = instruments.get(symbol)!;
  let spread = 0n;
  let move = 0n;
  for (const { side, entry_seq: entrySeq, closes } of rows) {
    const sign = side === 'long' ? 1n : -1n;
    for (const part of closes) {
      const opened = entries[parseInt(entrySeq ?? '0', 10) - 1]!;
      const closed = entries[parseInt(part.tape_seq, 10) - 1]!;
      const size = amount(part.quantity) * contractSize * ONE;
      expect(amount(part.price)).toBe(side === 'long' ? closed.bid : closed.ask);
      spread += size * (opened.ask - opened.bid + closed.ask - closed.bid);
      move -= sign * size * (closed.bid + closed.ask - opened.bid - opened.ask);
    }
  }
  return { spread, move };
}

const TWICE_PRODUCT = 2n * ONE ** 3n;

function expectBooks(found: {
  readonly market: PausedMarket;
  readonly placed: readonly Placed[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly books: ReadonlyMap<string, Books>;
  readonly oracles: readonly OraclePosition[];
  readonly borne: ReadonlyMap<string, Amount>;
}): void {
  const { market, placed, rows, books, oracles } = found;
  for (const symbol of market.files.keys()) {
    const ofSymbol = oracles.filter((_, at) => placed[at]!.symbol === symbol);
    const rowsOfSymbol = [...rows.values()].filter((row) => row.symbol === symbol);
    const borne = borneIn(rowsOfSymbol);
    expect(borne).toBe(found.borne.get(symbol));
    expect(books.get(symbol)).toEqual(booksByOracle(ofSymbol, borne));
    const traded = books.get(symbol)!['trading'] ?? 0n;
    const { spread, move } = spreadAndMove(market, symbol, rowsOfSymbol);
    const unrounded = move + spread - traded * TWICE_PRODUCT;
    const closings = BigInt(ofSymbol.flatMap((one) => one.closes).length);
    expect(spread).toBeGreaterThan(0n);
    expect(unrounded >= 0n && unrounded < closings * TWICE_PRODUCT).toBe(true);
    const shown = Object.entries(books.get(symbol)!).map(([name, moved]) => `${name} ${formatAmount(moved)}`);
    console.info(
      `${symbol}: ${shown.join(', ')}; of trading, spread ${formatAmount(spread / TWICE_PRODUCT)}`,
    );
  }
}

function remember(oracles: readonly OraclePosition[], rows: ReadonlyMap<string, Row>): void {
  bornes += borneIn([...rows.values()]);
  for (const { reason, shortfall } of oracles.flatMap((one) => one.closes)) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    shortfalls += shortfall;
  }
}

const patience = { timeout: 1_200_000 };

describe('positions through real crashes', patience, () => {
  let undisturbed: readonly Outcome[] = [];

  test('match the oracle on 4 September 2017, for bitcoin and ether', async () => {
    const found = await through(september2017, async () => undefined);
    const { outcomes, oracles, borne } = expectOracle(found);
    expectBooks({ ...found, oracles, borne });
    remember(oracles, found.rows);
    undisturbed = outcomes;
  });

  test('match the oracle on 4 September 2017 with the server killed in the middle of the fall', async () => {
    let atKill = 0;
    const found = await through(september2017, async (run) => {
      atKill = await run.killAt('2017-09-04T08:00', { speed: 120, afterMs: 900_000 });
    });
    const { outcomes, oracles, borne } = expectOracle(found);
    expectBooks({ ...found, oracles, borne });
    const symbols = [...found.market.files.keys()];
    const atMiddle = sum(symbols.map((symbol) => BigInt(found.market.first(symbol, 'middle').seq)));
    expect(BigInt(atKill)).toBeLessThan(atMiddle);
    expect(outcomes).toEqual(undisturbed);
  });

  test('match the oracle on 13 December 2022, in the minute of an inflation report', async () => {
    const found = await through(december2022, async () => undefined);
    const { oracles, borne } = expectOracle(found);
    expectBooks({ ...found, oracles, borne });
    remember(oracles, found.rows);
  });

  test('match the oracle on 6 October 2016, for the pound', async () => {
    const found = await through(october2016, async () => undefined);
    const { oracles, borne } = expectOracle(found);
    expectBooks({ ...found, oracles, borne });
    remember(oracles, found.rows);
  });

  afterAll(() => {
    // Every way to close must occur, and a gap must exceed a margin.
    console.info([...reasons].map(([reason, count]) => `${reason} ${count}`).join(', '));
    console.info(
      `shortfalls of ${formatAmount(shortfalls)} USDT, of which the other side covered ${formatAmount(bornes)}`,
    );
    expect([...reasons.keys()].toSorted()).toEqual([
      'close_all',
      'close_out',
      'customer',
      'profit_lock',
      'reduce',
      'stop_loss',
      'take_profit',
      'trailing',
    ]);
    expect([...acts].toSorted()).toEqual(['amend', 'cancel', 'change', 'close', 'reduce']);
    expect([...reductions].toSorted()).toEqual(['pending', 'position_not_open', 'reduced']);
    expect(shortfalls).toBeGreaterThan(0n);
    expect(bornes).toBeGreaterThan(0n);
    expect([...evidenced].toSorted()).toEqual(['opened', ...reasons.keys()].toSorted());
  });
});
