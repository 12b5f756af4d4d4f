/**
 * The table of streams, with a row for every event on the socket. Clients join public rooms by name. Private events are sent
 * to the customer whose token the socket sent; each of these is numbered, so that the client detects a missing one and
 * refetches.
 */
import * as v from 'valibot';
import type { Who } from './call.ts';
import type { Topic } from './topics.ts';
import { askedOrder } from './batches/schemas.ts';
import { candle, candlePeriod } from './market/schemas.ts';
import { chatEvent, visitorKey } from './chat/schemas.ts';
import { deposit } from './deposits/schemas.ts';
import { decimalOut, seconds } from './fields.ts';
import { fundOrder } from './fund/schemas.ts';
import { loan } from './loans/schemas.ts';
import { message } from './notifications/schemas.ts';
import { optionTicket } from './options/schemas.ts';
import { position } from './positions/schemas.ts';
import { spotOrder } from './spot/schemas.ts';
import { wallets } from './wallets/schemas.ts';
import { withdrawal } from './withdrawals/schemas.ts';

/** The path at which sockets are opened, by polling and by websocket. */
export const SOCKET_PATH = '/socket.io';

/** One quote as [symbol, bid, ask, last, tape_seq, time_ms, open]. A tuple, because it is sent more often than anything else. */
const quoteTick = v.tuple([
  v.string(),
  decimalOut,
  decimalOut,
  decimalOut,
  v.number(),
  v.number(),
  v.boolean(),
]);
export type QuoteTick = v.InferOutput<typeof quoteTick>;

const candleUpdate = v.object({ symbol: v.string(), period: candlePeriod, candle });
export type CandleUpdate = v.InferOutput<typeof candleUpdate>;

/**
 * Private events carry the number of the customer's state before the change (`prev`) and after the change (`seq`). A client at
 * state n has missed an event if `prev` is greater than n, and then refetches everything. `authenticate` returns the current
 * number, for the same comparison after a reconnect.
 */
const numbered = { seq: v.number(), prev: v.number() };
const walletEvent = v.object({ ...numbered, wallets });
const orderEvent = v.object({ ...numbered, order: spotOrder });
const positionEvent = v.object({ ...numbered, position });
const optionEvent = v.object({ ...numbered, ticket: optionTicket });
const depositEvent = v.object({ ...numbered, deposit });
const withdrawalEvent = v.object({ ...numbered, withdrawal });
const fundEvent = v.object({ ...numbered, order: fundOrder });
const loanEvent = v.object({ ...numbered, loan });
/** Chat events are not numbered: a client that reconnects refetches the messages. */
const notificationEvent = v.object({ messages: v.array(message), unread: v.number() });

type ChannelRow = {
  readonly who: Who;
  readonly payload: v.GenericSchema<unknown, unknown>;
  readonly touches?: readonly Topic[];
};

export const channels = {
  /** Public. Room `quotes` (all symbols) or `quote:<symbol>`; conflated to at most one batch per client every 250 ms. */
  quotes: { who: 'visitor', payload: v.array(quoteTick) },
  /** Public. Room `candle:<symbol>:<period>`: the candle of the current period. */
  candle: { who: 'visitor', payload: candleUpdate },
  wallet: { who: 'customer', payload: walletEvent, touches: ['wallets'] },
  order: { who: 'customer', payload: orderEvent, touches: ['spot orders'] },
  position: { who: 'customer', payload: positionEvent, touches: ['positions'] },
  /** A fixed-time option was bought, struck or settled. */
  option: { who: 'customer', payload: optionEvent, touches: ['tickets'] },
  deposit: { who: 'customer', payload: depositEvent, touches: ['deposits', 'acts'] },
  withdrawal: { who: 'customer', payload: withdrawalEvent, touches: ['withdrawals', 'acts'] },
  /** A loan was requested, cancelled, decided, partly or fully repaid, or reached one of its due dates. */
  loan: { who: 'customer', payload: loanEvent, touches: ['loans', 'credit', 'acts'] },
  /** A fund order was placed, started or ended, or a day's income was paid to it. */
  fund: { who: 'customer', payload: fundEvent, touches: ['fund'] },
  /** Customer service chat. Sent to all devices of a customer, or to the devices that sent the visitor's key. */
  chat: { who: 'anybody', payload: chatEvent },
  /** The customer received the messages in the event or, if it contains none, read messages on another device. */
  notification: { who: 'customer', payload: notificationEvent, touches: ['messages'] },
  /** The customer saved watchlists, perhaps on another device. `version` is null if changes may have been missed. */
  watchlists: {
    who: 'customer',
    payload: v.object({ version: v.nullable(v.number()) }),
    touches: ['watchlists'],
  },
  /** The session was ended on another device or by the server; the socket closes after this event. */
  session_ended: { who: 'customer', payload: v.object({ at: seconds }) },
} as const satisfies Record<string, ChannelRow>;

/**
 * A login by an API key: HMAC-SHA256 in hexadecimal, or Ed25519 in base64, of the text that a request signs, with the method
 * `SOCKET`, the path `/socket.io?id=` and the client's own `socket.id`, no body and no idempotency key. The signature is
 * therefore useless on another connection. Only over a WebSocket.
 */
const keyLogin = v.object({
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32}$/)),
  /** Milliseconds since 1970. */
  time: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  signature: v.pipe(v.string(), v.maxLength(200)),
  /** How long the login is valid, in milliseconds, if not for the default period; also signed. */
  window: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999))),
});
export type KeyLogin = v.InferOutput<typeof keyLogin>;

/**
 * The messages that a client sends: `join` and `leave` with a room name, `authenticate` with a token or as an API key, `visit` with a
 * visitor's key. Each is acknowledged. `call` makes a call that opens, changes or ends a trade, and its acknowledgement is an
 * `AnsweredOrder` (`batches/schemas.ts`).
 */
export const clientEvents = {
  join: v.pipe(v.string(), v.maxLength(60)),
  leave: v.pipe(v.string(), v.maxLength(60)),
  authenticate: v.union([v.pipe(v.string(), v.maxLength(200)), keyLogin]),
  visit: visitorKey,
  call: askedOrder,
} as const;
/** `error` is the code for which an API key was refused. */
export type AuthenticateAnswer = { ok: true; seq: number } | { ok: false; error?: string };
