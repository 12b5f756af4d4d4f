/**
 * Customers who trade spot through a paused market, in its pauses and while it runs, also while the server is killed. Every
 * accepted request is remembered, so that the oracle knows the orders without the server.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { OracleEntry } from '../../src/positions/testing/oracle-order.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import { PAUSE_MS } from './paused-market.ts';
import type { Pause } from './paused-market.ts';
import { randomSpotOrders } from './random-spot-orders.ts';
import type { OpenOrder, WishedOrder } from './random-spot-orders.ts';
import { severalAtOnce } from './replay-run.ts';
import type { ReplayRun } from './replay-run.ts';
import { changeFields, orderFields, REFUSALS } from './spot-calls.ts';
import type { SpotChange, SpotKind, SpotWish } from './spot-oracle.ts';

export type SpotTrading = {
  readonly seed: string;
  /** Most levels are within this fraction of the price. */
  readonly reach: number;
  /** The maximum time for which orders with an expiry rest, by the market clock. */
  readonly restsMs: number;
  /** The numbers of orders in the first pause and in the middle one. */
  readonly first: number;
  readonly later: number;
  /**
   * Between the first two pauses: how often the market stops so that customers can act, and whether the server is killed at the
   * middle stop.
   */
  readonly stops: number;
  readonly kills: boolean;
};

export type PlacedSpot = {
  readonly customer: number;
  readonly wish: SpotWish;
  /** The pause in which it was placed; undefined while the market ran. */
  readonly pause: Pause | undefined;
};

/** The newest quote of a symbol, and the next ones. */
type Standing = Pick<OracleEntry, 'bid' | 'ask' | 'timeMs'> & { readonly next: readonly OracleEntry[] };

export const CUSTOMERS = 2;
/** The number of following quotes that are known when orders are drawn. */
const FORESEEN = 400;
const WORKERS_EACH = 3;
const BETWEEN_MS = 15;
/** The quantity of each coin that each customer buys first, to have something to sell. */
const STOCK_USDT = '15000';
/** How often customers amend and cancel in a pause, in which the market continues in real time at a constant price. */
const ROUNDS = 2;
/** The market time between two stops, how long customers act at each, and how long after they begin the server is killed. */
const STOP_EVERY_MS = 120_000;
const STOPS_MS = 500;
const KILLED_AFTER_MS = 150;

export class SpotTraders {
  readonly placed = new Map<string, PlacedSpot>();
  readonly changes = new Map<string, SpotChange[]>();
  /** How often each call got each answer. */
  readonly answers = new Map<string, number>();
  readonly #run: ReplayRun;
  readonly #trading: SpotTrading;
  readonly #random: ReturnType<typeof randomSpotOrders>;
  readonly #symbols: readonly string[];
  readonly #books: string[] = [];
  /** Orders with a call in flight. Their changes are in the order of the calls. */
  readonly #taken = new Set<string>();
  #calls = 0;

  constructor(run: ReplayRun, trading: SpotTrading) {
    this.#run = run;
    this.#trading = trading;
    this.#random = randomSpotOrders(trading.seed, trading);
    this.#symbols = [...run.market.files.keys()];
  }

  /** Trades through the whole market; at its end one customer cancels everything. */
  async trade(): Promise<void> {
    const { first, later, stops, kills } = this.#trading;
    await this.#run.owner.goOn(1);
    await this.#stockUp();
    await this.#actInPause('beginning', first);
    const fromMs = this.#run.market.standsMs('beginning') + PAUSE_MS;
    for (let stop = 1; stop <= stops; stop += 1) {
      // Nobody acts while the clock jumps, because nothing could be accepted at a price of that time. The engine may still be
      // firing after the jump.
      await this.#run.jumpTo(fromMs + stop * STOP_EVERY_MS);
      await this.#actAtStop(kills && stop === stops >> 1);
    }
    await this.#run.runTo('middle');
    await this.#run.owner.goOn(1);
    await this.#actInPause('middle', later);
    await this.#run.runTo('end');
    await this.#run.done('order/cancel_all', { customer: 0, key: 'cancel-all', fields: {} });
    await this.#run.settle();
  }

  async #actAtStop(kills: boolean): Promise<void> {
    const running = { isOver: false };
    const acting = Array.from({ length: CUSTOMERS * WORKERS_EACH }, (_, at) =>
      this.#keepActing(at % CUSTOMERS, running),
    );
    const working = Promise.all(acting);
    if (kills) {
      await Promise.race([delay(KILLED_AFTER_MS), working]);
      await this.#run.kill();
    }
    await Promise.race([delay(STOPS_MS), working]);
    running.isOver = true;
    await working;
  }

  bookOf(customer: number): string {
    return this.#books[customer]!;
  }

  async #stockUp(): Promise<void> {
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      for (const symbol of this.#symbols) {
        const wish = { symbol, side: 'buy', type: 'market', budget: fromNumeric(STOCK_USDT) } as const;
        await this.#place(customer, wish, 'beginning');
      }
    }
    for (const [id, { customer }] of this.placed) {
      const { rows } = await this.#run.pool.query<{ book: string }>(
        'select book from spot_order where id = $1',
        [id],
      );
      this.#books[customer] = rows[0]!.book;
    }
  }

  /** Places orders, then twice amends and cancels some of the open ones. */
  async #actInPause(pause: Pause, count: number): Promise<void> {
    const nowMs = this.#run.market.standsMs(pause);
    const quotes = await this.#quotes();
    const works = Array.from({ length: count }, (_, at) => {
      const symbol = this.#symbols[(at >> 1) % this.#symbols.length]!;
      const wish = this.#random.order(instruments.get(symbol)!, quotes.get(symbol)!, nowMs);
      return () => this.#place(at % CUSTOMERS, wish, pause);
    });
    await severalAtOnce(works);
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.#run.settle();
      const open = [...Array(CUSTOMERS).keys()].map((customer) => this.#openOf(customer));
      const acts = (await Promise.all(open)).flatMap((orders, customer) =>
        orders.flatMap((order) => {
          if (this.#random.chance(0.1)) return [() => this.#cancel(customer, order)];
          if (!this.#random.chance(0.35)) return [];
          const quote = quotes.get(order.symbol)!;
          const change = this.#random.change(instruments.get(order.symbol)!, order, quote, nowMs);
          return [() => this.#amend(customer, order, change)];
        }),
      );
      await severalAtOnce(acts);
    }
  }

  async #keepActing(customer: number, running: { isOver: boolean }): Promise<void> {
    while (!running.isOver) {
      await this.#act(customer);
      await delay(BETWEEN_MS);
    }
  }

  async #act(customer: number): Promise<void> {
    const quotes = await this.#quotes();
    const open = (await this.#openOf(customer)).filter(({ id }) => !this.#taken.has(id));
    const order = open[this.#random.among(open.length)];
    if (order === undefined || this.#random.chance(0.45)) {
      const symbol = this.#symbols[this.#random.among(this.#symbols.length)]!;
      const quote = quotes.get(symbol)!;
      return this.#place(
        customer,
        this.#random.order(instruments.get(symbol)!, quote, quote.timeMs),
        undefined,
      );
    }
    const quote = quotes.get(order.symbol)!;
    const change = this.#random.change(instruments.get(order.symbol)!, order, quote, quote.timeMs);
    this.#taken.add(order.id);
    if (this.#random.chance(0.7)) await this.#amend(customer, order, change);
    else await this.#cancel(customer, order);
    this.#taken.delete(order.id);
    return undefined;
  }

  async #place(customer: number, order: WishedOrder, pause: Pause | undefined): Promise<void> {
    const id = await this.#ask<{ id: string }>('coin/trade', customer, orderFields(order));
    const { how: _, ...wish } = order;
    if (id !== undefined) this.placed.set(id.id, { customer, wish, pause });
  }

  async #amend(customer: number, { id }: OpenOrder, change: SpotChange): Promise<void> {
    const done = await this.#ask('order/amend', customer, { id, ...changeFields(change) });
    if (done !== undefined) this.changes.set(id, [...(this.changes.get(id) ?? []), change]);
  }

  async #cancel(customer: number, { id }: OpenOrder): Promise<void> {
    await this.#ask('order/cancel', customer, { id });
  }

  /** Makes a call, and returns its result unless it is refused. */
  async #ask<Result = unknown>(path: string, customer: number, fields: object): Promise<Result | undefined> {
    const key = `call-${(this.#calls += 1)}`;
    const answer = await this.#run.answered(path, { customer, key, fields });
    const code = answer.type === 'ok' ? 'ok' : (answer.error ?? '?');
    if (code !== 'ok' && !REFUSALS.has(code))
      throw new Error(`expected no refusal ${code} of ${path} ${JSON.stringify(fields)}`);
    const name = `${path} ${code}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    return answer.type === 'ok' ? answer.message : undefined;
  }

  async #quotes(): Promise<ReadonlyMap<string, Standing>> {
    await this.#run.isUp;
    const { rows } = await this.#run.pool.query<Record<'symbol' | 'bid' | 'ask' | 'time_ms', string>>(
      'select symbol, bid, ask, time_ms from tape_head where symbol = any($1)',
      [this.#symbols],
    );
    return new Map(
      rows.map((row) => [
        row.symbol,
        {
          ...{ bid: fromNumeric(row.bid), ask: fromNumeric(row.ask), timeMs: parseInt(row.time_ms, 10) },
          next: this.#nextOf(row.symbol, parseInt(row.time_ms, 10)),
        },
      ]),
    );
  }

  /** The quotes of history that follow a time. */
  #nextOf(symbol: string, timeMs: number): readonly OracleEntry[] {
    const entries = this.#run.market.entries.get(symbol)!;
    const first = entries.findIndex((entry) => entry.timeMs > timeMs);
    return first < 0 ? [] : entries.slice(first, first + FORESEEN);
  }

  async #openOf(customer: number): Promise<OpenOrder[]> {
    await this.#run.isUp;
    const { rows } = await this.#run.pool.query<
      Record<'id' | 'symbol', string> & {
        readonly side: 'buy' | 'sell';
        readonly type: SpotKind;
        readonly triggered: boolean;
        readonly protected: boolean;
        readonly expires_ms: string | null;
      }
    >(
      `select id, symbol, side, type, triggered_seq is not null as triggered, expires_ms,
          coalesce(take_profit, stop_loss) is not null as protected
        from spot_order where status = 'open' and type <> 'market' and book = $1 order by id`,
      [this.bookOf(customer)],
    );
    return rows.map((row) => ({
      ...{ id: row.id, symbol: row.symbol, side: row.side, type: row.type },
      ...{ isTriggered: row.triggered, isProtected: row.protected },
      expiresMs: row.expires_ms === null ? null : parseInt(row.expires_ms, 10),
    }));
  }
}
