/**
 * Sends quotes and candles, conflated: a client gets at most one batch per 250 ms, with the newest tick of each symbol that
 * changed since the client's previous batch. The client that has waited longest is served first, and the event loop gets a turn
 * every two milliseconds, so that five thousand clients cause many short pauses instead of a long one. Clients with the same view
 * and the same progress get the same bytes. A client gets no batch until it has read the previous one; the next batch then
 * contains everything that it missed.
 */
import type { Client } from './client.ts';
import type { MarketFeed } from './market-feed.ts';
import { NOTHING_SENT, QuoteBoard } from './quote-board.ts';
import type { CandleStream, View } from './quote-board.ts';
import { parseRoom } from './rooms.ts';
import type { Room } from './rooms.ts';

const LOOK_EVERY_MS = 20;
const SLICE_MS = 2;
const REFRESH_EVERY_MS = 1000;

type Seat = {
  readonly client: Client;
  readonly rooms: Map<string, Room>;
  view: View | undefined;
  streams: readonly CandleStream[];
  /** The client has received all changes up to this count. */
  since: number;
  /** When the client's next batch is due. */
  dueMs: number;
};

export type PublicRoomsOptions = {
  readonly market: MarketFeed;
  readonly batchesPerSecond: number;
  readonly roomsClientMax: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
};

export class PublicRooms {
  readonly #roomsClientMax: number;
  readonly #board: QuoteBoard;
  readonly #monotonicMs: () => number;
  readonly #batchEveryMs: number;
  readonly #seats = new Map<Client, Seat>();
  /** The seats in the order in which they are due. */
  readonly #order = new Set<Seat>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #endEntries: () => void;
  #continuing: NodeJS.Immediate | undefined;

  constructor({ market, batchesPerSecond, roomsClientMax, monotonicMs }: PublicRoomsOptions) {
    this.#roomsClientMax = roomsClientMax;
    this.#monotonicMs = monotonicMs;
    this.#batchEveryMs = 1000 / batchesPerSecond;
    const board = new QuoteBoard(market);
    this.#board = board;
    this.#endEntries = market.onEntries((entries) => board.touch(entries.map((entry) => entry.symbol)));
    this.#timers = [
      setInterval(() => this.#look(), LOOK_EVERY_MS),
      // A market can close, open or become stale without an entry on its tape.
      setInterval(() => board.touch(market.symbols), REFRESH_EVERY_MS),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    clearImmediate(this.#continuing);
    this.#endEntries();
  }

  /** Joins a room. Returns false if the room doesn't exist or the client is in too many rooms. */
  join(client: Client, name: string): boolean {
    const room = parseRoom(name, (symbol) => this.#board.isSymbol(symbol));
    if (room === undefined) return false;
    const seat = this.#seats.get(client) ?? this.#addSeat(client);
    if (!seat.rooms.has(name) && seat.rooms.size >= this.#roomsClientMax) return false;
    seat.rooms.set(name, room);
    this.#changeRooms(seat);
    seat.since = NOTHING_SENT;
    return true;
  }

  leave(client: Client, name: string): void {
    const seat = this.#seats.get(client);
    if (seat?.rooms.delete(name) === true) this.#changeRooms(seat);
  }

  remove(client: Client): void {
    const seat = this.#seats.get(client);
    if (seat === undefined) return;
    seat.rooms.clear();
    this.#changeRooms(seat);
    this.#order.delete(seat);
    this.#seats.delete(client);
  }

  #addSeat(client: Client): Seat {
    const seat: Seat = {
      client,
      rooms: new Map(),
      view: undefined,
      streams: [],
      since: NOTHING_SENT,
      dueMs: 0,
    };
    this.#order.add(seat);
    this.#seats.set(client, seat);
    return seat;
  }

  #changeRooms(seat: Seat): void {
    const { view, streams } = seat;
    const rooms = [...seat.rooms.values()];
    seat.view = this.#board.holdView(rooms);
    seat.streams = rooms.flatMap((room) => (room.kind === 'candle' ? [this.#board.holdStream(room)] : []));
    if (view !== undefined) this.#board.releaseView(view);
    for (const stream of streams) this.#board.releaseStream(stream);
  }

  #look(): void {
    if (this.#continuing === undefined) this.#serveDue();
  }

  /** Serves clients that are due until the time slice is used up, and continues after a turn of the event loop. */
  #serveDue(): void {
    this.#continuing = undefined;
    const change = this.#board.refresh();
    const startMs = this.#monotonicMs();
    for (const seat of this.#order) {
      const nowMs = this.#monotonicMs();
      if (nowMs < seat.dueMs) return;
      if (seat.since === change || !seat.client.isReady) continue;
      if (nowMs - startMs >= SLICE_MS) {
        this.#continuing = setImmediate(() => this.#serveDue());
        return;
      }
      this.#serve(seat);
      seat.since = change;
      // If a batch is sent slightly late, that must not delay all later ones.
      seat.dueMs = Math.max(seat.dueMs, nowMs - LOOK_EVERY_MS) + this.#batchEveryMs;
      // Moves the seat to the end of the order. When the loop reaches it again, the seat is not yet due and the loop stops.
      this.#order.delete(seat);
      this.#order.add(seat);
    }
  }

  #serve({ client, view, streams, since }: Seat): void {
    const quotes = view === undefined ? undefined : this.#board.batch(view, since);
    if (quotes !== undefined) client.send(quotes);
    for (const stream of streams) {
      const candle = this.#board.candle(stream, since);
      if (candle !== undefined) client.send(candle);
    }
  }
}
