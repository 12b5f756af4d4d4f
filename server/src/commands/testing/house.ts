/** For tests: a house with capital, customers with the demo grant, and a tape head to trade at. */
import pg from 'pg';
import type { Amount } from '@candor/domain/money/amount.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openBook, openDemoHouse } from '../../ledger/book.ts';
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
    quote: { seq?: bigint; bid: Amount; ask: Amount; staleAfterMs?: number },
  ): Promise<void>;
  run<Input, Answer, Code extends string>(
    command: Command<Input, Answer, Code>,
    input: Input,
    at: { book: bigint; key: string; body?: string; urgent?: boolean },
  ): Promise<SubmissionOutcome<Answer, Code>>;
  /** A connection of the owner's, for what a customer or the server cannot do. */
  owner<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export async function openHouse(
  database: { url: string; ownerUrl: string },
  options: Partial<ExecutorOptions> = {},
): Promise<House> {
  const pool = createPool(database.url, { max: 6 });
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  owner.on('error', () => undefined);
  const published: Publication[] = [];
  const logged: { message: string; error: unknown }[] = [];
  await openDemoHouse(pool, COINS);
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
    setHead: async (symbol, { seq = 1n, bid, ask, staleAfterMs = 600_000 }) => {
      await pool.query(
        `insert into tape_head (symbol, seq, time_ms, bid, ask, last, stale_after_ms, halted)
          values ($1, $2, 0, $3, $4, $3, $5, false)
          on conflict (symbol) do update set seq = excluded.seq, bid = excluded.bid, ask = excluded.ask,
            last = excluded.last, stale_after_ms = excluded.stale_after_ms, halted = false, written_at = clock_timestamp()`,
        [symbol, seq, toNumeric(bid), toNumeric(ask), staleAfterMs],
      );
    },
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
