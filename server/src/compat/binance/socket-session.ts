/** The state of a connection on which calls are made: the key that logged in, and the subscriptions to customers' own events. */
import type { WebSocket } from 'ws';
import { LIMITS } from '../../limits.ts';
import type { Account } from './account.ts';
import { answered, failed, keyRejected } from './failure.ts';
import type { Failure, Result } from './failure.ts';
import type { CompatRequest, KeySession } from './mount.ts';
import type { ApiLinkDeps } from './socket-api.ts';
import { sendTo } from './stream-link.ts';
import type { UserReader } from './user-streams.ts';

const WEIGHT = 2;
/** A signature made with a shared secret (HMAC), which the exchange accepts only for single requests, not for a login. */
const HMAC_SIGNATURE = /^[0-9a-fA-F]{64}$/;

type Login = { readonly key: string; readonly sinceMs: number };
type Subscription = { readonly customer: bigint; readonly reader: UserReader; readonly ofLogin: boolean };
type Answer = (request: CompatRequest, showsLimits: boolean) => Result | Promise<Result>;

export class ApiSession {
  readonly #socket: WebSocket;
  readonly #deps: ApiLinkDeps;
  readonly #id: string;
  readonly #sinceMs: number;
  readonly #subscriptions = new Map<number, Subscription>();
  #login: Login | undefined;
  #subscribed = 0;
  #calls = 0;

  constructor(socket: WebSocket, deps: ApiLinkDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#id = deps.newId();
    this.#sinceMs = deps.now();
  }

  end(): void {
    for (const { customer, reader } of this.#subscriptions.values()) this.#deps.users.leave(customer, reader);
    this.#subscriptions.clear();
  }

  /**
   * Returns the logged-in key as the caller if the request itself has no key and signature. Each request has its own
   * idempotency key.
   */
  callerOf({ given, key }: Pick<CompatRequest, 'given' | 'key'>): { readonly session?: KeySession } {
    if (this.#login === undefined || key !== undefined || given.has('signature')) return {};
    this.#calls += 1;
    return { session: { key: this.#login.key, requestId: `${this.#id} ${this.#calls}` } };
  }

  /** Logs the key out if the failure says that it is no longer valid. */
  heard({ code }: Failure): void {
    if (code === keyRejected.failure.code) this.#logOut();
  }

  /** Returns the methods that concern the connection itself. */
  answers(method: string): { readonly weight: number; readonly answer: Answer } | undefined {
    const answer = this.#methods[method];
    return answer === undefined ? undefined : { weight: WEIGHT, answer };
  }

  readonly #methods: Readonly<Record<string, Answer>> = {
    'session.logon': async (request, showsLimits) => this.#logIn(request, showsLimits),
    'session.status': (_request, showsLimits) => this.#status(showsLimits),
    'session.logout': (_request, showsLimits) => {
      this.#logOut();
      return this.#status(showsLimits);
    },
    'session.subscriptions': () =>
      answered([...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }))),
    'userDataStream.subscribe': async (request) =>
      this.#login === undefined ? notAuthorized : this.#subscribe(request, true),
    'userDataStream.subscribe.signature': async (request) => this.#subscribe(request, false),
    'userDataStream.unsubscribe': ({ given }) => this.#unsubscribe(given.get('subscriptionId')),
  };

  async #logIn(request: CompatRequest, showsLimits: boolean): Promise<Result> {
    // The signature is bound to this connection, so that a copy of the request can't log in elsewhere.
    const name = `${request.name} ${this.#id}`;
    const account = await this.#deps.calls.account({ ...request, name }, true);
    if (!account.ok) return account;
    if (HMAC_SIGNATURE.test(request.given.get('signature') ?? '')) return sharedSecret;
    this.#logOut();
    this.#login = { key: request.key ?? '', sinceMs: this.#deps.now() };
    return this.#status(showsLimits);
  }

  #logOut(): void {
    this.#login = undefined;
    for (const [id, { ofLogin }] of this.#subscriptions) if (ofLogin) this.#close(id);
  }

  #status(returnRateLimits: boolean): Result {
    return answered({
      apiKey: this.#login?.key ?? null,
      authorizedSince: this.#login?.sinceMs ?? null,
      connectedSince: this.#sinceMs,
      returnRateLimits,
      serverTime: this.#deps.now(),
      userDataStream: this.#subscriptions.size > 0,
    });
  }

  /** Subscribes to the events of an account, at most once. The key's mandate must have the scope to read. */
  async #subscribe(request: CompatRequest, ofLogin: boolean): Promise<Result> {
    const account = await this.#deps.calls.account(request, false);
    if (!account.ok) {
      if (ofLogin) this.heard(account.failure);
      return account;
    }
    const { customer, caller } = account.value;
    if (caller.key?.scopes.has('read') !== true) return keyRejected;
    if ([...this.#subscriptions.values()].some((one) => one.customer === customer)) return active;
    if (this.#subscriptions.size >= LIMITS.compat.sockets.subscriptionsMax) return tooMany;
    if (this.#socket.readyState !== this.#socket.OPEN) return notAuthorized;
    const subscriptionId = this.#subscribed;
    this.#subscribed += 1;
    const reader = this.#reader(subscriptionId, account.value, caller.key.code);
    this.#subscriptions.set(subscriptionId, { customer, reader, ofLogin });
    await this.#deps.users.join(customer, reader, async () => account.value.call('POST wallet/list', {}));
    return answered({ subscriptionId });
  }

  #reader(subscriptionId: number, { customer }: Account, key: string): UserReader {
    const { calls, facts } = this.#deps;
    const hear = (event: object) => sendTo(this.#socket, JSON.stringify({ subscriptionId, event }));
    return {
      hear,
      isLive: () => calls.mayStillRead({ key, address: facts.client }),
      end: () => {
        if (this.#subscriptions.get(subscriptionId)?.customer !== customer) return;
        this.#subscriptions.delete(subscriptionId);
        hear({ e: 'eventStreamTerminated', E: this.#deps.now() });
      },
    };
  }

  /** Cancels one subscription, or all subscriptions of the connection. */
  #unsubscribe(named: string | undefined): Result {
    for (const id of [...this.#subscriptions.keys()])
      if (named === undefined || named === String(id)) this.#close(id);
    return answered({});
  }

  #close(id: number): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return;
    this.#deps.users.leave(subscription.customer, subscription.reader);
    subscription.reader.end();
  }
}

const notAuthorized = failed(-1002, 'You are not authorized to execute this request.', 401);
const sharedSecret = failed(-4056, 'HMAC_SHA256 API key is not supported.');
const active = failed(-2035, 'User Data Stream subscription already active.');
const tooMany = failed(-1191, 'Too many subscriptions of this connection.');
