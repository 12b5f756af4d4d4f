/**
 * The table of streams: a row for every event that the socket carries. Public rooms are joined by name; private
 * events reach the customer whose token the socket gave, each numbered, so that a gap shows and a call mends it.
 */
import * as v from 'valibot';
import type { Who } from './call.ts';
import type { Topic } from './topics.ts';
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

/** Where sockets are opened, by polling and by websocket. */
export const SOCKET_PATH = '/socket.io';

/** One tick, short because it is sent most: [symbol, bid, ask, last, tape_seq, time_ms, open]. */
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
 * Private events carry the number of the customer's state after the change and before it. A client that knows state n
 * has missed something when an event's `prev` is above n, and then asks for everything anew; `authenticate` answers the
 * number as it stands, for the same comparison after a reconnect.
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
/** Not numbered: whoever was away asks for the messages anew. */
const notificationEvent = v.object({ messages: v.array(message), unread: v.number() });

type ChannelRow = {
  readonly who: Who;
  readonly payload: v.GenericSchema<unknown, unknown>;
  /** What has changed when it comes. */
  readonly touches?: readonly Topic[];
};

export const channels = {
  /** Public. Room `quotes` (all symbols) or `quote:<symbol>`; conflated to at most one batch a client each 250 ms. */
  quotes: { who: 'visitor', payload: v.array(quoteTick) },
  /** Public. Room `candle:<symbol>:<period>`: the candle in the making. */
  candle: { who: 'visitor', payload: candleUpdate },
  wallet: { who: 'customer', payload: walletEvent, touches: ['wallets'] },
  order: { who: 'customer', payload: orderEvent, touches: ['spot orders'] },
  /** A leveraged order or position changed. */
  position: { who: 'customer', payload: positionEvent, touches: ['positions'] },
  /** A short option was bought, struck or ended. */
  option: { who: 'customer', payload: optionEvent, touches: ['tickets'] },
  /** A deposit was handed in, decided or cancelled. */
  deposit: { who: 'customer', payload: depositEvent, touches: ['deposits', 'acts'] },
  /** A withdrawal was asked for, held, released, approved, paid, refused or cancelled. */
  withdrawal: { who: 'customer', payload: withdrawalEvent, touches: ['withdrawals', 'acts'] },
  /** A loan was applied for, taken back, decided, paid back in part or whole, or came to one of its marks. */
  loan: { who: 'customer', payload: loanEvent, touches: ['loans', 'credit', 'acts'] },
  /** An order of the fund began, started, was paid a day's income, or ended. */
  fund: { who: 'customer', payload: fundEvent, touches: ['fund'] },
  /** Customer service: of a customer to all their devices, of a visitor to those that gave the key. */
  chat: { who: 'anybody', payload: chatEvent },
  /** The customer was told something; or, without messages, read some on one of their devices. */
  notification: { who: 'customer', payload: notificationEvent, touches: ['messages'] },
  /** The session ended elsewhere; the socket closes after it. */
  session_ended: { who: 'customer', payload: v.object({ at: seconds }) },
} as const satisfies Record<string, ChannelRow>;

/** What a client sends: `join` and `leave` with a room name, `authenticate` with a token, `visit` with a visitor's key; each acknowledged. */
export const clientEvents = {
  join: v.pipe(v.string(), v.maxLength(60)),
  leave: v.pipe(v.string(), v.maxLength(60)),
  authenticate: v.pipe(v.string(), v.maxLength(200)),
  visit: visitorKey,
} as const;
export type AuthenticateAnswer = { ok: true; seq: number } | { ok: false };
