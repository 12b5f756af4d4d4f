/**
 * The socket server: socket.io at `/socket.io`, by long polling and WebSocket, for clients of version 2 (engine.io 3) to 4.
 * `protocol/src/channels.ts` defines rooms and events.
 */
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PATH, clientEvents } from '@candor/protocol/channels.ts';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import * as v from 'valibot';
import { Callers } from '../callers/callers.ts';
import { ServedNames } from '../callers/served-names.ts';
import { Client } from './client.ts';
import type { ClientLimits } from './client.ts';
import { Door } from './door.ts';
import type { DoorLimits } from './door.ts';
import type { MarketFeed } from './market-feed.ts';
import { PacedWebSocketServer } from './paced-pongs.ts';
import { PrivateEvents } from './private-events.ts';
import type { SessionLookup } from './private-events.ts';
import { PublicRooms } from './public-rooms.ts';
import { MALFORMED, orderIn } from './socket-orders.ts';
import type { MakeOrder } from './socket-orders.ts';
import { VisitorEvents } from './visitor-events.ts';

export type RealtimeLimits = ClientLimits &
  DoorLimits & { readonly clientMessageBytesMax: number; readonly quotesPerSecond: number };

export type RealtimeDeps = {
  readonly market: MarketFeed;
  readonly sessions: SessionLookup;
  readonly limits: RealtimeLimits;
  /** Executes orders that arrive over the socket. */
  readonly makeOrder: MakeOrder;
  /** Trusted proxies and accepted host names. If absent, there are no proxies and the host names are those of a demo. */
  readonly callers?: Callers;
  readonly names?: ServedNames;
  /** The wall clock, in milliseconds. */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** The customer or visitor to whom the device belongs. */
export type Present = { readonly customer: bigint | null; readonly visitorHash: Buffer | null };

export type Realtime = {
  /** Sends a private event to a customer's devices. Must be called after the commit. */
  publish(customer: bigint, event: string, payload: object): void;
  /** Whether the customer has a connected device. If not, no event needs to be prepared. */
  hears(customer: bigint): boolean;
  /** Sends a private event to a visitor, who is identified by the SHA-256 of the key that their devices sent. */
  publishToVisitor(hash: Buffer, event: string, payload: object): void;
  hearsVisitor(hash: Buffer): boolean;
  /** Calls the listener when the first device of a customer or visitor connects, and when the last one disconnects. */
  onPresence(listener: (side: Present, here: boolean) => void): void;
  /** All customers with a connected device. */
  customers(): readonly bigint[];
  /** Closes every connection. The HTTP server itself is closed by its owner. */
  stop(): void;
};

/** The status for an order that exceeds its customer's rate. */
const TOO_MANY = 429;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a peer may take to complete the closing handshake. Its messages are still read during that time. */
const CLOSE_GRACE_MS = 1000;

/** Adds the socket server to a server that already answers HTTP. */
export function startRealtime(httpServer: HttpServer, deps: RealtimeDeps): Realtime {
  const { limits, nowMs } = deps;
  const { callers = new Callers([]), names = new ServedNames({ origins: [], alsoPrivate: true }) } = deps;
  const door = new Door({ limits, callers, names });
  const io = openSockets(httpServer, { door, messageBytesMax: limits.clientMessageBytesMax });
  const publicRooms = new PublicRooms({
    market: deps.market,
    batchesPerSecond: limits.quotesPerSecond,
    roomsClientMax: limits.roomsClientMax,
    monotonicMs: deps.monotonicMs,
  });
  const privateEvents = new PrivateEvents({ ...deps.sessions, nowMs, onTrouble: deps.onTrouble });
  const visitorEvents = new VisitorEvents();

  io.on('connection', (socket) => {
    const client = new Client(socket, { limits, nowMs: deps.monotonicMs });
    // The client's address for API keys, which can't be used through a proxy that does not report its client.
    const address = callers.clientOf(socket.request);
    listen(client, { publicRooms, privateEvents, visitorEvents }, address);
    takeOrders(client, { privateEvents, makeOrder: deps.makeOrder });
    socket.once('disconnect', () => {
      publicRooms.remove(client);
      privateEvents.remove(client);
      visitorEvents.remove(client);
    });
  });

  return {
    publish: (customer, event, payload) => privateEvents.publish(customer, event, payload),
    hears: (customer) => privateEvents.hears(customer),
    publishToVisitor: (hash, event, payload) => visitorEvents.publish(hash, event, payload),
    hearsVisitor: (hash) => visitorEvents.hears(hash),
    onPresence: (listener) => {
      privateEvents.onPresence((customer, here) => listener({ customer, visitorHash: null }, here));
      visitorEvents.onPresence((visitorHash, here) => listener({ customer: null, visitorHash }, here));
    },
    customers: () => privateEvents.customers(),
    stop: () => {
      publicRooms.stop();
      privateEvents.stop();
      io.engine.close();
    },
  };
}

/** Opens the library's server with our check of each new connection. */
function openSockets(
  httpServer: HttpServer,
  { door, messageBytesMax }: { readonly door: Door; readonly messageBytesMax: number },
): Server {
  // Until the WebSocket is established, no other code handles errors of this socket, and an unhandled one would terminate the
  // process.
  httpServer.prependListener('upgrade', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
  });
  const io = new Server(httpServer, {
    path: SOCKET_PATH,
    allowEIO3: true,
    serveClient: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxHttpBufferSize: messageBytesMax,
    wsEngine: PacedWebSocketServer,
    allowRequest: (request, answer) => {
      const refusal = door.refusal(request);
      answer(refusal, refusal === undefined);
    },
  });
  io.engine.on('connection', (connection: Socket['conn']) => {
    const address = door.addressOf(connection.request);
    door.enter(address);
    connection.once('close', () => {
      door.leave(address);
      endWithin(connection, CLOSE_GRACE_MS);
    });
  });
  return io;
}

/** Only WebSocket transports have this method. */
type Ending = {
  terminate?(): void;
  once?(event: 'close', listener: () => void): unknown;
};

/**
 * Ends a connection within this time. The library would wait half a minute for a peer that doesn't complete the closing
 * handshake, and keep reading.
 */
function endWithin({ transport }: Socket['conn'], ms: number): void {
  const { socket } = transport as { readonly socket?: Ending };
  if (socket?.terminate === undefined) return;
  const late = setTimeout(() => socket.terminate?.(), ms);
  late.unref();
  socket.once?.('close', () => clearTimeout(late));
}

type Rooms = {
  readonly publicRooms: PublicRooms;
  readonly privateEvents: PrivateEvents;
  readonly visitorEvents: VisitorEvents;
};

/** Handles the events with which a client subscribes. All other events, and malformed ones, are ignored. */
function listen(client: Client, { publicRooms, privateEvents, visitorEvents }: Rooms, address: string): void {
  const { socket } = client;
  // After an unreadable packet, the library has already closed the connection. Without a listener it would print the error.
  socket.on('error', () => undefined);
  socket.use(([name], next) => {
    // Like a request, an order counts towards its customer's rate. Malformed orders and those above the rate count as other
    // events.
    const isOrder = name === 'call' && privateEvents.credentialOf(client) !== undefined;
    if (isOrder || client.admit()) next();
  });
  socket.on('join', (room: unknown, done: unknown) => {
    const joined = v.is(clientEvents.join, room) && publicRooms.join(client, room);
    acknowledge(done, { ok: joined });
  });
  socket.on('leave', (room: unknown, done: unknown) => {
    if (v.is(clientEvents.leave, room)) publicRooms.leave(client, room);
    acknowledge(done, { ok: true });
  });
  socket.on('authenticate', (said: unknown, done: unknown) => {
    const isKey = typeof said === 'object';
    // A key can't log in over polling, because each request could come from an address at which the key may not be used.
    if (!v.is(clientEvents.authenticate, said) || (isKey && socket.conn.transport.name !== 'websocket'))
      return acknowledge(done, { ok: false, ...(isKey && { error: 'request_illegal' }) });
    void privateEvents.authenticate(client, said, { socketId: socket.id, address }).then((answer) => {
      if (answer !== undefined) acknowledge(done, answer);
    });
  });
  socket.on('visit', (key: unknown, done: unknown) => {
    const isKey = v.is(clientEvents.visit, key);
    if (isKey) visitorEvents.visit(client, key);
    acknowledge(done, { ok: isKey });
  });
}

function takeOrders(
  client: Client,
  { privateEvents, makeOrder }: Pick<Rooms, 'privateEvents'> & Pick<RealtimeDeps, 'makeOrder'>,
): void {
  const { socket } = client;
  socket.on('call', (event: unknown, done: unknown) => {
    const order = orderIn(event);
    if (order === undefined) {
      if (client.admit()) acknowledge(done, MALFORMED);
      return;
    }
    const from = { credential: privateEvents.credentialOf(client), request: socket.request, order };
    void makeOrder(from).then((answer) => {
      // Orders above their customer's rate count towards a flood, like any other event.
      if (answer.status !== TOO_MANY || client.admit()) acknowledge(done, answer);
    });
  });
}

/** Acknowledges an event if its sender requested that; the callback's argument may be any value. */
function acknowledge(done: unknown, answer: object): void {
  if (typeof done === 'function') done(answer);
}
