/** Test helper: a house with capital, customers with the demo grant, and a tape head at which orders fill. */
import pg from 'pg';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, toNumeric } from '@candor/domain/money/amount.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openHouseSql } from '../../ledger/balances.ts';
import { openBook, openDemoHouse } from '../../ledger/book.ts';
import { post } from '../../ledger/post.ts';
import { LIMITS } from '../../limits.ts';
import type { Command, Submission, SubmissionOutcome } from '../command.ts';
import { Executor } from '../executor.ts';
import type { ExecutorOptions } from '../executor.ts';
import type { Publication } from '../facts.ts';

export const COINS = ['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'LTC', 'TRX', 'LINK'];

export type House = {
  readonly pool: Pool;
  readonly executor: Executor;
  readonly published: Publication[];
  readonly logged: { message: string; error: unknown }[];
  /** Opens books for new customers, without a grant. */
  customers(count: number): Promise<bigint[]>;
  setHead(
    symbol: string,
    quote: {
      seq?: bigint;
      bid: Amount;
      ask: Amount;
      staleAfterMs?: number;
      fillAgeMs?: number;
      /** By the market clock; defaults to the current time. */
      timeMs?: number;
    },
  ): Promise<void>;
  /** Writes an entry to the tape, unless there is one with the same number. Does not change the head. */
  lay(entry: TapeEntry): Promise<void>;
  run<Input, Answer, Code extends string>(
    command: Command<Input, Answer, Code>,
    input: Input,
    at: { book: bigint; key: string; body?: string; urgent?: boolean },
  ): Promise<SubmissionOutcome<Answer, Code>>;
  /** Runs SQL as the owner, for changes that neither a customer nor the server can make. */
  owner<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export async function openHouse(
  database: { url: string; ownerUrl: string },
  { capital, ...options }: Partial<ExecutorOptions> & { capital?: Readonly<Record<string, string>> } = {},
): Promise<House> {
  const pool = createPool(database.url, { max: 6 });
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  owner.on('error', () => undefined);
  const published: Publication[] = [];
  const logged: { message: string; error: unknown }[] = [];
  if (capital === undefined) await openDemoHouse(pool, COINS);
  else await openThinHouse(pool, capital);
  const lay = async ({
    symbol,
    seq,
    timeMs,
    feedTimeMs,
    bid,
    ask,
    last,
    volume,
  }: TapeEntry): Promise<void> => {
    await owner.query(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8, sha256('')) on conflict do nothing`,
      [symbol, seq, timeMs, feedTimeMs, ...[bid, ask, last, volume].map(toNumeric)],
    );
  };
  const executor = new Executor({
    pool,
    slots: [0, 1],
    limits: LIMITS.commands,
    nowMs: Date.now,
    onCommitted: (publications) => published.push(...publications),
    log: (message, error) => logged.push({ message, error }),
    ...options,
  });
  return {
    pool,
    executor,
    published,
    logged,
    customers: async (count) => {
      const books: bigint[] = [];
      for (let made = 0; made < count; made += 1) books.push(await openBook(pool));
      return books;
    },
    setHead: async (
      symbol,
      { seq = 1n, bid, ask, staleAfterMs = 600_000, fillAgeMs = staleAfterMs, timeMs: given },
    ) => {
      const timeMs =
        given ?? Number((await owner.query<{ now: string }>('select market_now_ms() as now')).rows[0]?.now);
      await lay({ symbol, seq, bid, ask, last: bid, volume: 0n, timeMs, feedTimeMs: timeMs });
      await owner.query(
        `insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, stale_after_ms, fill_age_ms,
            halted)
          values ($1, $2, $3, $3, $4, $5, $4, $6, $7, false)
          on conflict (symbol) do update set seq = excluded.seq, time_ms = excluded.time_ms,
            feed_time_ms = excluded.feed_time_ms, bid = excluded.bid, ask = excluded.ask,
            last = excluded.last, stale_after_ms = excluded.stale_after_ms,
            fill_age_ms = excluded.fill_age_ms, halted = false, written_at = clock_timestamp()`,
        [symbol, seq, timeMs, toNumeric(bid), toNumeric(ask), staleAfterMs, fillAgeMs],
      );
    },
    lay,
    run: (command, input, { book, key, body = '', urgent = false }) => {
      const submission: Submission<typeof input, never, never> = {
        command: command as never,
        input,
        book,
        key,
        bodyHash: body,
        deadlineMs: (options.nowMs ?? Date.now)() + 10_000,
        urgent,
      };
      return executor.submit(submission) as never;
    },
    owner: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await owner.query<Row>(sql, values)).rows,
    close: async () => {
      await executor.close();
      await pool.end();
      await owner.end();
    },
  };
}

/** Gives the house the listed amounts of USDT and nothing else. If the house is already open, its balances are left unchanged. */
async function openThinHouse(pool: Pool, capital: Readonly<Record<string, string>>): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const book = await connection.query<{ seq: string }>(
      'select seq from book where id = 0 for no key update',
    );
    if (book.rows[0]?.seq !== '0') return;
    const lines = Object.entries(capital).map(
      ([account, held]) => ({ account, currency: 'USDT', amount: amount(held) }) as Posting,
    );
    const total = lines.reduce((sum, line) => sum + line.amount, 0n);
    const postings: Posting[] = [{ account: 'custody', currency: 'USDT', amount: -total }, ...lines];
    const accounts = postings.map(({ account }) => account);
    await connection.query(openHouseSql, [accounts, accounts.map(() => 'USDT'), 0]);
    await connection.query('update book set seq = 1 where id = 0');
    const opening = journal('house_opening', 'house:demo', postings);
    await post(connection, [{ book: 0n, seq: 1n, timeMs: 0, journal: opening }], 0);
  });
}
