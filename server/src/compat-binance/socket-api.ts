/**
 * The calls over a WebSocket, and the subscription to a customer's own events. Each request is signed for itself, so a connection
 * proves nothing and holds no rights but those of its subscriptions.
 */
import type { WebSocket } from 'ws';
import { LIMITS } from '../limits.ts';
import { refusalView } from './answer.ts';
import { failed, keyRejected, notValid } from './failure.ts';
import type { Failure } from './failure.ts';
import type { CompatCalls, CompatRequest } from './mount.ts';
import { NAME } from './parameters.ts';
import { sendTo } from './stream-link.ts';
import type { Say } from './stream-link.ts';
import type { UserReader, UserStreams } from './user-streams.ts';

const { subscriptionsMax: SUBSCRIPTIONS_MAX, inFlightMax: IN_FLIGHT_MAX } = LIMITS.compat.sockets;

const methods: ReadonlyMap<string, string> = new Map([
  ['ping', 'GET /api/v3/ping'],
  ['time', 'GET /api/v3/time'],
  ['exchangeInfo', 'GET /api/v3/exchangeInfo'],
  ['depth', 'GET /api/v3/depth'],
  ['trades.recent', 'GET /api/v3/trades'],
  ['trades.historical', 'GET /api/v3/historicalTrades'],
  ['trades.aggregate', 'GET /api/v3/aggTrades'],
  ['klines', 'GET /api/v3/klines'],
  ['uiKlines', 'GET /api/v3/uiKlines'],
  ['avgPrice', 'GET /api/v3/avgPrice'],
  ['ticker.24hr', 'GET /api/v3/ticker/24hr'],
  ['ticker.price', 'GET /api/v3/ticker/price'],
  ['ticker.book', 'GET /api/v3/ticker/bookTicker'],
  ['order.place', 'POST /api/v3/order'],
  ['order.test', 'POST /api/v3/order/test'],
  ['order.status', 'GET /api/v3/order'],
  ['order.cancel', 'DELETE /api/v3/order'],
  ['order.cancelReplace', 'POST /api/v3/order/cancelReplace'],
  ['openOrders.status', 'GET /api/v3/openOrders'],
  ['openOrders.cancelAll', 'DELETE /api/v3/openOrders'],
  ['orderList.place', 'POST /api/v3/order/oco'],
  ['orderList.place.oco', 'POST /api/v3/orderList/oco'],
  ['orderList.status', 'GET /api/v3/orderList'],
  ['orderList.cancel', 'DELETE /api/v3/orderList'],
  ['openOrderLists.status', 'GET /api/v3/openOrderList'],
  ['allOrderLists', 'GET /api/v3/allOrderList'],
  ['allOrders', 'GET /api/v3/allOrders'],
  ['myTrades', 'GET /api/v3/myTrades'],
  ['account.status', 'GET /api/v3/account'],
  ['account.commission', 'GET /api/v3/account/commission'],
  ['account.rateLimits.orders', 'GET /api/v3/rateLimit/order'],
]);

export type ApiLinkDeps = {
  readonly calls: CompatCalls;
  readonly users: UserStreams;
  readonly now: () => number;
  readonly facts: CompatRequest['facts'];
};

type Subscription = { readonly customer: bigint; readonly reader: UserReader };

export class ApiLink {
  readonly #socket: WebSocket;
  readonly #deps: ApiLinkDeps;
  readonly #subscriptions = new Map<number, Subscription>();
  #subscribed = 0;
  #inFlight = 0;

  constructor(socket: WebSocket, deps: ApiLinkDeps) {
    this.#socket = socket;
    this.#deps = deps;
  }

  closing(nowMs: number): void {
    sendTo(this.#socket, JSON.stringify({ event: { e: 'serverShutdown', E: nowMs } }));
  }

  end(): void {
    for (const { customer, reader } of this.#subscriptions.values()) this.#deps.users.leave(customer, reader);
    this.#subscriptions.clear();
  }

  hear(say: Say | undefined): void {
    const { id, method, params } = say ?? {};
    const request = typeof method === 'string' ? this.#requestOf(method, params) : undefined;
    if (request === undefined) return this.#refuse(id, malformed.failure);
    if (this.#inFlight >= IN_FLIGHT_MAX) return this.#refuse(id, tooMany.failure);
    this.#inFlight += 1;
    void this.#answer(id, String(method), request).finally(() => (this.#inFlight -= 1));
  }

  async #answer(id: unknown, method: string, request: CompatRequest): Promise<void> {
    if (method === 'userDataStream.subscribe.signature') return this.#subscribe(id, request);
    if (method === 'userDataStream.unsubscribe') return this.#unsubscribe(id, request);
    const { result } = await this.#deps.calls.answer(request);
    return result.ok ? this.#tell(id, result.value) : this.#refuse(id, result.failure);
  }

  async #subscribe(id: unknown, request: CompatRequest): Promise<void> {
    const account = await this.#deps.calls.account(request, false);
    if (!account.ok) return this.#refuse(id, account.failure);
    const { key } = account.value.caller;
    if (key?.scopes.has('read') !== true) return this.#refuse(id, keyRejected.failure);
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX) return this.#refuse(id, tooMany.failure);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const { customer } = account.value;
    const subscriptionId = this.#subscribed;
    this.#subscribed += 1;
    const send = (event: object) => sendTo(this.#socket, JSON.stringify({ subscriptionId, event }));
    const connected = { key: key.code, address: this.#deps.facts.address };
    const reader: UserReader = {
      hear: send,
      isLive: () => this.#deps.calls.mayStillRead(connected),
      end: () => {
        this.#subscriptions.delete(subscriptionId);
        send({ e: 'eventStreamTerminated', E: this.#deps.now() });
      },
    };
    this.#subscriptions.set(subscriptionId, { customer, reader });
    this.#deps.users.join(customer, reader);
    this.#tell(id, { subscriptionId });
  }

  /** One subscription, or all of the connection. */
  #unsubscribe(id: unknown, { given }: CompatRequest): void {
    const named = given.get('subscriptionId');
    for (const [number, { customer, reader }] of this.#subscriptions) {
      if (named !== undefined && named !== String(number)) continue;
      this.#deps.users.leave(customer, reader);
      this.#subscriptions.delete(number);
    }
    this.#tell(id, {});
  }

  /** The signed text has the parameters in the order of their names. */
  #requestOf(method: string, params: unknown): CompatRequest | undefined {
    const given = new Map<string, string>();
    const all = typeof params === 'object' && params !== null ? Object.entries(params) : [];
    for (const [name, value] of all) {
      const text = textOf(value);
      // What is signed has no sign that ends a value but these, so with them a value could pass for other parameters.
      if (text === undefined || !NAME.test(name) || (name !== 'signature' && /[&=]/.test(text)))
        return undefined;
      given.set(name, text);
    }
    const signed = [...given]
      .filter(([name]) => name !== 'signature')
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const key = given.get('apiKey');
    for (const ofConnection of ['apiKey', 'returnRateLimits']) given.delete(ofConnection);
    const name = methods.get(method) ?? `WS ${method}`;
    return { name, given, signed, key, facts: this.#deps.facts };
  }

  #tell(id: unknown, result: unknown): void {
    sendTo(this.#socket, JSON.stringify({ id: id ?? null, status: 200, result, rateLimits: [] }));
  }

  #refuse(id: unknown, failure: Failure): void {
    const error = refusalView(failure);
    sendTo(this.#socket, JSON.stringify({ id: id ?? null, status: failure.status, error, rateLimits: [] }));
  }
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return JSON.stringify(value);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

const malformed = notValid('params');
const tooMany = failed(-1003, 'Too many requests of this connection at once.', 429);
