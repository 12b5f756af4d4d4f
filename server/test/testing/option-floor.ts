/**
 * Executor, tape and engine on a separate database, with customers who buy fixed-time options. The test sets clock and prices.
 */
import { OPTION_TERMS } from '@candor/domain/trading/option.ts';
import pg from 'pg';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { command } from '../../src/commands/command.ts';
import { openHouse } from '../../src/commands/testing/house.ts';
import type { House } from '../../src/commands/testing/house.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { TicketOrder } from '../../src/features/options/accepting.ts';
import { buyTicket } from '../../src/features/options/commands.ts';
import { exposureCounter } from '../../src/features/options/money.ts';
import { optionTriggers } from '../../src/features/options/triggers.ts';
import { openExposureCounters } from '../../src/features/options/store.ts';
import { tickets } from '../../src/features/options/tables.ts';
import type { TicketRow } from '../../src/features/options/tables.ts';
import { breaches } from '../../src/app/breaches.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import { sha256Chain } from '../../src/quotes/chain-hash.ts';
import { createLatest } from '../../src/quotes/latest.ts';
import { takeLead } from '../../src/quotes/leader.ts';
import { readEntries } from '../../src/quotes/tape-store.ts';
import { createTape } from '../../src/quotes/tape.ts';

const SYMBOL = 'BTC/USDT';
const HALF_SPREAD = amount('0.01');
const PATIENCE_MS = 30_000;
/**
 * The clock almost stands still, at a millisecond per 100 s of wall time. If it stood still completely, every entry from any
 * other instant would be stale. At this pace, a head may be twenty seconds old.
 */
const PACE = 0.00001;
const STALE_AFTER_MS = 2_000_000_000;

const fund = command({
  name: 'test.fund_options',
  gather: (_: { usdt: Amount }) => ({
    balances: [
      ['spot', 'USDT'],
      ['option', 'USDT'],
    ],
    house: [['equity', 'USDT']],
  }),
  decide: ({ usdt }) =>
    ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [
          { account: 'equity', currency: 'USDT', amount: -usdt },
          { account: 'spot', currency: 'USDT', amount: usdt },
        ]),
        journal('transfer', 'test:transfer', [
          { account: 'spot', currency: 'USDT', amount: -usdt },
          { account: 'option', currency: 'USDT', amount: usdt },
        ]),
      ],
    }),
});

export type NewCustomer = { readonly usdt: Amount; readonly registeredMs: number };
export type FloorTicket = Pick<TicketOrder, 'side' | 'seconds' | 'stake'>;
export type OptionFloor = Awaited<ReturnType<typeof openOptionFloor>>;

export async function openOptionFloor() {
  const database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  let poke = (): void => undefined;
  const house: House = await openHouse(database, { onArmed: () => poke() });
  const other = await openHouse(database, { slots: [2, 3], onArmed: () => poke() });
  await openExposureCounters(house.pool, [SYMBOL]);
  const troubles: unknown[] = [];
  let nowMs = 0;
  const tape = createTape({
    pool: house.pool,
    hash: sha256Chain,
    latest: createLatest(),
    timeOf: (quote) => quote.feedTimeMs,
    marketNow: () => nowMs,
    staleAfterMs: () => STALE_AFTER_MS,
    fillAgeMs: () => 1_000,
    wallNow: Date.now,
    onFenced: () => troubles.push('fenced'),
    report: (text) => troubles.push(text),
  });
  const epoch = await takeLead(house.pool, { role: 'market', owner: 'test', atOnce: true });
  await tape.lead(epoch ?? 0n, [SYMBOL]);
  const engine = new Engine({
    pool: house.pool,
    onEntries: tape.onEntries,
    sources: optionTriggers({ executor: house.executor, pool: house.pool, now: Date.now }),
    nowMs: () => performance.now(),
    onTrouble: (text, error) => troubles.push([text, error]),
  });
  await engine.start();
  poke = () => void engine.poke();
  let keys = 0;
  const key = (): string => `key ${(keys += 1)}`;
  const setClock = async (ms: number): Promise<void> => {
    nowMs = ms;
    const values = [Date.now() - 1000, ms, PACE];
    await house.owner('update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3', values);
  };
  const noneLeft = async (which: string): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await house.pool.query<{ left: number }>(
        `select count(*)::int as left from option_ticket where ${which}`,
      );
      if (rows[0]?.left === 0) return;
      if (performance.now() > deadline)
        throw new Error(`expected no ticket to wait, found ${rows[0]?.left}: ${which}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const asText = { getTypeParser: () => (value: string) => value };

  return {
    pool: house.pool,
    troubles,
    /** Runs SQL as the owner, for changes that no serving role can make. */
    owner: house.owner,
    /** Commands that failed or that the database rejected. */
    logged: () => [...house.logged, ...other.logged],

    /** The violations in the books, read over a connection without a short time limit. */
    async breaches() {
      const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
      try {
        return await breaches(owner);
      } finally {
        await owner.end();
      }
    },

    /** Registers customers at a given time, each with a given amount in the option account. */
    async customers(wanted: readonly NewCustomer[]): Promise<bigint[]> {
      const books = await house.customers(wanted.length);
      await house.owner(
        `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by,
            language, lever_enabled, registered_ms)
          select id, id::text, id::text, id::text, id::text, '', '1990-01-01', 0, 'en', true, registered_ms
          from unnest($1::bigint[], $2::bigint[]) as u (id, registered_ms)`,
        [books.map(String), wanted.map((one) => one.registeredMs)],
      );
      await Promise.all(
        books.map(async (book, at) => {
          const funded = await house.run(fund, { usdt: wanted[at]!.usdt }, { book, key: key() });
          if (!funded.ok) throw new Error(funded.refusal.code);
        }),
      );
      return books;
    },

    /** Sets the market clock, which then almost stands still until it is set again. */
    setClock,

    /** Writes prices to the tape, each with its time, and sets the clock to the last price's time. */
    async quote(prices: readonly { readonly last: Amount; readonly timeMs: number }[]): Promise<void> {
      await setClock(prices.at(-1)!.timeMs);
      const quotes = prices.map(({ last, timeMs: feedTimeMs }) => ({
        ...{ symbol: SYMBOL, last, volume: 0n, feedTimeMs },
        ...{ bid: last - HALF_SPREAD, ask: last + HALF_SPREAD },
      }));
      if (!(await tape.append(quotes))) throw new Error('expected the entry to be written, found it dropped');
    },

    async gap(timeMs: number): Promise<void> {
      await setClock(timeMs);
      const before = tape.head(SYMBOL)?.seq ?? 0n;
      tape.gap(SYMBOL);
      const deadline = performance.now() + PATIENCE_MS;
      while (tape.head(SYMBOL)?.seq === before) {
        if (performance.now() > deadline) throw new Error('expected the tape to record a gap, found none');
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },

    /** Buys a ticket in either process. Both processes use the same database. */
    buy(book: bigint, ticket: FloorTicket, at: { readonly key?: string; readonly process?: 0 | 1 } = {}) {
      const instrument = instruments.get(SYMBOL)!;
      const usual = {
        ...({ payoutShown: undefined, stakeInstrument: undefined, jurisdictions: 'demo' } as const),
        termsAt: () => OPTION_TERMS,
      };
      const paid = { currency: 'USDT', source: 'option' } as const;
      const order: TicketOrder = { product: 'crypto', instrument, ...paid, ...usual, ...ticket };
      const body = `${ticket.side} ${ticket.seconds} ${ticket.stake}`;
      const process = at.process === 1 ? other : house;
      return process.run(buyTicket, order, { book, key: at.key ?? key(), body });
    },

    /** Resolves once each open ticket has its strike, so that the clock can be advanced. */
    allStruck: () => noneLeft(`status = 'open' and strike is null`),

    allEnded: () => noneLeft(`status = 'open'`),

    /** The newest tickets, or all of them, oldest first. */
    async tickets(newest: number | null = null): Promise<TicketRow[]> {
      const { rows } = await house.pool.query<Record<string, string | null>>({
        text: 'select * from (select * from option_ticket order by id desc limit $1) t order by id',
        values: [newest],
        types: asText,
      });
      return rows.map(tickets.read);
    },

    /** The possible gain of all open tickets together, according to the symbol's counter. */
    async exposure(): Promise<Amount> {
      const { rows } = await house.pool.query<{ value: string }>(
        'select sum(value) as value from counter where name = $1',
        [exposureCounter(SYMBOL)],
      );
      return fromNumeric(rows[0]!.value);
    },

    /** The tape's entries, keyed by number. */
    async tape(): Promise<Map<bigint, TapeEntry>> {
      const entries = await readEntries(house.pool, { symbol: SYMBOL, fromSeq: 0n, limit: 1_000_000 });
      return new Map(entries.map((entry) => [entry.seq, entry]));
    },

    async shut(): Promise<void> {
      await engine.stop();
      await tape.follow();
      await house.close();
      await other.close();
      await database.drop();
    },
  };
}
