/**
 * The feed of the tick chart: the last minutes from the tape, then live quotes, and the tape again where entries may have been
 * missed.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { pixelFloat } from '../../../live/chart/candle-feed.ts';
import type { LiveQuote, QuoteStore } from '../../../live/quote-store.ts';
import type { Tick } from './tick-series.ts';
import { isUnclear, joinTicks } from './tick-series.ts';

type Entry = CallOutput<'GET tape'>[number];

export type TickFeedDeps = {
  readonly symbol: string;
  readonly keptMs: number;
  /** Reads a page of entries that begins with this number, or the newest page, oldest first. */
  readonly read: (fromSeq: number | undefined, limit: number) => Promise<readonly Entry[]>;
  readonly quotes: Pick<QuoteStore, 'get' | 'subscribe'>;
  readonly onChange: () => void;
};

const PAGE = 1000;
/** The maximum number of pages of history. If the history needs more, the chart starts later. */
const PAGES_MAX = 4;
const RETRY_MS = 5000;

function tickOf(entry: Entry): Tick {
  return { seq: entry.seq, timeMs: entry.time_ms, level: pixelFloat(entry.last), gap: entry.gap };
}

function tickOfQuote({ seq, timeMs, last }: LiveQuote): Tick {
  return { seq, timeMs, level: pixelFloat(last), gap: false };
}

export type TickFeed = { readonly ticks: () => readonly Tick[]; readonly stop: () => void };

export function startTickFeed(deps: TickFeedDeps): TickFeed {
  let ticks: readonly Tick[] = [];
  let stopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const take = (more: readonly Tick[]) => {
    if (stopped || more.length === 0) return;
    const newestMs = Math.max(ticks.at(-1)?.timeMs ?? 0, more.at(-1)?.timeMs ?? 0);
    ticks = joinTicks(ticks, more, newestMs - deps.keptMs);
    deps.onChange();
  };
  /** Reads pages backwards from the newest entry to one that is known or too old. */
  const readBack = async (knownSeq: number): Promise<void> => {
    clearTimeout(retry);
    try {
      let oldest: Tick | undefined;
      for (let page = 0; page < PAGES_MAX && !stopped; page += 1) {
        const from = oldest === undefined ? undefined : Math.max(1, oldest.seq - PAGE);
        const found = (await deps.read(from, PAGE)).map(tickOf);
        take(found);
        oldest = found[0];
        if (oldest === undefined || oldest.seq <= knownSeq + 1) return;
        if (oldest.timeMs < (ticks.at(-1)?.timeMs ?? 0) - deps.keptMs) return;
      }
    } catch {
      // Live quotes extend the line until the next attempt fills the gap.
      if (!stopped) retry = setTimeout(() => void readBack(knownSeq), RETRY_MS);
    }
  };
  const takeQuote = () => {
    const quote = deps.quotes.get(deps.symbol);
    const newest = ticks.at(-1);
    if (quote === undefined || quote.seq <= (newest?.seq ?? 0)) return;
    const next = tickOfQuote(quote);
    if (newest !== undefined && isUnclear(newest, next)) void readBack(newest.seq);
    take([next]);
  };

  const stopQuotes = deps.quotes.subscribe(deps.symbol, takeQuote);
  void readBack(0);
  return {
    ticks: () => ticks,
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      stopQuotes();
    },
  };
}
