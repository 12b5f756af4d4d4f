/**
 * The financing of a real week, night by night: positions in pounds and in dollars, opened, closed in part and whole over four
 * midnights of October 2016. Every sum is worked out here again, from the documents and the tape alone, and each fill is proved
 * by the verifier from its file.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '../../tools/testing/bare-journals.ts';
import { freshDatabase } from '../../tools/testing/database.ts';
import type { TestDatabase } from '../../tools/testing/database.ts';
import { command } from '../src/commands/command.ts';
import { openHouse } from '../src/commands/testing/house.ts';
import type { House } from '../src/commands/testing/house.ts';
import { Engine } from '../src/engine/engine.ts';
import { breaches } from '../src/app/breaches.ts';
import { closePositionAt, openPosition } from '../src/positions/commands.ts';
import type { OpeningOrder } from '../src/positions/opening.ts';
import { positionTriggers } from '../src/positions/registration.ts';
import { listPositions } from '../src/positions/store.ts';
import { positionView } from '../src/positions/view.ts';
import type { PositionView } from '../src/positions/view.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { signHeads } from '../src/quotes/checkpoints.ts';
import { sha256Chain } from '../src/quotes/chain-hash.ts';
import { createLatest } from '../src/quotes/latest.ts';
import { takeLead } from '../src/quotes/leader.ts';
import { openSigningKey } from '../src/quotes/signing-key.ts';
import { readHeads } from '../src/quotes/tape-store.ts';
import { createTape } from '../src/quotes/tape.ts';
import type { Tape } from '../src/quotes/tape.ts';
import { judgeOneOfEach } from './testing/evidenced.ts';

const HISTORY = fileURLToPath(
  new URL('../../fixtures/market/GBPUSD_ejtrader_1h_2016-10-03_07.csv', import.meta.url),
);
const DAY_MS = 86_400_000;
const SYMBOLS = ['GBP/USD', 'EUR/GBP', 'GBP/USDT'];

type Price = { readonly timeMs: number; readonly mid: Amount };
/** Two prices an hour, so that the first of an hour is seldom the one of the pair. */
const prices: readonly Price[] = readFileSync(HISTORY, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [seconds = '', first = '', , , last = ''] = line.split(',');
    const timeMs = Number(seconds) * 1000;
    return [
      { timeMs, mid: amount(first) },
      { timeMs: timeMs + 1_800_000, mid: amount(last) },
    ];
  });

let database: TestDatabase;
let house: House;
let tape: Tape;
let engine: Engine;
let epoch = 0n;
let keys = 0;
const folder = mkdtempSync(join(tmpdir(), 'candor-nights-'));
const troubles: unknown[] = [];
let nowMs = prices[0]!.timeMs;
const key = (): string => `key ${(keys += 1)}`;

const fund = command({
  name: 'test.fund',
  gather: () => ({
    balances: [
      ['spot', 'USDT'],
      ['contract', 'USDT'],
    ],
    house: [['equity', 'USDT']],
  }),
  decide: () => {
    const usdt = (account: 'equity' | 'spot' | 'contract', moved: string) => ({
      ...{ account, currency: 'USDT', amount: amount(moved) },
    });
    return ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [usdt('equity', '-1000000'), usdt('spot', '1000000')]),
        journal('transfer', 'test:transfer', [usdt('spot', '-1000000'), usdt('contract', '1000000')]),
      ],
    });
  },
});

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  house = await openHouse(database, { onArmed: () => void engine.poke() });
  tape = createTape({
    ...{ pool: house.pool, hash: sha256Chain, latest: createLatest(), wallNow: Date.now },
    ...{ timeOf: (quote) => quote.feedTimeMs, marketNow: () => nowMs, staleAfterMs: () => 600_000 },
    fillAgeMs: () => 1_000,
    onFenced: () => troubles.push('fenced'),
    report: (text) => troubles.push(text),
  });
  epoch = (await takeLead(house.pool, { role: 'market', owner: 'test', atOnce: true })) ?? 0n;
  await tape.lead(epoch, SYMBOLS);
  const sources = positionTriggers({
    ...{ executor: house.executor, instruments, jurisdictions: 'demo', now: Date.now },
  });
  engine = new Engine({
    ...{ pool: house.pool, onEntries: tape.onEntries, sources, nowMs: () => performance.now() },
    onTrouble: (text, error) => troubles.push([text, error]),
  });
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  await tape.follow();
  await house.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The market's clock stands at the price, whose quotes come before and after one another in turn. */
async function step({ timeMs, mid }: Price, at: number): Promise<void> {
  nowMs = timeMs;
  await house.owner('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [timeMs]);
  const half = amount('0.00006');
  const cross = (amount('1.12') * ONE) / mid / 1000n;
  const pound = { symbol: 'GBP/USD', bid: mid - half, ask: mid + half };
  const euro = { symbol: 'EUR/GBP', bid: cross * 1000n - half, ask: cross * 1000n + half };
  const quotes = at % 4 < 2 ? [pound, euro] : [euro, pound];
  await tape.append(quotes.map((one) => ({ ...one, volume: 0n, feedTimeMs: timeMs })));
}

/** What fires at a step is committed before the next. */
async function settled(): Promise<void> {
  await expect
    .poll(
      async () => {
        const heads = new Map((await readHeads(house.pool)).map((head) => [head.symbol, head.seq]));
        const { rows } = await house.pool.query<{ symbol: string; handled_seq: string }>(
          'select symbol, handled_seq from engine_position',
        );
        const behind = rows.filter(({ symbol, handled_seq: seq }) => (heads.get(symbol) ?? 0n) > BigInt(seq));
        return rows.length > 0 && behind.length === 0;
      },
      { timeout: 20_000, interval: 100 },
    )
    .toBe(true);
}

async function open(
  book: bigint,
  symbol: string,
  side: 'long' | 'short',
  change: Partial<OpeningOrder> = {},
) {
  const instrument = instruments.get(symbol)!;
  const order: OpeningOrder = {
    ...{ instrument, termsAt: (one) => one, product: 'forex', side, type: 'market' },
    ...{
      quantity: amount('0.5'),
      leverage: 20,
      collateral: 'contract',
      price: undefined,
      worstPrice: undefined,
    },
    ...{ feeRateShown: undefined, financingRateShown: undefined, jurisdictions: 'demo' },
    ...{ takeProfit: undefined, stopLoss: undefined, trailing: undefined },
    ...change,
  };
  const outcome = await house.run(openPosition, order, { book, key: key() });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return BigInt(outcome.value.id);
}

async function close(book: bigint, id: bigint, quantity?: string): Promise<void> {
  const part = quantity === undefined ? undefined : amount(quantity);
  const input = { id, product: 'forex', quantity: part, instruments } as const;
  const outcome = await house.run(closePositionAt, input, { book, key: key() });
  // Sterling's fall has closed some out by then.
  if (!outcome.ok && outcome.refusal.code !== 'position_not_open')
    throw new Error(JSON.stringify(outcome.refusal));
}

async function customer(): Promise<bigint> {
  const [book = 0n] = await house.customers(1);
  await house.owner(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
      lever_enabled, registered_ms) values ($1, 'one', 'one', 'one', 'one', '', '1990-01-01', 0, 'en', true, 0)`,
    [book.toString()],
  );
  await house.owner('insert into bank_card (book, bound_ms) values ($1, 0)', [book.toString()]);
  expect(await house.run(fund, {}, { book, key: key() })).toMatchObject({ ok: true });
  return book;
}

type Entry = { readonly seq: string; readonly time_ms: string; readonly last: string; readonly gap: boolean };

/** Worked out from what anybody can read: the position as it is answered, and the two tapes. */
function financingOf(position: PositionView, tapeOf: ReadonlyMap<string, readonly Entry[]>): string[] {
  const own = tapeOf.get(position.symbol) ?? [];
  const rates = tapeOf.get('GBP/USDT') ?? [];
  const up = (over: bigint, by: bigint): bigint => (over + by - 1n) / by;
  let held = amount(position.quantity);
  let due = 0n;
  let day = Math.floor((position.entry_time_ms ?? 0) / DAY_MS);
  const closes = [...position.closes];
  const parts: string[] = [];
  for (const entry of own) {
    if (Number(entry.seq) < (position.entry_seq ?? 0) || closes.length === 0) continue;
    const today = Math.floor(Number(entry.time_ms) / DAY_MS);
    if (today > day) {
      const rate = position.symbol.endsWith('/USD')
        ? ONE
        : amount(rates.findLast((one) => Number(one.time_ms) <= Number(entry.time_ms))!.last);
      const notional = up(
        held * amount(position.contract_size) * amount(position.entry_price ?? '') * rate,
        ONE ** 3n,
      );
      due += BigInt(today - day) * up(notional * amount(position.financing_rate), ONE);
      day = today;
    }
    while (closes[0]?.tape_seq === Number(entry.seq)) {
      const quantity = amount(closes.shift()!.quantity);
      const part = up(due * quantity, held);
      parts.push(formatAmount(part));
      due -= part;
      held -= quantity;
    }
  }
  return parts;
}

test('every sum of a week is derived from documents and tape', async () => {
  const book = await customer();
  const ids: bigint[] = [];
  for (const [at, price] of prices.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await step(price, at);
    // oxlint-disable-next-line no-await-in-loop
    if (price.timeMs % DAY_MS === 0 || at === 20) await settled();
    const hour = Math.floor(at / 2);
    if (at % 2 === 0 && [3, 9, 20, 33, 50].includes(hour)) {
      for (const symbol of ['EUR/GBP', 'GBP/USD']) {
        // oxlint-disable-next-line no-await-in-loop
        ids.push(await open(book, symbol, 'long'), await open(book, symbol, 'short'));
      }
    }
    if (at === 75) for (const id of ids.slice(0, 6)) await close(book, id, '0.2'); // oxlint-disable-line no-await-in-loop
    // At the very first entry of a day, before or after its night was charged.
    if (at === 144) for (const id of ids.slice(2, 12)) await close(book, id, '0.13'); // oxlint-disable-line no-await-in-loop
    if (at === 230) for (const id of ids) await close(book, id); // oxlint-disable-line no-await-in-loop
  }
  const tapes = await house.pool.query<Entry & { symbol: string }>(
    'select symbol, seq, time_ms, last::text, gap from tape order by symbol, seq',
  );
  const tapeOf = new Map(
    SYMBOLS.map((symbol) => [symbol, tapes.rows.filter((one) => one.symbol === symbol)]),
  );
  const listed = await listPositions(house.pool, {
    ...{ book, product: undefined, status: undefined, symbol: undefined, below: undefined, limit: 100 },
  });
  let sums = 0;
  let charged = 0;
  for (const row of listed) {
    const position = positionView(row, instruments.get(row.symbol)!);
    const told = position.closes.map(({ financing }) => financing);
    expect(financingOf(position, tapeOf)).toEqual(told);
    sums += told.length;
    charged += position.nights.length;
    // Each night names its entry: the first of its day, and a rate of its own tape.
    for (const night of position.nights) {
      const entry = tapeOf.get(position.symbol)!.find(({ seq }) => Number(seq) === night.seq)!;
      expect(Number(entry.time_ms)).toBe(night.time_ms);
      const rate = tapeOf.get('GBP/USDT')!.find(({ seq }) => Number(seq) === night.rate_seq);
      expect(night.rate).toBe(position.symbol === 'GBP/USD' ? '1' : formatAmount(amount(rate?.last ?? '0')));
    }
  }
  expect(listed).toHaveLength(20);
  expect(sums).toBeGreaterThan(30);
  expect(charged).toBeGreaterThan(50);
  await step({ ...prices.at(-1)!, timeMs: prices.at(-1)!.timeMs + 3_600_000 - 1 }, 0);
  await signHeads(house.pool, openSigningKey(folder), { epoch, heads: await readHeads(house.pool) });
  const judged = [...(await judgeOneOfEach(house.pool))];
  expect(judged.length).toBeGreaterThan(3);
  expect(judged.filter(([, verdict]) => verdict !== 'proved')).toEqual([]);
  expect(troubles).toEqual([]);
  expect(house.logged).toEqual([]);
  const owner = { query: async (sql: string) => ({ rows: await house.owner(sql) }) } as never;
  expect(await breaches(owner)).toEqual([]);
}, 120_000);
