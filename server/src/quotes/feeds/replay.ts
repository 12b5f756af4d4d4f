/**
 * Replays history at a chosen speed, with the market clock in file time. A quote is delivered once the clock has reached its
 * time and the previous quote is on the tape, so that no speed loses quotes. After a restart, the replay continues after the
 * newest quote on the tape.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Quote } from '@candor/domain/market/quote.ts';
import type { MarketClock } from '../clock.ts';
import type { Feed, FeedSink, FeedStart } from './feed.ts';
import type { QuoteMerge } from './quote-merge.ts';
import { mergeQuotes } from './quote-merge.ts';
import type { Replay, ReplaySource } from './replay-file.ts';
import { openReplay } from './replay-file.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** The maximum number of quotes delivered together. */
const BATCH_MAX = 500;
/** The maximum sleep. If the clock is moved during a sleep, the replay follows it only after the sleep. */
const SLEEP_MAX_MS = 100;
/** If the clock is ahead of the tape by this much wall time, its speed is halved. */
const LAG_MAX_MS = 3_000;
/** The shortest silence after which a replay counts as stale. */
const STALE_AFTER_MS = 5_000;
/** A history counts as stalled after this many of its intervals between quotes. */
const CADENCES_STALE = 4;
/**
 * An order fills at an entry that is at most this many of its symbol's intervals old, or at most as old as the wall time below.
 */
const CADENCES_FILLED = 2;
const FILL_AGE_WALL_MS = 1_000;

export type ReplayOptions = {
  readonly sources: readonly ReplaySource[];
  readonly speed: number;
  readonly clock: MarketClock;
  readonly wallNow: () => number;
  /**
   * The number of entries of a symbol that have its head's feed time, which locates the position in a file in which times
   * repeat.
   */
  readonly entriesAtHead: (symbol: string, head: FeedStart) => Promise<number>;
  /** Returns the wall-clock time at which the newest head was written, or undefined before the first entry. */
  readonly newestWrittenAtMs: () => Promise<number | undefined>;
  readonly report: (text: string) => void;
};

/** Creates the feed and reads the files immediately, so that an invalid file is reported before the market starts. */
export function replayFeed(options: ReplayOptions): Feed {
  const replays = options.sources.map(openReplay);
  const symbols = replays.map((replay) => replay.symbol);
  const cadences = new Map(replays.map((replay) => [replay.symbol, replay.cadenceMs]));
  let running: Promise<void> | undefined;
  let left: ReadonlySet<string> = new Set(symbols);
  const onLeft = (symbolsLeft: ReadonlySet<string>): void => {
    left = symbolsLeft;
  };
  const stopping = new AbortController();
  return {
    name: 'replay',
    symbols,
    timing: 'feed',
    staleAfterMs: (symbol) => {
      const cadence = (cadences.get(symbol) ?? 0) / Math.max(options.clock.base().speed, Number.EPSILON);
      return Math.round(Math.min(DAY_MS, Math.max(STALE_AFTER_MS, CADENCES_STALE * cadence)));
    },
    fillAgeMs: (symbol) => {
      const { speed } = options.clock.base();
      return Math.round(
        Math.min(DAY_MS, Math.max(FILL_AGE_WALL_MS * speed, CADENCES_FILLED * (cadences.get(symbol) ?? 0))),
      );
    },
    hasMore: (symbol) => left.has(symbol),
    start: async (sink, heads) => {
      const merge = await resume(replays, heads, options);
      await setClock(merge, options);
      running = run({ merge, symbols, sink, onLeft, options, signal: stopping.signal });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Skips the quotes that are already on the tape. */
async function resume(
  replays: readonly Replay[],
  heads: ReadonlyMap<string, FeedStart>,
  options: ReplayOptions,
): Promise<QuoteMerge> {
  const streams: Iterable<Quote>[] = [];
  for (const replay of replays) {
    const head = heads.get(replay.symbol);
    const already = head === undefined ? 0 : await options.entriesAtHead(replay.symbol, head);
    streams.push(head === undefined ? replay.quotes : after(replay.quotes, head.feedTimeMs, already));
  }
  return mergeQuotes(streams);
}

function* after(quotes: Iterable<Quote>, feedTimeMs: number, already: number): Iterable<Quote> {
  let skipped = 0;
  for (const quote of quotes) {
    if (quote.feedTimeMs < feedTimeMs) continue;
    if (quote.feedTimeMs === feedTimeMs && skipped < already) {
      skipped += 1;
      continue;
    }
    yield quote;
  }
}

/** Sets the clock to the next quote's time, but never to a time before the one at which the newest entry was written. */
async function setClock(merge: QuoteMerge, options: ReplayOptions): Promise<void> {
  const { clock } = options;
  const next = merge.nextTimeMs();
  if (next === undefined) return;
  const writtenAt = await options.newestWrittenAtMs();
  const base = clock.base();
  const stood = writtenAt === undefined ? 0 : base.baseMarketMs + (writtenAt - base.baseWallMs) * base.speed;
  await clock.set({
    baseWallMs: options.wallNow(),
    baseMarketMs: Math.round(Math.max(next, stood)),
    speed: options.speed,
  });
}

type Run = {
  readonly merge: QuoteMerge;
  readonly symbols: readonly string[];
  readonly sink: FeedSink;
  /** Called once the delivered quotes are durable, with the symbols that have more quotes. */
  readonly onLeft: (symbols: ReadonlySet<string>) => void;
  readonly options: ReplayOptions;
  readonly signal: AbortSignal;
};

async function run({ merge, symbols, sink, onLeft, options, signal }: Run): Promise<void> {
  const { clock } = options;
  try {
    while (!signal.aborted) {
      onLeft(merge.symbols());
      const next = merge.nextTimeMs();
      if (next === undefined) {
        sink.ended(symbols, 'the history holds nothing after what is on the tape');
        return;
      }
      const due = merge.takeDue(clock.now(), BATCH_MAX);
      if (due.length === 0) {
        await sleep(Math.min(clock.wallMsUntil(next), SLEEP_MAX_MS), undefined, { signal });
        continue;
      }
      await sink.offer(due);
      if (due.length === BATCH_MAX) await slowIfBehind(merge, options);
    }
  } catch (error) {
    if (signal.aborted) return;
    onLeft(new Set());
    sink.ended(symbols, (error as Error).message);
  }
}

async function slowIfBehind(merge: QuoteMerge, options: ReplayOptions): Promise<void> {
  const { clock } = options;
  const { speed } = clock.base();
  const next = merge.nextTimeMs();
  if (next === undefined || clock.now() - next <= LAG_MAX_MS * speed) return;
  options.report(`feed: failed to keep up with replay speed ${speed} (continuing at half that speed)`);
  await clock.set({ baseWallMs: options.wallNow(), baseMarketMs: clock.now(), speed: speed / 2 });
}
