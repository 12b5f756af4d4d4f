/** Calls by HTTP. */
import { isIdempotent, isOrder } from './calls.ts';
import type { CallName, Calls } from './calls.ts';
import type { Batched, Order } from './orders.ts';
import { checkReceipt, newIdempotencyKey } from './receipt.ts';
import { signedHeaders } from './signing.ts';
import type { ApiKey } from './signing.ts';
import { CandorSocket } from './socket.ts';
import { answerText, sendUntilFinal } from './transport.ts';

export type CandorOptions = {
  /** For example "https://candor.example". */
  readonly origin: string;
  /** A session's token, or an API key. Without either, only public calls are answered. */
  readonly token?: string;
  readonly key?: ApiKey;
  /** The platform's public key in hexadecimal, which signs receipts. Without it, the client asks the platform for it once. */
  readonly platformKey?: string;
  /** The maximum number of attempts while the platform is busy or doesn't answer. */
  readonly tries?: number;
};

export type CallOptions = {
  /** A repeated call with this key isn't executed again, and gets the first answer. If absent, a new key is created. */
  readonly idempotencyKey?: string;
};

/** `receipt` is the receipt of an order, which has been checked. */
export type Accepted<Value> = {
  readonly ok: true;
  readonly value: Value;
  readonly receipt?: string;
  readonly idempotencyKey?: string;
};
/** Nothing was executed. `code` says why; `params` has the field and the figures. */
export type Refused<Code extends string> = {
  readonly ok: false;
  readonly code: Code;
  readonly status: number;
  readonly params: Readonly<Record<string, string>>;
};
export type Answer<Name extends CallName> =
  | Accepted<Calls[Name]['answer']>
  | Refused<Calls[Name]['refusals']>;

const TRIES = 4;

export class Candor {
  readonly #options: CandorOptions;
  #platformKey: Promise<string> | undefined;

  constructor(options: CandorOptions) {
    this.#options = options;
  }

  /** Makes a call. The types state its input, its answer and its refusals. */
  async call<Name extends CallName>(
    name: Name,
    fields: Calls[Name]['request'],
    { idempotencyKey }: CallOptions = {},
  ): Promise<Answer<Name>> {
    const [method = 'GET', path = ''] = name.split(' ');
    const isGet = method === 'GET';
    const query = isGet
      ? new URLSearchParams(Object.entries(fields).map(([field, value]) => [field, String(value)]))
      : '';
    const url = `/api/${path}${String(query) === '' ? '' : `?${query}`}`;
    const body = isGet ? '' : JSON.stringify(fields);
    const key = isIdempotent(name) ? (idempotencyKey ?? newIdempotencyKey()) : undefined;
    const send = async (): Promise<Response> =>
      fetch(this.#options.origin + url, {
        method,
        headers: {
          ...(isGet ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(await this.#identity({ method, path: url, body, timeMs: Date.now(), idempotencyKey: key })),
        },
        ...(isGet ? {} : { body }),
      });
    const tries = isGet || key !== undefined ? (this.#options.tries ?? TRIES) : 1;
    const { status, text, envelope, receipt } = await sendUntilFinal(send, { tries, idempotencyKey: key });
    if (envelope.type !== 'ok') {
      const { error: code = 'request_failed', params = {} } = envelope;
      return { ok: false, code, status, params } as Answer<Name>;
    }
    if (isOrder(name) && receipt !== null) {
      const promised = { call: name, idempotencyKey: key, body, answer: answerText(text) };
      await checkReceipt(receipt, promised, await this.#key());
    }
    return {
      ...{ ok: true, value: envelope.message },
      ...(receipt === null ? {} : { receipt }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    } as Answer<Name>;
  }

  /** Up to twenty orders, one after another. A refused order doesn't stop the others. Receipts are checked. */
  async batch(orders: readonly Order[], options: CallOptions = {}): Promise<Batched> {
    const answer = await this.call('POST orders/batch', { orders: [...orders] } as never, options);
    if (!answer.ok) throw new Error(`The batch was refused as a whole: ${answer.code}`);
    for (const [at, { receipt, answer: envelope, idempotency_key: key }] of answer.value.orders.entries()) {
      const order = orders[at];
      if (receipt === undefined || order === undefined) continue;
      const promised = {
        ...{ call: order.call, idempotencyKey: key ?? undefined, body: JSON.stringify(order.fields) },
        answer: JSON.stringify((envelope as { message?: unknown }).message),
      };
      await checkReceipt(receipt, promised, await this.#key());
    }
    return answer.value;
  }

  /** Opens a socket for prices, your own events, and orders. */
  async connect(): Promise<CandorSocket> {
    const { origin, token, key } = this.#options;
    return CandorSocket.open({
      origin,
      ...(token === undefined ? {} : { token }),
      ...(key === undefined ? {} : { key }),
      platformKey: () => this.#key(),
    });
  }

  /** The platform's public key. */
  #key(): Promise<string> {
    const { platformKey } = this.#options;
    this.#platformKey ??= platformKey === undefined ? this.#askForKey() : Promise.resolve(platformKey);
    return this.#platformKey;
  }

  async #askForKey(): Promise<string> {
    const answer = await this.call('GET transparency/keys', {});
    if (!answer.ok) throw new Error(`The platform's key was refused: ${answer.code}`);
    return answer.value.public_key;
  }

  async #identity(request: Parameters<typeof signedHeaders>[1]): Promise<Record<string, string>> {
    const { token, key } = this.#options;
    if (key !== undefined) return signedHeaders(key, request);
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }
}
