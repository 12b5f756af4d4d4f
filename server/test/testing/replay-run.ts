/** The real server replaying a paused market to customers who trade in its pauses. The server is killed on request. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { freePort, leftovers, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { createPool } from '../../src/db/pool.ts';
import type { Pool } from '../../src/db/pool.ts';
import { servingUrl } from '../../src/db/postgres-cluster.ts';
import type {
  OracleAmendment,
  OracleChange,
  OracleReduction,
} from '../../src/positions/testing/oracle-order.ts';
import { pausedMarket } from './paused-market.ts';
import type { Pause, PausedMarket, Stretch } from './paused-market.ts';
import type { RandomOrder } from './random-positions.ts';
import { ReplayOwner } from './replay-owner.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CUSTOMERS = [
  { account: 'lena', password: 'Demo-lena-1' },
  { account: 'wei', password: 'Demo-wei-2' },
] as const;
const AT_ONCE = 12;
const PATIENCE_MS = 300_000;
/** How often a call that was answered busy is repeated. */
const AGAIN_MS = 100;
/**
 * The clock's speed in a pause. It almost stands still: whatever the customers do there happens at one instant of the market,
 * however slow the machine is, so that no price becomes too old to fill at and the market does not go on without them.
 */
const STANDING = 1e-6;

export type Answer = { readonly type: string; readonly error?: string; readonly message: never };
/** These answers are not stored under their key, so the same call can be made again. */
const AGAIN = new Set(['busy', 'too_many_requests']);
const BUSY_MAX = 50;
export class ReplayRun {
  readonly market: PausedMarket;
  readonly owner: ReplayOwner;
  readonly #data: { path: string; remove(): void };
  readonly #port: number;
  readonly #through: readonly string[];
  #server: RunningServer;
  #tokens: readonly string[] = [];
  /** A pool for the server's database, replaced after a kill because the restarted database is another process. */
  #pool: Pool;
  #isUp: Promise<void> = Promise.resolve();

  private constructor(parts: {
    market: PausedMarket;
    data: { path: string; remove(): void };
    port: number;
    through: readonly string[];
    server: RunningServer;
    pool: Pool;
  }) {
    this.market = parts.market;
    this.#data = parts.data;
    this.owner = new ReplayOwner(parts.data.path);
    this.#port = parts.port;
    this.#through = parts.through;
    this.#server = parts.server;
    this.#pool = parts.pool;
  }

  /** Starts at the first pause, with every customer's money in the account that they trade with. */
  static async start(
    stretch: Stretch,
    { money = 'contract' }: { readonly money?: 'contract' | 'spot' } = {},
  ): Promise<ReplayRun> {
    const data = makeDataFolder();
    mkdirSync(data.path, { recursive: true });
    const market = pausedMarket(stretch, dirname(data.path));
    const through = [
      ...[process.execPath, MAIN, '--feed', 'replay', '--replay-speed', '1'],
      ...['--replay-half-spread', formatAmount(stretch.halfSpread)],
      ...[...market.files].flatMap(([symbol, path]) => ['--replay-file', `${symbol}=${path}`]),
    ];
    const port = await freePort();
    const server = await startServer({ data: data.path, port, through });
    const pool = await openPool(data.path);
    const run = new ReplayRun({ market, data, port, through, server, pool });
    run.#tokens = await Promise.all(
      CUSTOMERS.map(async (fields) => (await run.call('user/login', { fields })).message as string),
    );
    const transfer = { currency: 'USDT', from: 'spot', to: 'contract', amount: '99000' };
    for (const customer of money === 'spot' ? [] : run.#tokens.keys()) {
      await run.done('wallet/transfer', { customer, key: 'transfer', fields: transfer });
    }
    await run.#arriveAt('beginning');
    return run;
  }

  get pool(): Pool {
    return this.#pool;
  }

  /** Resolves once the server runs, for code that reads its database while another part of the test kills the server. */
  get isUp(): Promise<void> {
    return this.#isUp;
  }

  async call(path: string, at: { customer?: number; key?: string; fields: object }): Promise<Answer> {
    const token = at.customer === undefined ? undefined : this.#tokens[at.customer];
    const response = await fetch(`${this.#server.origin}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: token }),
        ...(at.key === undefined ? {} : { 'idempotency-key': at.key }),
      },
      body: JSON.stringify(at.fields),
    });
    return (await response.json()) as Answer;
  }

  /** Makes a call that must succeed. */
  async done<Message>(path: string, at: { customer: number; key: string; fields: object }): Promise<Message> {
    const deadline = performance.now() + PATIENCE_MS;
    let answer = await this.call(path, at);
    // The server refuses orders while it is behind by its own clock. The order was not executed, and the same key can be sent
    // again.
    while (answer.error === 'busy' && performance.now() < deadline) {
      await delay(AGAIN_MS);
      answer = await this.call(path, at);
    }
    if (answer.type !== 'ok') {
      throw new Error(
        `expected ${path} ${JSON.stringify(at)} to succeed, got ${JSON.stringify(answer)}\n${this.#server.printed()}`,
      );
    }
    return answer.message;
  }

  /** Opens a position or places a resting order. Returns its id. */
  async submit(customer: number, key: string, symbol: string, order: RandomOrder): Promise<string> {
    const { side, quantity, leverage, collateral, limit, stop, takeProfit, stopLoss, trailing, expiresMs } =
      order;
    const fields = {
      ...{ symbol, side, leverage, collateral, quantity: formatAmount(quantity) },
      ...(limit !== undefined
        ? { type: 'limit', price: formatAmount(limit) }
        : stop !== undefined
          ? { type: 'stop', price: formatAmount(stop) }
          : { type: 'market' }),
      ...(expiresMs === undefined ? {} : { time_in_force: 'GTD', expires_at: expiresMs }),
      ...written({ take_profit: takeProfit, stop_loss: stopLoss, trailing }),
    };
    const path = symbol.endsWith('/USDT') ? 'lever/submit' : 'lever/whsubmit';
    return (await this.done<{ id: string }>(path, { customer, key, fields })).id;
  }

  async change(customer: number, key: string, id: string, change: OracleChange): Promise<void> {
    const { takeProfit, stopLoss, profitLock, trailing, addMargin } = change;
    const levels = { take_profit: takeProfit, stop_loss: stopLoss, profit_lock: profitLock, trailing };
    const fields = { id, ...written({ ...levels, add_margin: addMargin }) };
    await this.done('lever/setstop', { customer, key, fields });
  }

  /** Amends a resting order. */
  async amend(
    customer: number,
    key: string,
    id: string,
    { level, quantity }: OracleAmendment,
  ): Promise<void> {
    await this.done('lever/amend', { customer, key, fields: { id, ...written({ price: level, quantity }) } });
  }

  /** Places an order that closes a position, or a part of it, at a price. */
  async reduce(
    customer: number,
    key: string,
    id: string,
    { type, level, quantity }: OracleReduction,
  ): Promise<void> {
    const fields = { id, type, ...written({ price: level, quantity }) };
    await this.done('lever/close_at', { customer, key, fields });
  }

  /** Lets the market run to a pause, and waits until every firing on the way is committed. */
  async runTo(pause: Pause): Promise<void> {
    await this.owner.setClock(this.market.beginsMs(pause), STANDING);
    await this.#arriveAt(pause);
  }

  /**
   * Lets the market run to an instant of the history, continues from there at a given speed, kills the server after a given
   * market time, and restarts it. Returns the number of entries on the tapes at that point.
   */
  async killAt(history: string, { speed, afterMs }: { speed: number; afterMs: number }): Promise<number> {
    const fromMs = this.market.clockAtMs(history);
    await this.owner.setClock(fromMs, 1);
    await until(async () => (await this.#headsMs()).every((ms) => ms >= fromMs - 60_000), this.#server);
    await this.owner.setClock(fromMs, speed);
    await until(async () => (await this.#headsMs()).some((ms) => ms >= fromMs + afterMs), this.#server);
    await this.kill();
    const { rows } = await this.#pool.query<{ n: string }>('select sum(seq) as n from tape_head');
    return parseInt(rows[0]!.n, 10);
  }

  /** Kills the server and starts it again. Meanwhile nothing answers. */
  async kill(): Promise<void> {
    const up = Promise.withResolvers<void>();
    this.#isUp = up.promise;
    this.#server.process.kill('SIGKILL');
    await this.#server.ended;
    await this.#pool.end();
    const data = this.#data.path;
    this.#server = await startServer({ data, port: this.#port, through: this.#through });
    this.#pool = await openPool(data);
    up.resolve();
  }

  /**
   * Repeats a call with the same key until it is answered, even if the server is killed in between, so that it is executed
   * at most once. A call that is answered `busy` for long was not executed.
   */
  async answered(path: string, at: { customer: number; key: string; fields: object }): Promise<Answer> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let busy = 0; ;) {
      const answer = await this.call(path, at).catch((): undefined => undefined);
      if (answer?.error === 'busy') busy += 1;
      const isFinal = answer !== undefined && !AGAIN.has(answer.error ?? '');
      if (isFinal || (answer !== undefined && busy >= BUSY_MAX)) return answer;
      if (performance.now() > deadline) throw new Error(`expected an answer of ${path}, got none in time`);
      await delay(AGAIN_MS);
    }
  }

  /** Sets the clock forward, and waits until the quotes up to then are on the tape. */
  async jumpTo(marketMs: number): Promise<void> {
    await this.owner.setClock(marketMs, 1);
    await until(async () => (await this.#headsMs()).every((ms) => ms >= marketMs), this.#server);
  }

  /** Waits until the engine has committed every firing and received every arming. */
  async settle(): Promise<void> {
    await until(() => this.#isSettled(), this.#server);
  }

  async stop(): Promise<void> {
    await this.#pool.end();
    this.#server.process.kill('SIGTERM');
    await this.#server.ended;
    const stayed = await leftovers(this.#data.path, 10_000);
    this.#data.remove();
    if (stayed.length > 0)
      throw new Error(`expected no processes of the server, still running: ${stayed.join('\n')}`);
  }

  /** Advances the market one quote into the pause. That quote is written at the pause's speed and therefore stays fresh. */
  async #arriveAt(pause: Pause): Promise<void> {
    const standsMs = this.market.standsMs(pause);
    const isThere = async (): Promise<boolean> => (await this.#headsMs()).every((ms) => ms >= standsMs);
    const beginsMs = this.market.beginsMs(pause);
    await until(async () => {
      const heads = await this.#headsMs();
      return heads.length === this.market.files.size && heads.every((ms) => ms >= beginsMs);
    }, this.#server);
    // If the server could not keep up, it has slowed the clock down.
    await this.owner.setClock(standsMs, STANDING);
    await until(isThere, this.#server);
    await this.settle();
  }

  async #headsMs(): Promise<number[]> {
    const { rows } = await this.#pool.query<{ time_ms: string }>(
      'select time_ms from tape_head where symbol = any($1)',
      [[...this.market.files.keys()]],
    );
    return rows.map((row) => parseInt(row.time_ms, 10));
  }

  /** Whether the engine has committed every firing and received every arming. */
  async #isSettled(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ settled: boolean }>(
      `select not exists (select from engine_inbox) and not exists (
          select from tape_head h left join engine_position p using (symbol)
          where h.symbol = any($1) and h.seq is distinct from p.handled_seq
        ) as settled`,
      [[...this.market.files.keys()]],
    );
    return rows[0]!.settled;
  }
}

export async function severalAtOnce(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = works.toReversed();
  const worker = async (): Promise<void> => {
    for (let work = waiting.pop(); work !== undefined; work = waiting.pop()) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function openPool(data: string): Promise<Pool> {
  return createPool(await servingUrl(data), { max: 2 });
}

async function until(isSo: () => Promise<boolean>, server: RunningServer): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`expected the market to reach the pause in time: ${server.printed()}`);
    await delay(20);
  }
}

/** Converts amounts to the format of a request body. Undefined values are omitted, and null is sent as null. */
function written(amounts: Readonly<Record<string, Amount | null | undefined>>): object {
  return Object.fromEntries(
    Object.entries(amounts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === null || value === undefined ? null : formatAmount(value)]),
  );
}
