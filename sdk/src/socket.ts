/** Prices, a customer's own events, and orders, over one socket. */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Order } from './orders.ts';
import { checkReceipt, newIdempotencyKey } from './receipt.ts';
import { signedHeaders } from './signing.ts';
import type { ApiKey } from './signing.ts';
import { UnconfirmedError } from './transport.ts';
import type { Envelope } from './transport.ts';

/** [symbol, bid, ask, last, number in the price record, time in milliseconds, whether it can be traded] */
export type Tick = readonly [string, string, string, string, number, number, boolean];
export type OrderAnswer = { readonly status: number; readonly answer: Envelope; readonly receipt?: string };
type Opening = {
  readonly origin: string;
  readonly token?: string;
  readonly key?: ApiKey;
  readonly platformKey: () => Promise<string>;
};
type LoggedIn = { readonly ok: boolean; readonly error?: string };

const ANSWERED_WITHIN_MS = 10_000;

/** A login with an API key is valid only for the connection whose id it names. */
async function keyLogin(key: ApiKey, id: string) {
  const timeMs = Date.now();
  const path = `/socket.io?id=${id}`;
  const signed = await signedHeaders(key, { method: 'SOCKET', path, body: '', timeMs });
  return { key: key.key, time: timeMs, signature: signed['candor-signature'] };
}

export class CandorSocket {
  readonly #socket: Socket;
  readonly #platformKey: Opening['platformKey'];

  private constructor(socket: Socket, platformKey: Opening['platformKey']) {
    this.#socket = socket;
    this.#platformKey = platformKey;
  }

  static async open({ origin, token, key, platformKey }: Opening): Promise<CandorSocket> {
    const socket = io(origin, { transports: ['websocket'], forceNew: true });
    const opened = new CandorSocket(socket, platformKey);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const credential = key === undefined ? token : async () => keyLogin(key, socket.id ?? '');
    if (credential === undefined) return opened;
    const logIn = async (): Promise<LoggedIn> => {
      const said = typeof credential === 'string' ? credential : await credential();
      return (await socket.timeout(ANSWERED_WITHIN_MS).emitWithAck('authenticate', said)) as LoggedIn;
    };
    const { ok, error } = await logIn();
    if (!ok) throw new Error(error ?? 'The token belongs to no open session.');
    // If the login gets no answer, the next connection tries again; orders are refused until then.
    socket.on('connect', () => void logIn().catch(() => undefined));
    return opened;
  }

  /** Calls the listener with the newest quotes of a symbol, at most four times a second. */
  onQuotes(symbol: string, listener: (ticks: readonly Tick[]) => void): void {
    const join = (): unknown => this.#socket.emit('join', `quote:${symbol}`);
    this.#socket.on('connect', join);
    this.#socket.on('quotes', listener);
    join();
  }

  /** Your own events, such as `order`, `position` and `wallet`. Each has the number of your state before and after it. */
  on(event: string, listener: (payload: never) => void): void {
    this.#socket.on(event, listener as (payload: unknown) => void);
  }

  /** Makes an order. If no answer arrives, repeat it with the key of the error, here or as a request. */
  async order(order: Order): Promise<OrderAnswer> {
    const { idempotency_key: key = newIdempotencyKey() } = order;
    const socket = this.#socket.timeout(ANSWERED_WITHIN_MS);
    const answered = await socket
      .emitWithAck('call', { ...order, idempotency_key: key })
      .catch((error: unknown) => {
        throw new UnconfirmedError(key, error);
      });
    const { receipt, answer } = answered as OrderAnswer;
    if (receipt !== undefined) {
      const body = JSON.stringify(order.fields);
      const promised = {
        call: order.call,
        idempotencyKey: key,
        body,
        answer: JSON.stringify(answer.message),
      };
      await checkReceipt(receipt, promised, await this.#platformKey());
    }
    return answered as OrderAnswer;
  }

  close(): void {
    this.#socket.close();
  }
}
