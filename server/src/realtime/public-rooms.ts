/**
 * Sends quotes and candles, conflated: every client gets at most one batch each 250 ms, with the newest tick of each
 * symbol that changed since its last. Clients are spread over ten slots of that time, so that five thousand of them
 * are ten short turns of the event loop and not one long one. Who has the same view and is equally up to date gets the
 * same bytes; who has not taken the last batch yet gets none, and later one that makes up for all it missed.
 */
import type { Client } from './client.ts';
import type { MarketFeed } from './market-feed.ts';
import { NOTHING_SENT, QuoteBoard } from './quote-board.ts';
import type { CandleStream, View } from './quote-board.ts';
import { parseRoom } from './rooms.ts';
import type { Room } from './rooms.ts';

const SLOTS = 10;
const REFRESH_EVERY_MS = 1000;

type Seat = {
  readonly client: Client;
  readonly slot: Set<Seat>;
  readonly rooms: Map<string, Room>;
  view: View | undefined;
  streams: readonly CandleStream[];
  /** The count of changes that the client has been sent. */
  since: number;
};

export type PublicRoomsOptions = {
  readonly market: MarketFeed;
  readonly batchesPerSecond: number;
  readonly roomsClientMax: number;
};

export class PublicRooms {
  readonly #roomsClientMax: number;
  readonly #board: QuoteBoard;
  readonly #slots: readonly Set<Seat>[] = Array.from({ length: SLOTS }, () => new Set<Seat>());
  readonly #seats = new Map<Client, Seat>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #endEntries: () => void;
  #turn = 0;

  constructor({ market, batchesPerSecond, roomsClientMax }: PublicRoomsOptions) {
    this.#roomsClientMax = roomsClientMax;
    const board = new QuoteBoard(market);
    this.#board = board;
    this.#endEntries = market.onEntries((entries) => board.touch(entries.map((entry) => entry.symbol)));
    this.#timers = [
      setInterval(() => this.#serveSlot(), 1000 / batchesPerSecond / SLOTS),
      // A market closes, opens or goes stale without an entry of its tape.
      setInterval(() => board.touch(market.symbols), REFRESH_EVERY_MS),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
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
    seat.slot.delete(seat);
    this.#seats.delete(client);
  }

  #addSeat(client: Client): Seat {
    const slot = this.#slots.reduce((least, each) => (each.size < least.size ? each : least));
    const seat: Seat = { client, slot, rooms: new Map(), view: undefined, streams: [], since: NOTHING_SENT };
    slot.add(seat);
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

  #serveSlot(): void {
    this.#turn = (this.#turn + 1) % SLOTS;
    const slot = this.#slots[this.#turn];
    if (slot === undefined || slot.size === 0) return;
    const change = this.#board.refresh();
    for (const seat of slot) {
      if (seat.since === change || !seat.client.isReady) continue;
      this.#serve(seat);
      seat.since = change;
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
