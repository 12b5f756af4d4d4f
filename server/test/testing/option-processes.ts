/**
 * Tickets bought in real processes that are killed and stopped between expiry and settlement: a market pushed to the leader, a
 * customer's book that is kept locked meanwhile, and the outcome of each ticket computed from the tape alone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { kindOf } from '@candor/domain/market/quote.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { exitOf } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { WebSocket } from 'ws';
import { tickets } from '../../src/features/options/tables.ts';
import type { TicketRow } from '../../src/features/options/tables.ts';
import { breaches } from '../../src/app/breaches.ts';
import { readEntries } from '../../src/quotes/tape-store.ts';

const SYMBOL = 'BTC/USDT';
export const FEED_TOKEN = 'market-of-the-crash-test';
const QUOTE_EVERY_MS = 25;
const TICK = amount('0.01');
const PATIENCE_MS = 30_000;

/** An external program that acts as the market. It pushes quotes to every process that accepts them, and reconnects. */
export class PushedMarket {
  readonly #sockets = new Map<string, WebSocket>();
  readonly #timer: NodeJS.Timeout;
  #price = amount('64000');
  #quotes = 0;
  /**
   * The time from which the market clock runs at its current speed. Quotes carry market time, because wall time would be too
   * old by the market clock.
   */
  #from = { wallMs: Date.now(), marketMs: Date.now(), speed: 1 };

  constructor(origins: readonly string[]) {
    this.#timer = setInterval(() => this.#push(origins), QUOTE_EVERY_MS);
  }

  goAt(speed: number): void {
    this.#from = { wallMs: Date.now(), marketMs: this.#nowMs(), speed };
  }

  #nowMs(): number {
    const { wallMs, marketMs, speed } = this.#from;
    return marketMs + (Date.now() - wallMs) * speed;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets.values()) socket.terminate();
  }

  #push(origins: readonly string[]): void {
    this.#quotes += 1;
    // The price goes up and down in runs of different lengths, so that tickets of each side both win and lose.
    this.#price += TICK * ((this.#quotes >> 4) % 3 === 0 ? -3n : 2n);
    const [bid, ask] = [this.#price - TICK, this.#price + TICK].map(formatAmount);
    const quote = { symbol: SYMBOL, bid, ask, last: formatAmount(this.#price), time_ms: this.#nowMs() };
    for (const origin of origins) {
      const socket = this.#sockets.get(origin) ?? this.#connect(origin);
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(quote));
    }
  }

  #connect(origin: string): WebSocket {
    const headers = { authorization: `Bearer ${FEED_TOKEN}` };
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/feed`, { headers });
    this.#sockets.set(origin, socket);
    // A process that does not lead or is down is retried at the next quote.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(origin));
    return socket;
  }
}

/** Separate connections to the servers' database, for the test's reads and for a lock that the test holds. */
export class Beside {
  readonly #pool: pg.Pool;
  #lock: pg.PoolClient | undefined;

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2 });
    this.#pool.on('error', () => undefined);
  }

  /** Speeds up the market clock, which only the owner of a demo's database can do. */
  async setSpeed(speed: number): Promise<void> {
    await this.#pool.query(
      `update clock set base_wall_ms = extract(epoch from clock_timestamp()) * 1000, speed = $1,
        base_market_ms = base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - base_wall_ms) * clock.speed`,
      [speed],
    );
  }

  /** Locks a customer's book, so that none of the customer's tickets can be settled. */
  async lockBook(book: bigint): Promise<void> {
    this.#lock = await this.#pool.connect();
    await this.#lock.query('begin');
    await this.#lock.query('select id from book where id = $1 for no key update', [book]);
  }

  async unlock(): Promise<void> {
    await this.#lock?.query('rollback');
    this.#lock?.release();
    this.#lock = undefined;
  }

  async tickets(): Promise<TicketRow[]> {
    const { rows } = await this.#pool.query<Record<string, string | null>>({
      text: 'select * from option_ticket order by id',
      types: { getTypeParser: () => (value: string) => value },
    });
    return rows.map(tickets.read);
  }

  async tape(): Promise<TapeEntry[]> {
    return readEntries(this.#pool, { symbol: SYMBOL, fromSeq: 0n, limit: 1_000_000 });
  }

  /** Resolves once an entry later than a given market time is durable. */
  async untilTapePasses(ms: number): Promise<void> {
    await this.until(async () => {
      const { rows } = await this.#pool.query<{ time_ms: string }>(
        'select time_ms from tape_head where symbol = $1',
        [SYMBOL],
      );
      return Number(rows[0]?.time_ms ?? 0) > ms;
    });
  }

  async until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (performance.now() > deadline)
        throw new Error(`expected the condition to hold in time: ${holds.toString()}`);
      await delay(10);
    }
  }

  /** The kinds of journals of each ticket that does not have exactly one staking and one settling journal. */
  async notSettledOnce(): Promise<unknown[]> {
    const { rows } = await this.#pool.query(
      `select t.id, array_agg(j.kind order by j.seq) as kinds from option_ticket t
        left join journal j on j.book = t.book and j.ref = 'option:' || t.id
        group by t.book, t.id
        having count(*) <> 2 or count(*) filter (where j.kind = 'option_stake') <> 1`,
    );
    return rows;
  }

  async breaches(): Promise<unknown[]> {
    return breaches(this.#pool);
  }

  async close(): Promise<void> {
    await this.unlock();
    await this.#pool.end();
  }
}

/**
 * The outcome of a ticket according to the tape, which depends only on the entries of the ticket's window. Entries that only
 * reject a quote are skipped.
 */
export function byTheTape(row: TicketRow, tape: readonly TapeEntry[]) {
  const entries = tape.filter((entry) => kindOf(entry) !== 'reject');
  const accepted = entries.findLast((entry) => entry.seq <= row.acceptedSeq)!;
  const strike = entries.find((entry) => entry.seq > row.acceptedSeq)!;
  const at = entries.findLastIndex((entry) => entry.timeMs <= row.expiresMs);
  const [settle, after] = [entries[at]!, entries[at + 1]!];
  const result = optionResult(row.side, { accepted, strike, settle, after });
  if (result.status !== 'void') return { status: result.status, settleSeq: exitOf({ settle, after }).seq };
  return { status: result.status, settleSeq: result.reason === 'gap_strike' ? null : settle.seq };
}
