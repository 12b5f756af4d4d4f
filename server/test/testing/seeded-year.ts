/**
 * A year of customers on the real server: every product is used, on a clock that almost stands still while the customers act and
 * then jumps to the next time. Market times and decisions depend on the seed alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { moveCapsAway } from '@candor/testing/caps.ts';
import { join as register } from '@candor/testing/front-door.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createRandom } from '../../src/quotes/feeds/random.ts';
import { invited } from './fund-day.ts';
import { MoneyDay } from './money-day.ts';
import { lastQuoteMs, NOON_MS, writeYear, YEAR_BEGINS_MS } from './year-market.ts';
import { YearTrader } from './year-trader.ts';

const PATIENCE_MS = 120_000;
/**
 * The clock almost stands still: if it stood still completely, every price from any other instant would be stale. Before
 * midnight it runs faster, so that bitcoin's price of six hours ago is not stale.
 */
const PACE = 0.01;
const PACE_AT_MIDNIGHT = 0.3;
/** The time of day at which customers act: five minutes into ether's minutes, at one of its quotes. */
const ACTS_AT_MS = NOON_MS + 5 * 60_000;
const AFTER_MS = NOON_MS + 11 * 60_000;

export type YearPlan = {
  readonly seed: string;
  /** The first and the last day, as in "2015-12-08". */
  readonly from: string;
  readonly to: string;
  /** Customers act once in this many days. */
  readonly everyDays: number;
  readonly actsEach: number;
  /** Whether a week of the fund comes before everything else. */
  readonly fund: boolean;
  /** The groups of movements and the costs that occur in such a period. */
  readonly groups: readonly string[];
  readonly costs: readonly string[];
};

export class SeededYear {
  readonly server: WholeServer;
  readonly owner: pg.Pool;
  readonly #plan: YearPlan;
  readonly #folder: string;
  readonly #traders: YearTrader[] = [];
  #quotes = new Map<string, { bid: bigint; ask: bigint }>();
  #money: MoneyDay | undefined;
  #loan: string | undefined;
  #recurring: string | undefined;
  #loans = 0;
  #months = -1;

  private constructor(plan: YearPlan, parts: { server: WholeServer; owner: pg.Pool; folder: string }) {
    this.#plan = plan;
    this.server = parts.server;
    this.owner = parts.owner;
    this.#folder = parts.folder;
  }

  static async open(plan: YearPlan): Promise<SeededYear> {
    const folder = mkdtempSync(join(tmpdir(), 'candor-year-'));
    const files = writeYear(folder);
    const server = await openWholeServer({ feed: { kind: 'replay', files, speed: PACE, halfSpread: 0n } });
    const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 3 });
    await moveCapsAway(server.ownerUrl);
    const year = new SeededYear(plan, { server, owner, folder });
    await year.#begin();
    return year;
  }

  async stop(): Promise<void> {
    await this.owner.end();
    await this.server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The traders' actions, and their refusals. */
  counts(): { readonly done: Record<string, number>; readonly refused: Record<string, number> } {
    const sum = (of: 'done' | 'refused'): Record<string, number> => {
      const all: Record<string, number> = {};
      for (const trader of this.#traders)
        for (const [what, count] of trader[of]) all[what] = (all[what] ?? 0) + count;
      return all;
    };
    return { done: sum('done'), refused: sum('refused') };
  }

  async run(): Promise<void> {
    const [fromMs, toMs] = [Date.parse(this.#plan.from), Date.parse(this.#plan.to)];
    for (let dayMs = fromMs; dayMs <= toMs; dayMs += DAY_MS) {
      const day = new Date(dayMs).toISOString().slice(0, 10);
      const isEdge = /-12-31$|-02-29$/.test(day);
      if (((dayMs - fromMs) / DAY_MS) % this.#plan.everyDays !== 0 && !isEdge) continue;
      await this.#actOn(dayMs);
      // A plan that falls due between two jumps waits for the second one. In the last days, the audit would report that, so
      // the plan is deleted.
      if (dayMs > toMs - 7 * DAY_MS && this.#recurring !== undefined)
        await this.#traders[0]?.call('POST recurring/delete', { id: this.#recurring });
      // A trade a second before midnight and one a second after it.
      if (isEdge) for (const ms of [DAY_MS - 1000, DAY_MS + 1000]) await this.#edge(dayMs + ms);
    }
  }

  async #actOn(dayMs: number): Promise<void> {
    await this.goTo(dayMs + ACTS_AT_MS);
    for (const trader of this.#traders) await trader.act(this.#plan.actsEach);
    for (const trader of this.#traders) await trader.gold(dayMs);
    const month = new Date(dayMs).getUTCMonth();
    if (this.#loans > 0) await this.#repay();
    if (month !== this.#months) {
      this.#months = month;
      await this.#monthOfMoney();
    }
    await this.goTo(dayMs + AFTER_MS);
  }

  async #edge(ms: number): Promise<void> {
    await this.goTo(ms, PACE_AT_MIDNIGHT);
    for (const trader of this.#traders) {
      for (const side of ['buy', 'sell']) {
        const trade = { symbol: 'BTC/USDT', side, type: 'market', quantity: '0.01357' };
        await trader.call('POST coin/trade', trade);
      }
    }
  }

  async #begin(): Promise<void> {
    const { server, owner } = this;
    if (this.#plan.fund) await this.#fund();
    await this.goTo(Date.parse(this.#plan.from) - DAY_MS + ACTS_AT_MS);
    this.#money = await MoneyDay.open(server, owner);
    // Customers who never act: one has the grant of the demo, and the other one a correction.
    await register(server.origin, 'ivan', 'x7!kqz-ok');
    const nora = await register(server.origin, 'nora', 'x7!kqz-ok');
    const tokens = [await server.login(0), await server.login(1), this.#money.token];
    for (const [at, token] of tokens.entries()) {
      const name = `trader-${at}`;
      const random = createRandom(`${this.#plan.seed} ${at}`);
      this.#traders.push(new YearTrader(server, { name, token, random, quotes: () => this.#quotes }));
    }
    for (const trader of this.#traders) await trader.begin();
    const [first] = this.#traders;
    const plan = { symbol: 'BTC/USDT', amount: '33.33', every: 'week', on_day: 3, hour: 12 };
    this.#recurring = (await first?.call<{ id: string }>('POST recurring/create', plan))?.id;
    const { rows } = await owner.query<{ id: string }>(`select id from customer where account = $1`, [
      nora.account,
    ]);
    for (const takes of [false, true]) {
      const correction = { kind: 'correction', customer: rows[0]?.id ?? '', currency: 'USDT' } as const;
      await this.#money.propose({ ...correction, amount: takes ? '0.00000001' : '7.5', takes });
    }
  }

  /**
   * A week of the fund before everything else, a quarter of a day at a time, because the strategy books its due slots at
   * successive prices of bitcoin. The member was invited, so an inviter gets shares.
   */
  async #fund(): Promise<void> {
    const token = await invited(this.server, this.owner);
    const random = createRandom(this.#plan.seed);
    const member = new YearTrader(this.server, { name: 'felia', token, random, quotes: () => this.#quotes });
    const { rows } = await this.owner.query<{ id: string }>(
      `select id from customer where account = 'felia'`,
    );
    await verifyCustomer(this.owner, { customer: BigInt(rows[0]?.id ?? 0), by: 'sam' });
    const invest = async (usdt: string): Promise<string> => {
      const joined = await member.call<{ id: string }>('POST lh/deposit', { amount: usdt });
      if (joined === undefined) throw new Error(JSON.stringify([...member.refused]));
      return joined.id;
    };
    const [quarterMs, minuteMs] = [6 * HOUR_MS, 60_000];
    await this.goTo(YEAR_BEGINS_MS + ACTS_AT_MS);
    await member.call('POST coin/trade', { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '20' });
    await invest('5000.12345677');
    const [early, never] = [await invest('5003.45678901'), await invest('5007.98765431')];
    await member.call('POST lh/deposit/cancel', { id: never });
    for (let quarters = 3; quarters <= 25; quarters += 1) {
      await this.goTo(YEAR_BEGINS_MS + quarters * quarterMs + minuteMs);
      if (quarters === 3) await member.call('POST lh/deposit/cancel', { id: early });
    }
  }

  /** Deposits, withdrawals and exchanges once in a month, and a loan. */
  async #monthOfMoney(): Promise<void> {
    const money = this.#money;
    if (money === undefined) return;
    const month = this.#months + 1;
    const odd = `${100 + month}.${String(month).padStart(6, '7')}`;
    // A customer may upload only a limited number of images in a day of the wall clock, so not everything happens in every
    // month.
    await money.deposit({ currency: 'USDT', network: 'tron', amount: odd }, 'approve');
    const other =
      month % 2 === 0
        ? { currency: 'ETH', network: 'ethereum', amount: `0.${month}2345678`.slice(0, 10) }
        : { currency: 'USD', network: 'wire', amount: `${500 + month}.37` };
    await money.deposit(other, 'approve');
    await money.withdraw(odd, 'pay');
    await money.withdraw(odd, month % 2 === 0 ? 'cancel' : 'fail');
    await money.exchange('USDT', 'BTC', `${100 + month}.45678901`);
    await money.exchange('BTC', 'ETH', '0.00112345');
    await this.#repay();
    if (month % 3 === 0) this.#loan = await money.lend(`${1000 + month}.00000001`);
  }

  /** Repays a loan in two parts. The first loan is repaid after a month, overdue, and each later one after some days. */
  async #repay(): Promise<void> {
    if (this.#money === undefined || this.#loan === undefined) return;
    await this.#money.repay(this.#loan, '333.33333333');
    await this.#money.repay(this.#loan);
    this.#loan = undefined;
    this.#loans += 1;
  }

  /** Sets the clock, and waits until all quotes before it are recorded and all firings are committed. */
  async goTo(ms: number, pace = PACE): Promise<void> {
    const setClock = () =>
      this.owner.query('update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3', [
        Date.now(),
        ms,
        pace,
      ]);
    await setClock();
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await this.#isSettled(ms))) {
      if (performance.now() > deadline)
        throw new Error(
          `expected the market at ${new Date(ms).toISOString()}: ${this.server.logLines.join('\n')}`,
        );
      await delay(15);
    }
    // A replay that could not keep up has slowed the clock down.
    await setClock();
    const { rows } = await this.owner.query<{ symbol: string; bid: string; ask: string }>(
      'select symbol, bid, ask from tape_head',
    );
    this.#quotes = new Map(
      rows.map(({ symbol, bid, ask }) => [symbol, { bid: fromNumeric(bid), ask: fromNumeric(ask) }]),
    );
  }

  async #isSettled(ms: number): Promise<boolean> {
    const { rows } = await this.owner.query<{ settled: boolean }>(
      `select not exists (select from engine_inbox) and not exists (
          select from tape_head h left join engine_position p using (symbol)
          where p.symbol is not null and h.seq is distinct from p.handled_seq
        ) and (select count(*) from tape_head h where (h.symbol = 'BTC/USDT' and h.time_ms >= $1)
          or (h.symbol = 'ETH/USDT' and h.time_ms >= $2)) = 2
        and not exists (select from option_ticket t where t.status = 'open' and t.expires_ms + $4 < $3) as settled`,
      [lastQuoteMs('BTC/USDT', ms), lastQuoteMs('ETH/USDT', ms), ms, HOUR_MS],
    );
    return rows[0]?.settled === true;
  }
}
