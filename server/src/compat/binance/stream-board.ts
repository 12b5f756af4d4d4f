/**
 * Sends market streams. A stream exists as long as it has readers. Its messages are created once for all of them, at most every
 * hundred milliseconds, so a reader that is behind gets the newest state and not every step towards it.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Market as QuoteMarket } from '../../quotes/market.ts';
import { LIMITS } from '../../limits.ts';
import { snapshotOf } from './market-view.ts';
import type { Market, Snapshot } from './market-view.ts';
import { listedSymbols, nameOf, pairOf } from './pairs.ts';
import { StreamCandle } from './stream-candles.ts';
import type { StreamName } from './stream-names.ts';
import * as payloads from './stream-payloads.ts';
import { minuteOf, recentWindow } from './windows.ts';

const { lookEveryMs: LOOK_EVERY_MS, entriesMax: ENTRIES_MAX } = LIMITS.compat.sockets;

export type Reader = {
  /** `plain` is the message alone; `combined` includes the stream's name. */
  take(plain: string, combined: string): void;
};

type Stream = {
  readonly name: StreamName;
  readonly readers: Set<Reader>;
  changed: boolean;
  dueMs: number;
  entries: TapeEntry[];
  /** For a stream of all pairs: the pairs that changed since its last message, and initially all. */
  names: Set<string>;
  candle: StreamCandle | undefined;
  levels: payloads.Levels | undefined;
};

export class StreamBoard {
  readonly #market: Market;
  readonly #streams = new Map<string, Stream>();
  readonly #onTrouble: (error: Error, what: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #endEntries: () => void;

  constructor(market: Market, tape: QuoteMarket['tape'], onTrouble: (error: Error, what: string) => void) {
    this.#market = market;
    this.#onTrouble = onTrouble;
    this.#endEntries = tape.onEntries((entries) => this.#note(entries));
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#endEntries();
  }

  join(name: StreamName, reader: Reader): void {
    const stream = this.#streams.get(name.name) ?? this.#open(name);
    stream.readers.add(reader);
  }

  leave(name: string, reader: Reader): void {
    const stream = this.#streams.get(name);
    stream?.readers.delete(reader);
    if (stream?.readers.size === 0) this.#streams.delete(name);
  }

  #open(name: StreamName): Stream {
    const { pair } = name;
    const shown = pair === undefined ? undefined : snapshotOf(pair, this.#market);
    const stream: Stream = {
      ...{ name, readers: new Set(), dueMs: 0, entries: [], names: new Set(listedSymbols) },
      // A new stream of states sends the current one immediately. Changes and trades are sent only as they happen.
      changed: name.kind !== 'depth' && name.kind !== 'trade' && name.kind !== 'aggTrade',
      candle: this.#candle(name),
      levels: shown && payloads.levelsOf(shown),
    };
    this.#streams.set(name.name, stream);
    return stream;
  }

  #candle(name: StreamName): StreamCandle | undefined {
    if (name.kind !== 'kline' || name.pair === undefined) return undefined;
    const { symbol } = name.pair.instrument;
    const nowMs = this.#market.latest.get(symbol)?.entry.timeMs ?? this.#market.clock.now();
    const candle = new StreamCandle(symbol, name.interval, this.#market, nowMs);
    candle
      .begin(symbol, this.#market, nowMs)
      .catch((error: unknown) => this.#onTrouble(error as Error, `a subscription to ${name.name}`));
    return candle;
  }

  #note(entries: readonly TapeEntry[]): void {
    for (const stream of this.#streams.values()) {
      const { pair, kind } = stream.name;
      const own = entries.filter(({ symbol }) =>
        pair === undefined ? nameOf(symbol) !== undefined : symbol === pair.instrument.symbol,
      );
      if (own.length === 0) continue;
      stream.changed = true;
      for (const { symbol } of own) stream.names.add(nameOf(symbol) ?? symbol);
      const quotes = own.filter((entry) => entry.gap !== true);
      if (kind === 'trade' || kind === 'aggTrade')
        stream.entries = [...stream.entries, ...quotes].slice(-ENTRIES_MAX);
      for (const entry of quotes) stream.candle?.grow(entry);
    }
  }

  #look(): void {
    const nowMs = this.#market.wallNow();
    for (const stream of this.#streams.values()) {
      if (!stream.changed || nowMs < stream.dueMs) continue;
      stream.changed = false;
      stream.dueMs = nowMs + stream.name.everyMs - LOOK_EVERY_MS / 2;
      for (const data of this.#messages(stream)) {
        const plain = JSON.stringify(data);
        const combined = `{"stream":${JSON.stringify(stream.name.name)},"data":${plain}}`;
        for (const reader of stream.readers) reader.take(plain, combined);
      }
    }
  }

  #messages(stream: Stream): readonly unknown[] {
    const { name } = stream;
    const nowMs = this.#market.clock.now();
    if (name.pair === undefined) return [this.#ofAll(stream, nowMs)];
    const shown = snapshotOf(name.pair, this.#market);
    if (shown === undefined) return [];
    const symbol = name.pair.name;
    switch (name.kind) {
      case 'ticker':
        return [payloads.tickerEvent(shown, nowMs)];
      case 'miniTicker':
        return [payloads.miniTickerEvent(shown, nowMs)];
      case 'bookTicker':
        return [payloads.bookTickerEvent(shown)];
      case 'avgPrice':
        return [payloads.averageEvent(shown, this.#market.candles, nowMs)];
      case 'window':
        return [this.#window(shown, name, nowMs)];
      case 'book': {
        const { seq, bids, asks } = payloads.levelsOf(shown);
        return [{ lastUpdateId: seq, bids, asks }];
      }
      case 'depth': {
        const to = payloads.levelsOf(shown);
        const from = stream.levels ?? { seq: to.seq - 1, bids: [], asks: [] };
        stream.levels = to;
        return to.seq === from.seq ? [] : [payloads.depthEvent(symbol, { from, to }, nowMs)];
      }
      case 'trade':
      case 'aggTrade': {
        const { entries } = stream;
        stream.entries = [];
        const event = name.kind === 'trade' ? payloads.tradeEvent : payloads.aggTradeEvent;
        return entries.map((entry) => event(symbol, entry, nowMs));
      }
      case 'kline': {
        const seq = Number(shown.entry.seq);
        const { finished = [], current } = stream.candle?.take() ?? {};
        const about = { symbol, interval: name.interval };
        return [
          ...finished.map((one) => payloads.klineEvent(about, one, { nowMs, closed: true, seq })),
          ...(current === undefined
            ? []
            : [payloads.klineEvent(about, current, { nowMs, closed: false, seq })]),
        ];
      }
    }
  }

  /** Returns the messages of the pairs that changed. */
  #ofAll(stream: Stream, nowMs: number): readonly unknown[] {
    const { name, names } = stream;
    stream.names = new Set();
    return listedSymbols.flatMap((one) => {
      const pair = names.has(one) ? pairOf(one) : undefined;
      const shown = pair && snapshotOf(pair, this.#market);
      if (shown === undefined) return [];
      if (name.kind === 'window') return [this.#window(shown, name, nowMs)];
      return [(name.kind === 'ticker' ? payloads.tickerEvent : payloads.miniTickerEvent)(shown, nowMs)];
    });
  }

  #window(shown: Snapshot, { window, lengthMs }: StreamName & { readonly kind: 'window' }, nowMs: number) {
    const span = { openMs: minuteOf(nowMs - lengthMs), closeMs: nowMs };
    const figures = recentWindow(shown, this.#market, span);
    return payloads.windowEvent(shown, { name: window, window: figures }, nowMs);
  }
}
