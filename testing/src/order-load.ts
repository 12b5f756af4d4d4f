/**
 * Customers who trade without pause through the customers' server, and record every answer. An order without an answer is retried
 * with its key until it has one, as the app does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const LOOPS_A_CUSTOMER = 6;
/** Each loop pauses this long, so that a customer's load stays below the rate limit per minute. */
const PAUSE_MS = 40;
const GIVE_UP_MS = 30_000;
/** Answers that leave the result of an order open, or tell the client to retry. */
const AGAIN = new Set(['busy', 'try_again', 'too_many_requests', 'request_failed', 'no_answer']);

export type Acknowledged = {
  readonly token: string;
  readonly key: string;
  readonly body: string;
  readonly order: string;
};

type Envelope = { type: string; error?: string; message: unknown };

/** An order of each kind in turn, with levels so close to the newest fill that the market reaches most of them within seconds. */
const KINDS: readonly ((price: number) => Readonly<Record<string, unknown>>)[] = [
  () => ({ side: 'buy', type: 'market', quantity: '0.0005' }),
  (price) => ({ side: 'buy', type: 'market', take_profit: near(price, 3), stop_loss: near(price, -3) }),
  (price) => ({ side: 'buy', type: 'limit', price: near(price, -2) }),
  (price) => ({ side: 'sell', type: 'stop', stop_price: near(price, -2) }),
  () => ({ side: 'sell', type: 'trailing_stop', trailing_bps: 1 }),
  (price) => ({ side: 'sell', type: 'oco', price: near(price, 2), stop_price: near(price, -2) }),
];
const near = (price: number, basisPoints: number): string => (price * (1 + basisPoints / 10_000)).toFixed(2);

/** Refusals that the market or earlier orders of the load explain: the price had passed a level, or too little was left free. */
const EXPLAINED = new Set([
  ...[
    'price_moved',
    'trading_closed',
    'balance_insufficient',
    'coins_insufficient',
    'post_only_would_fill',
    'stop_already_reached',
    'stop_on_wrong_side',
  ],
  ...['take_profit_wrong', 'stop_loss_wrong', 'orders_too_many'],
]);

export class OrderLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that no order should ever get. */
  readonly unexpected: string[] = [];
  readonly #origin: string;
  #running = true;
  #loops: Promise<void>[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Logs the demo's customers in and lets them trade. */
  async start(): Promise<void> {
    for (const token of await this.signIn()) {
      for (let loop = 0; loop < LOOPS_A_CUSTOMER; loop += 1) this.#loops.push(this.#trade(token));
    }
  }

  /** Waits until every order in flight has its answer. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  async signIn(): Promise<string[]> {
    const demo = await this.#call('GET', 'demo', {});
    const { customers } = demo.message as { customers: { account: string; password: string }[] };
    return Promise.all(
      customers.map(async (customer) =>
        String((await this.#call('POST', 'user/login', { body: customer })).message),
      ),
    );
  }

  /** Sends an acknowledged order again, and returns the order in the answer. */
  async repeat(order: Acknowledged): Promise<string> {
    return JSON.stringify(await this.#send(order.token, order.key, order.body));
  }

  /** Reads the ids of all orders of a customer, page by page. */
  async orderIds(token: string): Promise<Set<string>> {
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await this.#call('GET', `coin/list?limit=100${query}`, { token });
      const { items, next } = page.message as { items: { id: string }[]; next: string | null };
      for (const item of items) ids.add(item.id);
      cursor = next;
    } while (cursor !== null);
    return ids;
  }

  async #trade(token: string): Promise<void> {
    let price: number | undefined;
    let turn = 0;
    while (this.#running) {
      turn += 1;
      const key = randomUUID();
      const kind = KINDS[price === undefined ? 0 : turn % KINDS.length] ?? KINDS[0];
      const body = JSON.stringify({ symbol: 'BTC/USDT', quantity: '0.0001', ...kind?.(price ?? 0) });
      const answer = await this.#untilAnswered(token, key, body);
      if (answer.type === 'ok') {
        this.acknowledged.push({ token, key, body, order: JSON.stringify(answer) });
        const { legs } = answer.message as { legs?: { price: string }[] };
        if (legs?.[0] !== undefined) price = Number(legs[0].price);
      } else if (!EXPLAINED.has(answer.error ?? '')) {
        this.unexpected.push(JSON.stringify(answer));
        await delay(200);
      }
      await delay(PAUSE_MS);
    }
  }

  /** After half a minute the last answer is returned, which the test then reports as unexpected. */
  async #untilAnswered(token: string, key: string, body: string): Promise<Envelope> {
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      // There is no answer because the server is down, so the order is retried with the same key.
      const answer = await this.#send(token, key, body).catch((error: unknown) => ({
        type: 'error',
        error: 'no_answer',
        message: String(error),
      }));
      if (!AGAIN.has(answer.error ?? '') || performance.now() > deadline) return answer;
      await delay(100);
    }
  }

  async #send(token: string, key: string, body: string): Promise<Envelope> {
    return this.#call('POST', 'coin/trade', { token, key, text: body });
  }

  async #call(
    method: string,
    path: string,
    options: { token?: string; key?: string; text?: string; body?: unknown },
  ): Promise<Envelope> {
    const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${this.#origin}/api/${path}`, {
      method,
      signal: AbortSignal.timeout(15_000),
      headers: {
        ...(options.token === undefined ? {} : { authorization: options.token }),
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(text === undefined ? {} : { body: text }),
    });
    return (await response.json()) as Envelope;
  }
}
