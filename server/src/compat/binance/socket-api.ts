/**
 * The calls over a WebSocket. Each is either signed, or made by the key that logged in on the connection. That key is looked up
 * again for each call, so that a login gives no right that the key has since lost.
 */
import type { WebSocket } from 'ws';
import { LIMITS } from '../../limits.ts';
import { refusalView } from './answer.ts';
import type { Counts } from './answer.ts';
import * as failures from './failure.ts';
import { failed } from './failure.ts';
import type { Failure, Result } from './failure.ts';
import type { CompatCalls, CompatRequest } from './mount.ts';
import { NAME } from './parameters.ts';
import { pathOf } from './socket-methods.ts';
import { ApiSession } from './socket-session.ts';
import { sendTo } from './stream-link.ts';
import type { Say } from './stream-link.ts';
import type { UserStreams } from './user-streams.ts';
import { limitsView } from './weights.ts';

export type ApiLinkDeps = {
  readonly calls: CompatCalls;
  readonly users: UserStreams;
  readonly now: () => number;
  readonly facts: CompatRequest['facts'];
  readonly newId: () => string;
  /** Whether answers state the usage of the rate limits, unless a request says otherwise. */
  readonly showsLimits: boolean;
};

type Id = string | number | null;
type Shown = { readonly id: Id; readonly showsLimits: boolean };

export class ApiLink {
  readonly #socket: WebSocket;
  readonly #deps: ApiLinkDeps;
  readonly #session: ApiSession;
  #inFlight = 0;

  constructor(socket: WebSocket, deps: ApiLinkDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#session = new ApiSession(socket, deps);
    deps.calls.weigh(deps.facts.address, LIMITS.compat.connectionWeight);
  }

  closing(nowMs: number): void {
    sendTo(this.#socket, JSON.stringify({ event: { e: 'serverShutdown', E: nowMs } }));
  }

  end(): void {
    this.#session.end();
  }

  hear(say: Say | undefined): void {
    const { id, method, params = {} } = say ?? {};
    const shown: Shown = { id: idOf(id), showsLimits: this.#deps.showsLimits };
    if (say === undefined) return this.#refuseUnread(shown, invalidJson.failure);
    if (shown.id === null && id !== null && id !== undefined)
      return this.#refuseUnread(shown, failures.notValid('id').failure);
    if (typeof method !== 'string' || method === '')
      return this.#refuseUnread(shown, failures.missing('method').failure);
    const read = readParams(params);
    if (read === undefined) return this.#refuseUnread(shown, failures.notValid('params').failure);
    if (this.#inFlight >= LIMITS.compat.sockets.inFlightMax)
      return this.#refuseUnread(shown, tooMany.failure);
    this.#inFlight += 1;
    const asked = { ...shown, showsLimits: read.showsLimits ?? shown.showsLimits };
    void this.#answer(asked, method.replace(/^v3\//, ''), read).finally(() => (this.#inFlight -= 1));
  }

  async #answer(shown: Shown, method: string, { given, key, text }: Read): Promise<void> {
    const { calls, facts } = this.#deps;
    const own = this.#session.answers(method);
    const request: CompatRequest = {
      ...{ name: pathOf(method) ?? `WS ${method}`, given, signed: text, key, facts },
      ...this.#session.callerOf({ given, key }),
    };
    if (own !== undefined) {
      const { counts, refused } = calls.weigh(facts.address, own.weight);
      const result = refused ?? (await own.answer(request, shown.showsLimits));
      return this.#send(shown, result, counts);
    }
    const { result, counts } = await calls.answer(request);
    if (!result.ok && request.session !== undefined) this.#session.heard(result.failure);
    return this.#send(shown, result, counts);
  }

  #refuseUnread(shown: Shown, failure: Failure): void {
    const { counts, refused } = this.#deps.calls.weigh(this.#deps.facts.address, 1);
    this.#send(shown, refused ?? { ok: false, failure }, counts);
  }

  #send({ id, showsLimits }: Shown, result: Result, counts: Counts): void {
    const rateLimits = showsLimits ? { rateLimits: limitsView(counts) } : {};
    const answer = result.ok
      ? { id, status: 200, result: result.value, ...rateLimits }
      : { id, status: result.failure.status, error: this.#errorOf(result.failure), ...rateLimits };
    sendTo(this.#socket, JSON.stringify(answer));
  }

  /** Includes the time to wait before a retry, which HTTP states in a header. */
  #errorOf(failure: Failure) {
    const { retryAfterSeconds } = failure;
    if (retryAfterSeconds === undefined) return refusalView(failure);
    const serverTime = this.#deps.now();
    const data = { serverTime, retryAfter: serverTime + retryAfterSeconds * 1000 };
    return { ...refusalView(failure), data };
  }
}

const invalidJson = failed(-1135, 'Invalid JSON Request');
const tooMany = failed(-1003, 'Too many requests of this connection at once.', 429);

function idOf(id: unknown): Id {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : null;
}

type Read = {
  readonly given: ReadonlyMap<string, string>;
  readonly key: string | undefined;
  /** The signed text: the parameters, sorted by name. */
  readonly text: string;
  readonly showsLimits: boolean | undefined;
};

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return JSON.stringify(value);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function readParams(params: unknown): Read | undefined {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) {
    const said = textOf(value);
    // These characters separate parameters in the signed text, so a value that contains one could be mistaken for other
    // parameters.
    if (said === undefined || !NAME.test(name) || (name !== 'signature' && /[&=]/.test(said)))
      return undefined;
    given.set(name, said);
  }
  if (given.size > LIMITS.compat.partsMax) return undefined;
  const text = [...given]
    .filter(([name]) => name !== 'signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const [key, limits] = [given.get('apiKey'), given.get('returnRateLimits')];
  for (const ofConnection of ['apiKey', 'returnRateLimits']) given.delete(ofConnection);
  return { given, key, text, showsLimits: limits === undefined ? undefined : limits === 'true' };
}
