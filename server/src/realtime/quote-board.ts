/**
 * Market data to send, encoded only once for all clients that need the same data: batches of ticks by view and by the client's
 * progress, and current candles.
 */
import { encodeEvent } from './packet.ts';
import type { Packet } from './packet.ts';
import type { MarketFeed } from './market-feed.ts';
import type { Room } from './rooms.ts';

/** The change count of a client that has received nothing yet. */
export const NOTHING_SENT = -1;
const ALL_SYMBOLS = '*';

type CandleRoom = Room & { readonly kind: 'candle' };
type SymbolState = { readonly symbol: string; json: string; changed: number };
/** The symbols of a view, and its batches up to one change count, keyed by the count at which they start. */
export type View = {
  readonly key: string;
  readonly symbols: readonly SymbolState[];
  readonly batches: Map<number, Packet | undefined>;
  upTo: number;
  holders: number;
};
export type CandleStream = {
  readonly key: string;
  readonly room: CandleRoom;
  readonly state: SymbolState;
  packet: Packet | undefined;
  upTo: number;
  holders: number;
};

export class QuoteBoard {
  readonly #market: MarketFeed;
  readonly #symbols = new Map<string, SymbolState>();
  readonly #dirty = new Set<string>();
  readonly #views = new Map<string, View>();
  readonly #streams = new Map<string, CandleStream>();
  #change = 0;

  constructor(market: MarketFeed) {
    this.#market = market;
    for (const symbol of market.symbols) this.#symbols.set(symbol, { symbol, json: '', changed: 0 });
    this.touch(market.symbols);
  }

  isSymbol(text: string): boolean {
    return this.#symbols.has(text);
  }

  /** Marks symbols that may have changed. */
  touch(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#dirty.add(symbol);
  }

  /** Compares the marked symbols with their last state, and returns the total number of changes so far. */
  refresh(): number {
    for (const symbol of this.#dirty) {
      const state = this.#stateOf(symbol);
      const tick = this.#market.tick(symbol);
      const json = tick === undefined ? '' : JSON.stringify(tick);
      if (json === state.json) continue;
      this.#change += 1;
      state.json = json;
      state.changed = this.#change;
    }
    this.#dirty.clear();
    return this.#change;
  }

  /** Returns the combined view of these rooms, if any of them shows quotes. It must be released after use. */
  holdView(rooms: readonly Room[]): View | undefined {
    const all = rooms.some((room) => room.kind === 'quotes');
    const named = rooms.flatMap((room) => (room.kind === 'quote' ? [room.symbol] : []));
    const symbols = all ? [...this.#symbols.keys()] : named.sort();
    if (symbols.length === 0) return undefined;
    const key = all ? ALL_SYMBOLS : symbols.join(',');
    const view = this.#views.get(key) ?? {
      key,
      symbols: symbols.map((symbol) => this.#stateOf(symbol)),
      batches: new Map<number, Packet | undefined>(),
      upTo: NOTHING_SENT,
      holders: 0,
    };
    this.#views.set(key, view);
    view.holders += 1;
    return view;
  }

  holdStream(room: CandleRoom): CandleStream {
    const key = `${room.symbol}:${room.period}`;
    const state = this.#stateOf(room.symbol);
    const stream = this.#streams.get(key) ?? {
      key,
      room,
      state,
      packet: undefined,
      upTo: NOTHING_SENT,
      holders: 0,
    };
    this.#streams.set(key, stream);
    stream.holders += 1;
    return stream;
  }

  releaseView(view: View): void {
    view.holders -= 1;
    if (view.holders === 0) this.#views.delete(view.key);
  }

  releaseStream(stream: CandleStream): void {
    stream.holders -= 1;
    if (stream.holders === 0) this.#streams.delete(stream.key);
  }

  /** Returns the ticks of a view that changed after the given count. */
  batch(view: View, since: number): Packet | undefined {
    if (view.upTo !== this.#change) {
      view.batches.clear();
      view.upTo = this.#change;
    }
    if (!view.batches.has(since)) {
      const changed = view.symbols.filter((state) => state.changed > since && state.json !== '');
      const json = changed.map((state) => state.json).join(',');
      view.batches.set(since, changed.length === 0 ? undefined : encodeEvent('quotes', `[${json}]`));
    }
    return view.batches.get(since);
  }

  /** Returns the current candle, if its symbol changed after the given count. */
  candle(stream: CandleStream, since: number): Packet | undefined {
    const { state, room } = stream;
    if (state.changed <= since) return undefined;
    if (stream.upTo !== state.changed) {
      const { symbol, period } = room;
      const candle = this.#market.candle(symbol, period);
      stream.packet = candle && encodeEvent('candle', JSON.stringify({ symbol, period, candle }));
      stream.upTo = state.changed;
    }
    return stream.packet;
  }

  #stateOf(symbol: string): SymbolState {
    const state = this.#symbols.get(symbol);
    if (state === undefined) throw new Error(`expected the market to have symbol ${symbol}, found none`);
    return state;
  }
}
