/**
 * Sends quotes and candles, conflated: every client gets at most one batch each 250 ms, with the newest tick of each
 * symbol that changed since its last. Who has waited longest comes first, and after two milliseconds the event loop
 * gets its turn, so that five thousand clients are many short pauses for everybody else and not one long one. Who has
 * the same view and is equally up to date gets the same bytes; who has not taken the last batch yet gets none, and
 * later one that makes up for all it missed.
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
  /** The count of changes that the client has been sent. */
  since: number;
  /** When it may be sent its next batch. */
  dueMs: number;
};

export type PublicRoomsOptions = {
  readonly market: MarketFeed;
  readonly batchesPerSecond: number;
  readonly roomsClientMax: number;
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number;
};

export class PublicRooms {
  readonly #roomsClientMax: number;
  readonly #board: QuoteBoard;
  readonly #monotonicMs: () => number;
  readonly #batchEveryMs: number;
  readonly #seats = new Map<Client, Seat>();
  /** Every seat, whoever is due first in front. */
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
      // A market closes, opens or goes stale without an entry of its tape.
      setInterval(() => board.touch(market.symbols), REFRESH_EVERY_MS),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    clearImmediate(this.#continuing);
    this.#endEntries();
  }

  /** Joins a room; false when there is none of this name, or the client is in too many. */
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

  /** Serves those who are due until the slice is used up, and goes on after the event loop had its turn. */
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
      // Being looked at a little late must not make every later batch later still.
      seat.dueMs = Math.max(seat.dueMs, nowMs - LOOK_EVERY_MS) + this.#batchEveryMs;
      // Back to the end of the order; the loop comes to it again there, and stops.
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
