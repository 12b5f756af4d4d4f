/**
 * A simulated day of customers' operations, with the same decisions for the same seed. It contains every kind of operation, in
 * random order and of random size, and spans midnight. All operations are calls to the customers' API. Calls may be refused; the
 * accepted ones are in the books.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createRandom } from '../../src/quotes/feeds/random.ts';

/** The pause between two operations, so that the day lasts long enough for options to settle. */
const PAUSE_MS = 50;

type Fields = Readonly<Record<string, unknown>>;

const NEAR_POSITION: Fields = { side: 'long', quantity: '0.001', leverage: 20, collateral: 'contract' };

/** A remaining credit below this amount is too small to open a position. */
const LEAST_CREDIT = amount('5');

export class RandomDay {
  readonly #server: WholeServer;
  readonly #random: ReturnType<typeof createRandom>;
  readonly #tokens: readonly string[];
  readonly #later: () => Promise<void>;
  #asked = 0;
  readonly done = new Map<string, number>();
  readonly refused = new Map<string, number>();

  constructor(
    server: WholeServer,
    options: {
      readonly seed: string;
      readonly tokens: readonly string[];
      readonly later: () => Promise<void>;
    },
  ) {
    this.#server = server;
    this.#later = options.later;
    this.#random = createRandom(options.seed);
    this.#tokens = options.tokens;
  }

  /** Runs a whole day. The day begins with money in every account, and each rare operation is done once explicitly. */
  async wholeDay(count: number): Promise<void> {
    const [first = '', second = ''] = this.#tokens;
    const begins = async (token: string): Promise<void> => {
      for (const to of ['contract', 'option']) {
        await this.#try(token, 'POST wallet/transfer', {
          currency: 'USDT',
          from: 'spot',
          to,
          amount: '20000',
        });
      }
      await this.#surely(token, 'POST coin/trade', {
        ...{ symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.1' },
      });
      await this.#surely(token, 'POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.01' });
      await this.#try(token, 'POST wallet/transfer', {
        ...{ currency: 'BTC', from: 'spot', to: 'option', amount: '0.05' },
      });
    };
    for (const token of this.#tokens) await begins(token);
    await this.act(Math.floor(count / 2));
    await this.#try(second, 'POST demo/start_over', {});
    await begins(second);
    await this.act(Math.ceil(count / 2));
    for (let tries = 0; !(await this.#convertCredit(first)); tries += 1)
      if (tries === 3) throw new Error('expected credit to be converted, found all of it lost four times');
  }

  /**
   * Pays fees of more than twice the credit with the customer's own money, then holds most of the credit for a day at a time
   * until the credit's turnover suffices, and converts it. Returns false if the market takes the credit first.
   */
  async #convertCredit(token: string): Promise<boolean> {
    await this.#try(token, 'POST demo/start_over', {});
    for (let turns = 0; turns < 12; turns += 1) {
      const side = turns % 2 === 0 ? 'buy' : 'sell';
      await this.#surely(token, 'POST coin/trade', {
        symbol: 'BTC/USDT',
        side,
        type: 'market',
        quantity: '1',
      });
    }
    const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', leverage: 50, collateral: 'promo' };
    let quantity = '0.05';
    for (let turns = 0; turns < 25; turns += 1) {
      const { id } = await this.#surely<{ id: string }>(token, 'POST lever/submit', { ...order, quantity });
      const price = await this.#entryOf(token, id);
      await this.#later();
      await this.#surely(token, 'POST lever/close', { id });
      while ((await this.#held(token, id)) !== undefined) await delay(100);
      const credit = await this.#surely<{ amount: string }>(token, 'GET wallet/experience', {});
      if (amount(credit.amount) < LEAST_CREDIT) return false;
      const thousandths = (amount(credit.amount) * 45n) / (amount(price) / 1000n);
      quantity = formatAmount(thousandths * amount('0.001'));
      const converted = await this.#try(token, 'POST wallet/experience_convert', {});
      if (converted !== undefined) return true;
    }
    return false;
  }

  async #held(token: string, id: string) {
    const holding = await this.#surely<CallOutput<'POST lever/my_trade'>>(token, 'POST lever/my_trade', {
      status: 'holding',
    });
    return holding.items.find((one) => one.id === id);
  }

  /** Returns the price at which a position was opened, once it has one. */
  async #entryOf(token: string, id: string): Promise<string> {
    for (;;) {
      const price = (await this.#held(token, id))?.entry_price ?? null;
      if (price !== null) return price;
      await delay(100);
    }
  }

  /** Repeats an action until there is a price for it. The action must succeed. */
  async #surely<Message>(token: string, name: string, fields: Fields): Promise<Message> {
    for (let tries = 0; tries < 100; tries += 1) {
      const done = await this.#try<Message>(token, name, fields);
      if (done !== undefined) return done;
      await delay(100);
    }
    throw new Error(
      `expected ${name} to succeed in time, got refusals: ${[...this.refused.keys()].join(', ')}`,
    );
  }

  /** Runs a number of operations one after another, each by a randomly chosen customer. */
  async act(count: number): Promise<void> {
    const operations = this.#operations();
    for (let at = 0; at < count; at += 1) {
      const operate = this.#oneOf(operations);
      await operate(this.#oneOf(this.#tokens));
      await delay(PAUSE_MS);
    }
  }

  #among(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[this.#among(items.length)]!;
  }

  /** Returns a decimal with up to eight places, mostly small. */
  #some(most: number, places = 8): string {
    return (most * this.#random.next() ** 2 + 10 ** -places).toFixed(places);
  }

  async #try<Message>(token: string, name: string, fields: Fields): Promise<Message | undefined> {
    this.#asked += 1;
    const { body } = await this.#server.call(name, { token, fields, key: `day-${this.#asked}` });
    const [counts, what] = body.type === 'ok' ? [this.done, name] : [this.refused, `${name}: ${body.error}`];
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return body.type === 'ok' ? (body.message as Message) : undefined;
  }

  #operations(): ((token: string) => Promise<unknown>)[] {
    const accounts = ['spot', 'contract', 'option'] as const;
    const currencies = ['USDT', 'USDT', 'USDT', 'BTC', 'ETH'] as const;
    const coins = [
      { symbol: 'BTC/USDT', most: 0.05, places: 5, below: 40_000 },
      { symbol: 'ETH/USDT', most: 1, places: 4, below: 1500 },
    ] as const;
    return [
      (token) =>
        this.#try(token, 'POST wallet/transfer', {
          currency: this.#oneOf(currencies),
          from: this.#oneOf(accounts),
          to: this.#oneOf(accounts),
          amount: this.#some(2000),
        }),
      (token) => {
        const { symbol, most, places } = this.#oneOf(coins);
        const side = this.#oneOf(['buy', 'buy', 'sell']);
        const quantity = this.#some(most, places);
        return this.#try(token, 'POST coin/trade', { symbol, side, type: 'market', quantity });
      },
      (token) => {
        const { symbol, most, places, below } = this.#oneOf(coins);
        const order = { symbol, side: 'buy', type: 'limit', quantity: this.#some(most, places) };
        // Some orders rest permanently; others are above the market and fill immediately.
        return this.#try(token, 'POST coin/trade', { ...order, price: String(below + this.#among(below)) });
      },
      (token) => this.#restNear(token, 'POST coin/trade', { side: 'buy', quantity: '0.001' }),
      (token) => this.#restNear(token, 'POST lever/submit', NEAR_POSITION),
      (token) => this.#endOne(token, 'GET coin/list', { status: 'in_transaction' }, 'POST order/cancel'),
      (token) => {
        const [from, to] = this.#oneOf([
          ['BTC', 'ETH'],
          ['ETH', 'BTC'],
        ] as const);
        return this.#try(token, 'POST coin/trade', { from, to, amount: this.#some(0.02) });
      },
      (token) => this.#open(token, 'POST lever/submit', this.#oneOf(coins).symbol, this.#some(0.1, 3)),
      (token) => this.#open(token, 'POST lever/whsubmit', 'EUR/USD', this.#some(0.1, 2)),
      (token) => this.#endOne(token, 'POST lever/my_trade', { status: 'holding' }, 'POST lever/close'),
      (token) =>
        this.#endOne(token, 'POST lever/my_trade', { status: 'in_transaction' }, 'POST lever/cancel'),
      (token) => this.#endOne(token, 'POST lever/my_wh_trade', { status: 'holding' }, 'POST lever/whclose'),
      (token) => this.#addMargin(token),
      (token) => this.#stake(token, 'POST microtrade/submit', this.#oneOf(coins).symbol),
      (token) => this.#stake(token, 'POST microtrade/submit', this.#oneOf(coins).symbol),
      (token) => this.#stake(token, 'POST microtrade/whsubmit', 'EUR/USD'),
      (token) => this.#try(token, 'POST wallet/experience_convert', {}),
    ];
  }

  #open(token: string, name: string, symbol: string, quantity: string) {
    const leverage = name === 'POST lever/whsubmit' ? 100 : this.#oneOf([2, 20, 100]);
    const collateral = this.#oneOf(['contract', 'contract', 'promo']);
    const side = this.#oneOf(['long', 'short']);
    const rests = name === 'POST lever/submit' && this.#random.next() < 0.3;
    const type = rests ? { type: 'limit', price: '1000', side: 'long' } : { type: 'market', side };
    return this.#try(token, name, { symbol, quantity, leverage, collateral, ...type });
  }

  /** Places a limit order at the bid, which the market soon reaches. */
  async #restNear(token: string, name: string, order: Fields): Promise<void> {
    const quotes = await this.#try<CallOutput<'GET currency/quotation_new'>>(
      token,
      'GET currency/quotation_new',
      {},
    );
    const quote = quotes?.find(({ symbol }) => symbol === 'BTC/USDT');
    if (quote === undefined) return;
    await this.#try(token, name, { symbol: 'BTC/USDT', type: 'limit', price: quote.bid, ...order });
  }

  #stake(token: string, name: string, symbol: string) {
    const currency = this.#oneOf(['USDT', 'USDT', 'BTC', 'EXPERIENCE']);
    const stake = currency === 'BTC' ? '0.001' : `${10 + this.#among(40)}.${this.#among(100)}`;
    const side = this.#oneOf(['up', 'down']);
    return this.#try(token, name, { symbol, side, seconds: 30, payout_ratio: '0.8', stake, currency });
  }

  async #endOne(token: string, list: string, filter: Fields, end: string): Promise<void> {
    const listed = await this.#try<readonly { id: string }[] | { items: readonly { id: string }[] }>(
      token,
      list,
      filter,
    );
    const rows = listed === undefined ? [] : 'items' in listed ? listed.items : listed;
    if (rows.length > 0) await this.#try(token, end, { id: this.#oneOf(rows).id });
  }

  async #addMargin(token: string): Promise<void> {
    const open = await this.#try<CallOutput<'POST lever/my_trade'>>(token, 'POST lever/my_trade', {
      status: 'holding',
    });
    const row = open?.items.find(({ collateral }) => collateral === 'contract');
    if (row === undefined) return;
    await this.#try(token, 'POST lever/setstop', { id: row.id, add_margin: this.#some(5) });
  }
}
