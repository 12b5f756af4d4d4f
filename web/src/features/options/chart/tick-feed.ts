/** Fills the chart of ticks: the last minutes from the tape, then the live quotes, and the tape again where some may have been missed. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { pixelFloat } from '../../../live/chart/candle-feed.ts';
import type { LiveQuote, QuoteStore } from '../../../live/quote-store.ts';
import type { Tick } from './tick-series.ts';
import { isUnclear, joinTicks } from './tick-series.ts';

type Entry = CallOutput<'GET tape'>[number];

export type TickFeedDeps = {
  readonly symbol: string;
  /** So far back the chart looks. */
  readonly keptMs: number;
  /** The head when the screen came; a newer one may be known meanwhile. */
  readonly headSeq: number;
  readonly read: (fromSeq: number, limit: number) => Promise<readonly Entry[]>;
  readonly quotes: Pick<QuoteStore, 'get' | 'subscribe'>;
  readonly onChange: () => void;
};

const PAGE = 1000;
/** A feed that is as quick as this many pages in the time kept is shown from where they begin. */
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
  const readPage = async (fromSeq: number): Promise<readonly Tick[]> =>
    (await deps.read(fromSeq, PAGE)).map(tickOf);

  const readHistory = async (): Promise<void> => {
    const head = deps.quotes.get(deps.symbol)?.seq ?? deps.headSeq;
    try {
      let from = head + 1;
      let reachesBack = false;
      for (let page = 0; page < PAGES_MAX && from > 1 && !reachesBack && !stopped; page += 1) {
        from = Math.max(1, from - PAGE);
        const found = await readPage(from);
        const oldestMs = found[0]?.timeMs ?? 0;
        reachesBack = oldestMs < (ticks.at(-1)?.timeMs ?? found.at(-1)?.timeMs ?? 0) - deps.keptMs;
        take(found);
      }
    } catch {
      // The line grows by live quotes meanwhile; what is before them comes with the next try.
      if (!stopped) retry = setTimeout(() => void readHistory(), RETRY_MS);
    }
  };
  const takeQuote = () => {
    const quote = deps.quotes.get(deps.symbol);
    const newest = ticks.at(-1);
    if (quote === undefined || quote.seq <= (newest?.seq ?? 0)) return;
    const next = tickOfQuote(quote);
    // A failure leaves a gap on the chart that the next reading of the tape would close; nothing is decided by it.
    if (isUnclear(newest, next)) readPage((newest?.seq ?? 0) + 1).then(take, () => undefined);
    take([next]);
  };

  const stopQuotes = deps.quotes.subscribe(deps.symbol, takeQuote);
  void readHistory();
  return {
    ticks: () => ticks,
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      stopQuotes();
    },
  };
}
