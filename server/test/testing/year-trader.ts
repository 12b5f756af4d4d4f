/**
 * A customer who trades every product at random, with the same decisions for the same seed. Calls may be refused; the accepted ones
 * are in the books.
 */
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { createRandom } from '../../src/quotes/feeds/random.ts';

type Fields = Readonly<Record<string, unknown>>;
type Coin = 'BTC/USDT' | 'ETH/USDT';
export type Quotes = ReadonlyMap<string, { readonly bid: Amount; readonly ask: Amount }>;

const COINS: readonly Coin[] = ['BTC/USDT', 'ETH/USDT'];
const PAIRS = ['GBP/USD', 'EUR/GBP', 'XAU/USD'] as const;
/** The number of decimals of a quantity. */
const PLACES: Readonly<Record<Coin, number>> = { 'BTC/USDT': 5, 'ETH/USDT': 4 };
const ACCOUNTS = ['spot', 'contract', 'option'] as const;

export class YearTrader {
  readonly #server: WholeServer;
  readonly #random: ReturnType<typeof createRandom>;
  readonly #quotes: () => Quotes;
  readonly token: string;
  readonly #name: string;
  #asked = 0;
  readonly done = new Map<string, number>();
  readonly refused = new Map<string, number>();

  constructor(
    server: WholeServer,
    who: {
      readonly name: string;
      readonly token: string;
      readonly random: ReturnType<typeof createRandom>;
      /** The newest quotes. */
      readonly quotes: () => Quotes;
    },
  ) {
    this.#server = server;
    this.#name = who.name;
    this.token = who.token;
    this.#random = who.random;
    this.#quotes = who.quotes;
  }

  /** Puts money into every account and buys coins. */
  async begin(): Promise<void> {
    for (const to of ['contract', 'option'])
      await this.call('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '20000' });
    await this.call('POST coin/trade', { ...this.#buy('BTC/USDT'), quantity: '3.12345' });
    await this.call('POST coin/trade', { ...this.#buy('ETH/USDT'), quantity: '11.0001' });
    await this.call('POST wallet/transfer', { currency: 'BTC', from: 'spot', to: 'option', amount: '0.5' });
  }

  async act(count: number): Promise<void> {
    const operations = this.#operations();
    for (let at = 0; at < count; at += 1) await this.#oneOf(operations)();
  }

  /** Returns undefined if the call is refused. */
  async call<Message>(name: string, fields: Fields): Promise<Message | undefined> {
    this.#asked += 1;
    const key = `${this.#name}-${this.#asked}`;
    const { body } = await this.#server.call(name, { token: this.token, fields, key });
    const [counts, what] =
      body.type === 'ok'
        ? [this.done, name]
        : [this.refused, `${name}: ${body.error} ${String(fields['symbol'])} ${String(fields['type'])}`];
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return body.type === 'ok' ? (body.message as Message) : undefined;
  }

  /**
   * Opens a small position in gold, alternately long and short; at weekends it is refused. Random positions in gold are mostly
   * refused because of their leverage.
   */
  gold(dayMs: number): Promise<unknown> {
    const side = (dayMs / DAY_MS) % 2 === 0 ? 'long' : 'short';
    const order = { symbol: 'XAU/USD', side, type: 'market', quantity: '0.02', leverage: 20 };
    return this.call('POST lever/whsubmit', { ...order, collateral: 'contract' });
  }

  #among(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[this.#among(items.length)] as Item;
  }

  /** A decimal with up to eight places, mostly small. */
  #some(most: number, places = 8): string {
    return (most * this.#random.next() ** 2 + 10 ** (1 - places)).toFixed(places);
  }

  /** The bid of a symbol, changed by a percentage and in whole cents. */
  #near(symbol: Coin, percent: number): string {
    const bid = this.#quotes().get(symbol)?.bid ?? ONE;
    const price = bid + (bid * BigInt(Math.round(percent * 100))) / 10_000n;
    return formatAmount(price - (price % amount('0.01')));
  }

  #buy(symbol: Coin): Fields {
    return { symbol, side: 'buy', type: 'market', quantity: this.#some(1, PLACES[symbol]) };
  }

  #operations(): readonly (() => Promise<unknown>)[] {
    return [
      () => this.#trade(),
      () => this.#trade(),
      () => this.call('POST coin/trade', { ...this.#spend(), symbol: this.#oneOf(COINS) }),
      () => this.#rest(),
      () => this.#rest(),
      () => this.#endOne('GET coin/list', { status: 'in_transaction' }, 'POST order/cancel'),
      () => this.#convert(),
      () => this.#exchange(),
      () => this.#transfer(),
      () => this.#open(this.#oneOf(COINS)),
      () => this.#open(this.#oneOf(COINS)),
      () => this.#open(this.#oneOf(PAIRS)),
      () => this.#open(this.#oneOf(PAIRS)),
      () => this.#endOne('POST lever/my_trade', { status: 'holding' }, 'POST lever/close', 0.03),
      () => this.#endOne('POST lever/my_trade', { status: 'in_transaction' }, 'POST lever/cancel'),
      () => this.#endOne('POST lever/my_wh_trade', { status: 'holding' }, 'POST lever/whclose', 0.02),
      () => this.#endOne('POST lever/my_wh_trade', { status: 'holding' }, 'POST lever/whclose', 0.02),
      () => this.#addMargin(),
      () => this.#stake(),
      () => this.#stake(),
      () => this.call('POST wallet/experience_convert', {}),
    ];
  }

  #spend(): Fields {
    return { side: 'buy', type: 'market', amount: this.#some(900, 6) };
  }

  #trade(): Promise<unknown> {
    const symbol = this.#oneOf(COINS);
    return this.call('POST coin/trade', { ...this.#buy(symbol), side: this.#oneOf(['buy', 'sell', 'sell']) });
  }

  /** A limit, stop, stop-limit or OCO order that a later price may reach. */
  #rest(): Promise<unknown> {
    const symbol = this.#oneOf(COINS);
    const side = this.#oneOf(['buy', 'sell']);
    const sign = side === 'buy' ? 1 : -1;
    const type = this.#oneOf(['limit', 'limit', 'stop', 'stop_limit', 'oco']);
    const better = this.#near(symbol, -sign * (0.3 + 6 * this.#random.next()));
    const worse = this.#near(symbol, sign * (0.3 + 6 * this.#random.next()));
    const beyond = this.#near(symbol, sign * 9);
    const levels: Readonly<Record<string, Fields>> = {
      limit: { price: better },
      stop: { stop_price: worse },
      stop_limit: { stop_price: worse, price: beyond },
      oco: { stop_price: worse, price: better },
    };
    const quantity = this.#some(0.8, PLACES[symbol]);
    return this.call('POST coin/trade', { symbol, side, type, quantity, ...levels[type] });
  }

  #convert(): Promise<unknown> {
    const [from, to] = this.#oneOf([
      ['BTC', 'ETH'],
      ['ETH', 'BTC'],
    ] as const);
    return this.call('POST coin/trade', { from, to, amount: this.#some(0.5, 4) });
  }

  async #exchange(): Promise<void> {
    const [from, to, most] = this.#oneOf([
      ['USDT', 'BTC', 400],
      ['ETH', 'USDT', 1],
      ['BTC', 'ETH', 0.4],
    ] as const);
    const asked = { from, to, amount: this.#some(most) };
    const quoted = await this.call<{ quote_id: string }>('POST wallet/flash_quote', asked);
    if (quoted !== undefined) await this.call('POST wallet/flashAgainst', { ...asked, ...quoted });
  }

  #transfer(): Promise<unknown> {
    const currency = this.#oneOf(['USDT', 'USDT', 'BTC', 'ETH']);
    const [from, to] = [this.#oneOf(ACCOUNTS), this.#oneOf(ACCOUNTS)];
    return this.call('POST wallet/transfer', {
      currency,
      from,
      to,
      amount: this.#some(currency === 'USDT' ? 900 : 0.2),
    });
  }

  #open(symbol: Coin | (typeof PAIRS)[number]): Promise<unknown> {
    const isCoin = symbol === 'BTC/USDT' || symbol === 'ETH/USDT';
    const quantity = isCoin ? this.#some(2, 2) : `0.${String(1 + this.#among(30)).padStart(2, '0')}`;
    const side = this.#oneOf(['long', 'short']);
    const collateral = this.#oneOf(['contract', 'contract', 'contract', 'promo']);
    const leverage = this.#oneOf(isCoin ? [2, 5, 20, 100] : [10, 20, 50, 200]);
    const order = { symbol, quantity, leverage, collateral, side };
    if (!isCoin) return this.call('POST lever/whsubmit', { ...order, type: 'market' });
    if (this.#random.next() < 0.3) {
      const price = this.#near(symbol, (side === 'long' ? -1 : 1) * (0.2 + 3 * this.#random.next()));
      return this.call('POST lever/submit', { ...order, type: 'limit', price });
    }
    const stop = this.#random.next() < 0.4 ? { stop_loss: this.#near(symbol, side === 'long' ? -4 : 4) } : {};
    return this.call('POST lever/submit', { ...order, type: 'market', ...stop });
  }

  /** A stake in ether's minutes, which are the only ones with quotes close enough for options. */
  #stake(): Promise<unknown> {
    const currency = this.#oneOf(['USDT', 'USDT', 'BTC', 'EXPERIENCE']);
    const stake = currency === 'BTC' ? this.#some(0.1, 6) : `${10 + this.#among(90)}.${this.#among(100)}`;
    const [side, seconds] = [this.#oneOf(['up', 'down']), this.#oneOf([30, 60, 120])];
    return this.call('POST microtrade/submit', { symbol: 'ETH/USDT', side, seconds, stake, currency });
  }

  /** Ends one of the listed rows, or a part of it if `part` is given. */
  async #endOne(list: string, filter: Fields, end: string, part?: number): Promise<void> {
    type Row = { readonly id: string };
    const listed = await this.call<readonly Row[] | { items: readonly Row[] }>(list, filter);
    const rows = listed === undefined ? [] : 'items' in listed ? listed.items : listed;
    if (rows.length === 0) return;
    const quantity = part !== undefined && this.#random.next() < 0.4 ? { quantity: part.toFixed(2) } : {};
    await this.call(end, { id: this.#oneOf(rows).id, ...quantity });
  }

  async #addMargin(): Promise<void> {
    type Row = { readonly id: string; readonly collateral: string };
    const open = await this.call<{ items: readonly Row[] }>('POST lever/my_trade', { status: 'holding' });
    const row = open?.items.find(({ collateral }) => collateral === 'contract');
    if (row !== undefined) await this.call('POST lever/setstop', { id: row.id, add_margin: this.#some(40) });
  }
}
