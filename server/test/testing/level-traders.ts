/**
 * Customers who set, move and remove levels close to the price at random, one call after another, even while the server is
 * down. The result of a call without an answer is known only from the rows.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '../../src/db/pool.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { openAccount } from '../../src/identity/accounts.ts';
import { Sessions } from '../../src/identity/sessions/sessions.ts';
import { openBook } from '../../src/ledger/book.ts';
import { LIMITS } from '../../src/limits.ts';
import type { Random } from '../../src/quotes/feeds/random.ts';

const SYMBOLS = ['BTC/USDT', 'ETH/USDT'] as const;
type Symbol = (typeof SYMBOLS)[number];
/** The distance from the price, in parts per million. The price moves by about a hundred in a second. */
const NEAR = 20;
const FAR = 400;
const PAUSE_MS = 900;
const OPEN_MAX = 6;
const GONE = new Set(['trade_not_found', 'position_not_open', 'order_not_cancellable']);

type Answer = { readonly type: string; readonly error?: string; readonly message?: unknown };
type Quote = { readonly bid: number; readonly ask: number };
type Holding = { readonly id: string; readonly symbol: Symbol; readonly side: 'long' | 'short' };

/** Opens sessions of customers who may trade with leverage, without the slow password hashing of a registration. */
export async function openTraders(doorsUrl: string, count: number): Promise<string[]> {
  const pool = createPool(doorsUrl, { max: 2 });
  const onError = (error: Error): never => {
    throw error;
  };
  const sessions = new Sessions({ pool, now: Date.now, limits: LIMITS.sessions, onError });
  const tokens: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const account = {
      ...{ account: `trader${made}`, email: `trader${made}@levels.example`, passwordHash: 'none' },
      ...{
        birthDate: '1990-01-01',
        invitedBy: 0n,
        language: 'en' as const,
        leverEnabled: true,
        nowMs: Date.now(),
      },
    };
    const customer = await inTransaction(pool, (connection) =>
      openAccount(connection, { openBook }, account),
    );
    tokens.push(
      await sessions.open(pool, { customer, agent: 'levels', address: '127.0.0.1', device: undefined }),
    );
  }
  sessions.stop();
  await pool.end();
  return tokens;
}

export class LevelTraders {
  readonly answers = new Map<string, number>();
  readonly #origin: string;
  readonly #random: Random;
  readonly #quotes = new Map<Symbol, Quote>();
  #running = true;
  #loops: Promise<void>[] = [];

  constructor(origin: string, random: Random) {
    this.#origin = origin;
    this.#random = random;
  }

  async start(tokens: readonly string[]): Promise<void> {
    const funds = { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' };
    await Promise.all(
      tokens.map(async (token) => {
        await this.#done('demo/start_over', token, {});
        await this.#done('wallet/transfer', token, funds);
      }),
    );
    await this.#readQuotes(tokens[0]!);
    this.#loops = [this.#watch(tokens[0]!), ...tokens.map((token) => this.#trade(token))];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  async #watch(token: string): Promise<void> {
    while (this.#running) {
      await this.#readQuotes(token);
      await delay(200);
    }
  }

  async #readQuotes(token: string): Promise<void> {
    for (const symbol of SYMBOLS) {
      const answer = await this.#ask('lever/deal', token, { symbol });
      const quote = (answer.message as { quote?: { bid: string; ask: string } | null } | undefined)?.quote;
      if (answer.type === 'ok' && quote)
        this.#quotes.set(symbol, { bid: Number(quote.bid), ask: Number(quote.ask) });
    }
  }

  async #trade(token: string): Promise<void> {
    const held: Holding[] = [];
    const orders: string[] = [];
    const resting: string[] = [];
    while (this.#running) {
      const dice = this.#random.next();
      if (held.length < OPEN_MAX && dice < 0.2) await this.#open(token, held);
      else if (held.length > 0 && dice < 0.6) await this.#move(token, held);
      else if (held.length > 0 && dice < 0.65) await this.#drop('lever/close', token, held);
      else if (dice < 0.75) await this.#rest(token, resting);
      else if (dice < 0.9) await this.#order(token, orders);
      else if (dice < 0.95) await this.#drop('order/cancel', token, orders);
      else await this.#drop('lever/cancel', token, resting);
      await delay(PAUSE_MS * (0.5 + this.#random.next()));
    }
  }

  async #open(token: string, held: Holding[]): Promise<void> {
    const symbol = this.#symbol();
    const side = this.#random.next() < 0.5 ? 'long' : 'short';
    const levels = { ...this.#level(symbol, side, 'take_profit'), ...this.#level(symbol, side, 'stop_loss') };
    const fields = { symbol, side, type: 'market', quantity: '0.01', leverage: 20, ...levels };
    const answer = await this.#ask('lever/submit', token, fields);
    if (answer.type === 'ok') held.push({ id: (answer.message as { id: string }).id, symbol, side });
  }

  async #move(token: string, held: Holding[]): Promise<void> {
    const at = Math.floor(this.#random.next() * held.length);
    const { id, symbol, side } = held[at]!;
    const name = (['take_profit', 'stop_loss', 'stop_loss', 'trailing'] as const)[
      Math.floor(this.#random.next() * 4)
    ]!;
    const change = this.#random.next() < 0.15 ? { [name]: null } : this.#level(symbol, side, name);
    const answer = await this.#ask('lever/setstop', token, { id, ...change });
    if (GONE.has(answer.error ?? '')) held.splice(at, 1);
  }

  async #rest(token: string, resting: string[]): Promise<void> {
    const symbol = this.#symbol();
    const side = this.#random.next() < 0.5 ? 'long' : 'short';
    const price = this.#near(symbol, side === 'long' ? -1 : 1);
    const fields = { symbol, side, type: 'limit', price, quantity: '0.01', leverage: 20 };
    const answer = await this.#ask('lever/submit', token, fields);
    if (answer.type === 'ok') resting.push((answer.message as { id: string }).id);
  }

  async #order(token: string, orders: string[]): Promise<void> {
    const symbol = this.#symbol();
    const fields = { symbol, side: 'buy', type: 'limit', price: this.#near(symbol, -1), quantity: '0.001' };
    const answer = await this.#ask('coin/trade', token, fields);
    if (answer.type === 'ok') orders.push((answer.message as { id: string }).id);
  }

  async #drop(path: string, token: string, from: (string | Holding)[]): Promise<void> {
    const [one] = from.splice(Math.floor(this.#random.next() * from.length), 1);
    if (one !== undefined) await this.#ask(path, token, { id: typeof one === 'string' ? one : one.id });
  }

  #symbol(): Symbol {
    return SYMBOLS[Math.floor(this.#random.next() * SYMBOLS.length)]!;
  }

  #level(
    symbol: Symbol,
    side: 'long' | 'short',
    name: 'take_profit' | 'stop_loss' | 'trailing',
  ): Record<string, string> {
    if (name === 'trailing') {
      const { bid } = this.#quotes.get(symbol)!;
      return { trailing: (bid * this.#distance()).toFixed(2) };
    }
    return { [name]: this.#near(symbol, (name === 'take_profit') === (side === 'long') ? 1 : -1) };
  }

  #near(symbol: Symbol, direction: 1 | -1): string {
    const { bid, ask } = this.#quotes.get(symbol)!;
    return ((direction === 1 ? ask : bid) * (1 + direction * this.#distance())).toFixed(2);
  }

  #distance(): number {
    return (NEAR + this.#random.next() * (FAR - NEAR)) / 1e6;
  }

  async #done(path: string, token: string, body: object): Promise<void> {
    const answer = await this.#ask(path, token, body);
    if (answer.type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(answer)}`);
  }

  async #ask(path: string, token: string, body: object): Promise<Answer> {
    const answer = await this.#send(path, token, body).catch((): Answer => ({
      type: 'error',
      error: 'no_answer',
    }));
    const name = `${path} ${answer.type === 'ok' ? 'ok' : (answer.error ?? '?')}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    return answer;
  }

  async #send(path: string, token: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.#origin}/api/${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  }
}
