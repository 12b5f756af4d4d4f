/**
 * Sends market streams. A stream exists while it has readers, and its messages are made once for all of them, at most every
 * hundred milliseconds: a reader that is behind gets the newest state, not every step to it.
 */
import { joinCandles, periodStart, periodsMs } from '@candor/domain/market/candle.ts';
import type { Candle } from '@candor/domain/market/candle.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Market as QuoteMarket } from '../quotes/market.ts';
import { LIMITS } from '../limits.ts';
import { AVERAGE_MINUTES, meanPrice, snapshotOf } from './market-view.ts';
import type { Market } from './market-view.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import { listedSymbols, nameOf, pairOf } from './pairs.ts';
import type { Pair } from './pairs.ts';
import type { StreamName } from './stream-names.ts';
import * as payloads from './stream-payloads.ts';

const { lookEveryMs: LOOK_EVERY_MS, entriesMax: ENTRIES_MAX } = LIMITS.compat.sockets;

export type Reader = {
  /** `plain` is the message alone, `combined` the same with the stream's name. */
  take(plain: string, combined: string): void;
};

type Stream = {
  readonly name: StreamName;
  readonly readers: Set<Reader>;
  changed: boolean;
  dueMs: number;
  entries: TapeEntry[];
  finished: Candle[];
  candle: Candle | undefined;
  levels: payloads.Levels | undefined;
};

export class StreamBoard {
  readonly #market: Market;
  readonly #streams = new Map<string, Stream>();
  readonly #timer: NodeJS.Timeout;
  readonly #endEntries: () => void;

  constructor(market: Market, tape: QuoteMarket['tape']) {
    this.#market = market;
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
      ...{ name, readers: new Set(), dueMs: 0, entries: [], finished: [] },
      // States are sent at once; changes and trades only as they happen.
      changed: name.kind !== 'depth' && name.kind !== 'trade' && name.kind !== 'aggTrade',
      candle: name.kind === 'kline' && pair !== undefined ? this.#candle(pair, name) : undefined,
      levels: shown && payloads.levelsOf(shown),
    };
    this.#streams.set(name.name, stream);
    return stream;
  }

  #candle(pair: Pair, name: StreamName & { readonly kind: 'kline' }): Candle | undefined {
    return this.#market.candles.live(pair.instrument.symbol, name.period);
  }

  #note(entries: readonly TapeEntry[]): void {
    for (const stream of this.#streams.values()) {
      const { pair, kind } = stream.name;
      const own = entries.filter(({ symbol }) =>
        pair === undefined ? nameOf(symbol) !== undefined : symbol === pair.instrument.symbol,
      );
      if (own.length === 0) continue;
      stream.changed = true;
      const quotes = own.filter((entry) => entry.gap !== true);
      if (kind === 'trade' || kind === 'aggTrade')
        stream.entries = [...stream.entries, ...quotes].slice(-ENTRIES_MAX);
      if (kind === 'kline') for (const entry of quotes) growCandle(stream, stream.name, entry);
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
    if (name.pair === undefined) return [this.#ofAll(name, nowMs)];
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
        return [this.#average(name.pair, nowMs)].filter((event) => event !== undefined);
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
        const { finished, candle } = stream;
        stream.finished = [];
        const about = { symbol, stream: name };
        return [
          ...finished.map((one) => payloads.klineEvent(about, one, { nowMs, closed: true, seq })),
          ...(candle === undefined
            ? []
            : [payloads.klineEvent(about, candle, { nowMs, closed: false, seq })]),
        ];
      }
    }
  }

  #ofAll({ kind }: StreamName, nowMs: number): readonly unknown[] {
    const event = kind === 'ticker' ? payloads.tickerEvent : payloads.miniTickerEvent;
    return listedSymbols.flatMap((one) => {
      const pair = pairOf(one);
      const shown = pair && snapshotOf(pair, this.#market);
      return shown === undefined ? [] : [event(shown, nowMs)];
    });
  }

  #average(pair: Pair, nowMs: number) {
    const candle = this.#market.candles.live(pair.instrument.symbol, '5m');
    if (candle === undefined) return undefined;
    const price = toNumeric(meanPrice(candle));
    return { e: 'avgPrice', E: nowMs, s: pair.name, i: `${AVERAGE_MINUTES}m`, w: price, T: nowMs };
  }
}

/** A candle that a later entry ends is sent once more, as finished. */
function growCandle(stream: Stream, name: StreamName & { readonly kind: 'kline' }, entry: TapeEntry): void {
  const { last, volume, timeMs } = entry;
  const startMs = periodStart(timeMs, periodsMs[name.period]);
  const fresh: Candle = { startMs, open: last, high: last, low: last, close: last, volume };
  const { candle } = stream;
  if (candle !== undefined && candle.startMs < startMs) stream.finished.push(candle);
  stream.candle = candle?.startMs === startMs ? joinCandles(candle, fresh) : fresh;
}
