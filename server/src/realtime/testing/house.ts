/** Test helper: a socket server with a toy market. `closeAll` closes everything that was opened through it. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { QuoteTick } from '@candor/protocol/channels.ts';
import type { Identity } from '../private-events.ts';
import { startRealtime } from '../realtime.ts';
import type { Realtime, RealtimeLimits } from '../realtime.ts';
import { makeToyMarket } from './toy-market.ts';
import type { ToyMarket } from './toy-market.ts';

export const BTC = 'BTC/USDT';
export const ETH = 'ETH/USDT';
const limits: RealtimeLimits = {
  connectionsMax: 50,
  connectionsAddressMax: 40,
  clientEventsPerSecond: 20,
  clientMessageBytesMax: 4096,
  roomsClientMax: 64,
  clientBufferBytesMax: 1024 * 1024,
  quotesPerSecond: 20,
};

export type House = {
  readonly url: string;
  readonly market: ToyMarket;
  readonly realtime: Realtime;
  readonly tokens: Map<string, Identity>;
  readonly states: Map<bigint, number>;
  readonly endSession: (session: bigint) => void;
  readonly serverSockets: NetSocket[];
  readonly troubles: string[];
};
const closers: (() => void | Promise<void>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}

/** Registers an object that `closeAll` closes. */
export function closeLater(close: () => void | Promise<void>): void {
  closers.push(close);
}

export async function openHouse(
  options: { symbols?: readonly string[]; limits?: Partial<RealtimeLimits> } = {},
): Promise<House> {
  const server = createServer((_request, response) => response.end());
  const serverSockets: NetSocket[] = [];
  server.on('connection', (socket) => serverSockets.push(socket));
  const market = makeToyMarket(options.symbols ?? [BTC, ETH]);
  const tokens = new Map<string, Identity>();
  const states = new Map<bigint, number>();
  const troubles: string[] = [];
  let endSession: (session: bigint) => void = () => undefined;
  const realtime = startRealtime(server, {
    market,
    sessions: {
      authenticate: (token) =>
        token === 'no database' ? Promise.reject(new Error('closed')) : Promise.resolve(tokens.get(token)),
      onSessionEnded: (listener) => (endSession = listener),
      stateSeq: (customer) => Promise.resolve(states.get(customer) ?? 0),
    },
    limits: { ...limits, ...options.limits },
    makeOrder: ({ credential, order }) =>
      Promise.resolve({
        status: credential === undefined ? 401 : Number(order.fields['status'] ?? 200),
        answer: { type: 'ok', code: 1, message: order },
      }),
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    onTrouble: (text) => troubles.push(text),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => {
    realtime.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = (session: bigint): void => endSession(session);
  return { url, market, realtime, tokens, states, endSession: end, serverSockets, troubles };
}

export async function connect(house: House, options: Parameters<typeof io>[1] = {}): Promise<Socket> {
  const socket = io(house.url, { reconnection: false, forceNew: true, ...options });
  closeLater(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

export function batchesOf(socket: Socket): QuoteTick[][] {
  const batches: QuoteTick[][] = [];
  socket.on('quotes', (batch: QuoteTick[]) => batches.push(batch));
  return batches;
}

export const ask = (socket: Socket, event: string, value: unknown): Promise<unknown> =>
  socket.timeout(3000).emitWithAck(event, value);
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const soon = { timeout: 4000, interval: 10 };
