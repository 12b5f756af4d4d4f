/** Makes a trade of every kind over HTTP, and collects the evidence of each as customer service attaches it. */
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '../../server/src/db/pool.ts';
import type { Pool } from '../../server/src/db/pool.ts';
import { optionEvidence } from '../../server/src/features/options/evidence.ts';
import { daily, makePlanDue } from '../../server/src/features/recurring/testing/buyer.ts';
import { spotEvidence } from '../../server/src/features/spot/evidence.ts';
import { positionEvidence } from '../../server/src/positions/evidence.ts';
import { instruments } from '../../server/src/quotes/catalogue.ts';
import { SigningDevice } from '../../server/test/testing/signing-device.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { PushedMarket } from './pushed-market.ts';

const DEADLINE_MS = 40_000;
const AGAIN_MS = 100;
type Row = Readonly<Record<string, unknown>>;

export type Evidence = { readonly kind: string; readonly body: string };

export class EveryTrade {
  readonly #server: WholeServer;
  readonly #market: PushedMarket;
  readonly #device: SigningDevice;
  readonly token: string;
  readonly pool: Pool;
  #forex = { yen: '', euro: '', gold: '' };

  private constructor(server: WholeServer, market: PushedMarket, token: string) {
    this.#server = server;
    this.#market = market;
    this.token = token;
    this.#device = new SigningDevice(server.origin, token);
    this.pool = createPool(server.ownerUrl, { max: 2 });
  }

  static async open(server: WholeServer, market: PushedMarket): Promise<EveryTrade> {
    const trade = new EveryTrade(server, market, await server.login(0));
    await trade.#device.register();
    return trade;
  }

  async get(call: string, fields: Row = {}): Promise<Row> {
    const { body } = await this.#server.call(call, { fields, token: this.token });
    if (body.type !== 'ok') throw new Error(`${call}: ${JSON.stringify(body)}`);
    return body.message as Row;
  }

  /** Sends a signed order, and sends it again while the market has no quote yet. */
  async order(call: string, fields: Row): Promise<Row> {
    for (let tries = 0; ; tries += 1) {
      const symbol = typeof fields['symbol'] === 'string' ? fields['symbol'] : '-';
      // oxlint-disable-next-line no-await-in-loop
      const { body } = await this.#device.send(call, fields, { symbol });
      if (body.type === 'ok') return body.message as Row;
      if (tries === 30) throw new Error(`${call} ${JSON.stringify(fields)}: ${JSON.stringify(body)}`);
      // oxlint-disable-next-line no-await-in-loop
      await delay(AGAIN_MS);
    }
  }

  /** Sends an order that is refused immediately, because the price is worse than the customer accepts. */
  async refused(): Promise<void> {
    const btc = { symbol: 'BTC/USDT', quantity: '0.01' };
    const tooGood = { ...btc, side: 'buy', type: 'market', worst_price: '1' };
    await this.until('a refusal of the price', async () => {
      const { body } = await this.#device.send('POST coin/trade', tooGood, { symbol: 'BTC/USDT' });
      if (body.type === 'ok') throw new Error(`expected a refusal, got ${JSON.stringify(body)}`);
      return body.error === 'price_moved';
    });
  }

  /** Whether the statistics of a day count a refused order. */
  async isRefusalCounted(): Promise<boolean> {
    const { days } = await this.get('GET transparency/fill_quality');
    for (const day of days as string[]) {
      // oxlint-disable-next-line no-await-in-loop
      const { refused } = await this.get('GET transparency/fill_quality', { day });
      if ((refused as unknown[]).length > 0) return true;
    }
    return false;
  }

  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const endMs = performance.now() + DEADLINE_MS;
    // oxlint-disable-next-line no-await-in-loop
    while (!(await holds())) {
      if (performance.now() > endMs) throw new Error(`expected ${what} in time`);
      // oxlint-disable-next-line no-await-in-loop
      await delay(AGAIN_MS);
    }
  }

  async #count(sql: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(`select count(*) from ${sql}`);
    return Number(rows[0]?.count);
  }

  async transfers(): Promise<void> {
    for (const to of ['contract', 'option']) {
      // oxlint-disable-next-line no-await-in-loop
      await this.order('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '20000' });
    }
  }

  async spot(): Promise<void> {
    const btc = { symbol: 'BTC/USDT', quantity: '0.01234' };
    await this.order('POST coin/trade', { ...btc, side: 'buy', type: 'market' });
    await this.until('the coins', async () => (await this.#count(`spot_fill`)) > 0);
    await this.order('POST coin/trade', { ...btc, quantity: '0.00333', side: 'sell', type: 'market' });
    await this.order('POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.00123' });
    await this.order('POST coin/trade', { ...btc, side: 'buy', type: 'limit', price: '64245' });
    await this.order('POST coin/trade', {
      ...btc,
      quantity: '0.002',
      side: 'sell',
      type: 'limit',
      price: '64260.5',
    });
    const { id } = await this.order('POST recurring/create', daily);
    await makePlanDue(this.pool, id as string);
    const quote = await this.order('POST wallet/flash_quote', { from: 'BTC', to: 'ETH', amount: '0.00123' });
    await this.order('POST wallet/flashAgainst', {
      ...{ from: 'BTC', to: 'ETH', amount: '0.00123' },
      quote_id: quote['quote_id'],
    });
    await this.order('POST wallet/flashAgainst', await this.#quoted('USDT', 'BTC', '77.77'));
    await this.order('POST wallet/flashAgainst', await this.#quoted('BTC', 'USDT', '0.00077'));
  }

  async #quoted(from: string, to: string, amount: string): Promise<Row> {
    const { quote_id: id } = await this.order('POST wallet/flash_quote', { from, to, amount });
    return { from, to, amount, quote_id: id };
  }

  async open(fields: Row): Promise<string> {
    const isForex = ['EUR/USD', 'USD/JPY', 'XAU/USD'].includes(String(fields['symbol']));
    const call = isForex ? 'POST lever/whsubmit' : 'POST lever/submit';
    const { id } = await this.order(call, { type: 'market', leverage: 20, ...fields });
    return id as string;
  }

  async opened(id: string): Promise<void> {
    await this.until(
      `position ${id}`,
      async () => (await this.#count(`position where id = ${id} and status = 'open'`)) > 0,
    );
  }

  async close(id: string, fields: Row = {}, isForex = false): Promise<void> {
    await this.opened(id);
    await this.order(isForex ? 'POST lever/whclose' : 'POST lever/close', { id, ...fields });
  }

  /** Contracts: at market, in parts, and by every level. */
  async contracts(): Promise<void> {
    const long = { symbol: 'BTC/USDT', side: 'long', quantity: '0.012' };
    const short = { ...long, side: 'short', quantity: '0.007' };
    const [parts, sold] = [await this.open(long), await this.open(short)];
    await this.open({ ...long, type: 'limit', price: '64246' });
    await this.open({ ...long, take_profit: '64270' });
    await this.open({ ...short, stop_loss: '64275', quantity: '0.008' });
    await this.open({ ...long, stop_loss: '64230', quantity: '0.003' });
    await this.open({ ...long, trailing: '12', quantity: '0.005' });
    const locked = await this.open({ ...short, quantity: '0.010' });
    // At a leverage of 100, half of the margin is lost after a move of half a per cent.
    await this.open({ ...long, leverage: 100, quantity: '0.05' });
    await this.close(parts, { quantity: '0.005' });
    await this.close(sold);
    await this.opened(locked);
    await this.order('POST lever/setstop', { id: parts, add_margin: '5' });
    await this.close(parts);
    this.#market.move('BTC/USDT', -700);
    await this.#market.pass(2000);
    // Below its entry, a short's stop secures a profit.
    await this.order('POST lever/setstop', { id: locked, profit_lock: '64248' });
    this.#market.move('BTC/USDT', 3300);
    await this.#market.pass(2000);
    this.#market.move('BTC/USDT', -3000);
    await this.#market.pass(2000);
    this.#market.move('BTC/USDT', -35_000);
    await this.until(
      'every level to fire',
      async () =>
        (await this.#count(
          `position where status <> 'closed' and symbol = 'BTC/USDT' and type = 'market'`,
        )) === 0,
    );
  }

  /** Forex and metals, over a midnight. */
  async openForex(): Promise<void> {
    const yen = await this.open({ symbol: 'USD/JPY', side: 'long', quantity: '0.7', leverage: 50 });
    const euro = await this.open({ symbol: 'EUR/USD', side: 'short', quantity: '0.3', leverage: 50 });
    const gold = await this.open({ symbol: 'XAU/USD', side: 'long', quantity: '0.2', leverage: 20 });
    const target = { take_profit: '151.1', quantity: '0.4' };
    await this.open({ symbol: 'USD/JPY', side: 'short', leverage: 50, ...target });
    await this.close(yen, { quantity: '0.2' }, true);
    this.#forex = { yen, euro, gold };
  }

  async closeForex(): Promise<void> {
    const { yen, euro, gold } = this.#forex;
    await this.until('a night', async () => (await this.#count(`position where nights <> '[]'`)) > 2);
    await this.close(yen, { quantity: '0.1' }, true);
    await this.close(euro, {}, true);
    await this.close(gold, {}, true);
    await this.#market.pass(2000);
    await this.close(yen, {}, true);
    this.#market.move('USD/JPY', -300);
    await this.until(
      'the end of every position',
      async () => (await this.#count(`position where status <> 'closed' and product = 'forex'`)) === 0,
    );
  }

  async ticket(fields: Row): Promise<void> {
    const call = fields['symbol'] === 'EUR/USD' ? 'POST microtrade/whsubmit' : 'POST microtrade/submit';
    await this.order(call, { seconds: 30, stake: '12.5', currency: 'USDT', symbol: 'ETH/USDT', ...fields });
  }

  /** Options that are won, lost and tied, and two that a silence voids. */
  async options(): Promise<void> {
    const up = { side: 'up' };
    this.#market.wobble(false);
    await this.#market.pass(1000);
    await this.ticket({ symbol: 'BTC/USDT', ...up });
    await this.ticket(up);
    await this.ticket({ side: 'down', stake: '17.77777777' });
    await this.ticket({ ...up, symbol: 'EUR/USD' });
    await this.#market.pass(3000);
    this.#market.move('ETH/USDT', 100);
    this.#market.move('EUR/USD', -10);
    await this.#ended();
    // The feed falls silent at the strike, and then around an expiry.
    this.#market.silence('ETH/USDT', true);
    await this.ticket({ ...up, stake: '11.11111111' });
    await this.#market.pass(9000);
    this.#market.silence('ETH/USDT', false);
    await this.#market.pass(1500);
    await this.ticket({ ...up, stake: '12.22222222' });
    await this.#market.pass(22_000);
    this.#market.silence('ETH/USDT', true);
    await this.#market.pass(14_000);
    this.#market.silence('ETH/USDT', false);
    await this.#ended();
    this.#market.wobble(true);
  }

  async #ended(): Promise<void> {
    await this.until(
      'the end of every option',
      async () => (await this.#count(`option_ticket where status = 'open'`)) === 0,
    );
  }

  /** The evidence of every fill and ticket, once signed heads cover all of them. */
  async evidence(): Promise<Evidence[]> {
    const key = await this.pool.query<{ public_key: Uint8Array }>(
      'select public_key from checkpoint limit 1',
    );
    const publicKey = key.rows[0]?.public_key ?? new Uint8Array();
    const deps = { pool: this.pool, publicKey, instruments };
    const { rows } = await this.pool.query<{
      what: string;
      kind: string;
      book: string;
      id: string;
      fill: number;
    }>(`
      select 'spot' as what, 'spot ' || f.side || ' ' || o.type || case when o.to_symbol is null then '' else ' conversion' end as kind,
        f.book::text, f.order_id::text as id, f.leg::int as fill from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id
      union all select 'position', p.product || ' open ' || p.type || ' ' || p.side, p.book::text, p.id::text, 0
        from position p where p.entry_seq is not null
      union all select 'position', p.product || ' close ' || (c.value ->> 'reason') || ' ' || p.side, p.book::text, p.id::text, c.at::int
        from position p, jsonb_array_elements(p.closes) with ordinality as c (value, at)
      union all select 'option', 'option ' || status || coalesce(' ' || reason, ''), book::text, id::text, 0 from option_ticket
      order by 2, 4, 5`);
    const found: Evidence[] = [];
    for (const { what, kind, book, id, fill } of rows) {
      const wanted = { id: BigInt(id), fill };
      const made = {
        spot: () => spotEvidence(deps)(BigInt(book), wanted),
        position: () => positionEvidence(deps)(BigInt(book), wanted),
        option: () => optionEvidence(deps)(BigInt(book), wanted),
      }[what];
      // oxlint-disable-next-line no-await-in-loop
      await this.until(`a signature after ${kind}`, async () => {
        const file = await made?.();
        if (file?.ok === true) found.push({ kind, body: JSON.stringify(JSON.parse(file.value.body)) });
        return file?.ok === true;
      });
    }
    return found;
  }

  async shut(): Promise<void> {
    await this.pool.end();
  }
}
