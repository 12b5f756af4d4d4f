/** The public calls of market data: quotations, candles, the tape and its checkpoints. */
import type { CandlePeriod } from '@candor/domain/market/candle.ts';
import { periodsMs } from '@candor/domain/market/candle.ts';
import { isRateSymbol } from '@candor/domain/market/conversion.ts';
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../db/pool.ts';
import type { Handlers } from '../http/handler.ts';
import { LIMITS } from '../limits.ts';
import type { Candles } from './candles.ts';
import { catalogue, instrumentOf } from './catalogue.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { MarketClock } from './clock.ts';
import type { LatestQuotes } from './latest.ts';
import { LEDGER } from './ledger-seal.ts';
import { candleView } from './market-feed.ts';
import { quotationOf } from './quotation.ts';
import { readEntries } from './tape-store.ts';
import { checkpointView, entryView, hexOf } from './tape-views.ts';

const TAPE_ENTRIES_USUAL = 100;
/** Later than any market. */
const TIME_MS_MAX = 8_640_000_000_000_000;

export type QuotesDeps = {
  readonly pool: Pool;
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly clock: MarketClock;
  readonly publicKey: Uint8Array;
  readonly wallNow: () => number;
  readonly offered?: (symbol: string) => boolean;
  readonly termsAt?: InstrumentAt;
};

type QuotesCall =
  | 'GET currency/quotation_new'
  | 'GET currency/new_timeshar'
  | 'GET tape'
  | 'GET tape/checkpoints';

/** The handlers of the market's calls. */
export function quotesHandlers(deps: QuotesDeps): Pick<Handlers, QuotesCall> {
  return {
    'GET currency/quotation_new': async () =>
      ok(catalogue.flatMap((listing) => quotationOf(listing, deps) ?? [])),
    'GET currency/new_timeshar': async (input) => {
      if (instrumentOf(input.symbol) === undefined) return refuse('pair_not_found');
      return ok(await candleRange(deps.candles, input));
    },
    'GET tape': async (input) => {
      if (!hasTape(input.symbol)) return refuse('pair_not_found');
      const limit = Math.min(input.limit ?? TAPE_ENTRIES_USUAL, LIMITS.market.tapeEntriesMax);
      const newest = deps.latest.get(input.symbol)?.entry.seq ?? 0n;
      const fromSeq = input.from_seq === undefined ? newest - BigInt(limit) + 1n : BigInt(input.from_seq);
      const entries = await readEntries(deps.pool, { symbol: input.symbol, fromSeq, limit });
      return ok(entries.map(entryView));
    },
    'GET tape/checkpoints': async (input) => {
      if (!hasTape(input.symbol) && input.symbol !== LEDGER) return refuse('pair_not_found');
      const limit = Math.min(input.limit ?? TAPE_ENTRIES_USUAL, LIMITS.market.tapeEntriesMax);
      const fromSeq = input.from_seq === undefined ? undefined : BigInt(input.from_seq);
      const found = await readCheckpoints(deps.pool, { symbol: input.symbol, fromSeq, limit });
      return ok({
        public_key: hexOf(deps.publicKey),
        checkpoints: found.map(checkpointView),
      });
    },
  };
}

/** Conversion rates have a tape without being instruments: what they settled can be looked up as well. */
function hasTape(symbol: string): boolean {
  return instrumentOf(symbol) !== undefined || isRateSymbol(symbol);
}

type CandlesInput = {
  readonly symbol: string;
  readonly period: CandlePeriod;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Candles whose period begins within the range; without a range the newest ones. */
export async function candleRange(
  stored: Pick<Candles, 'range'>,
  input: CandlesInput,
): Promise<CallOutput<'GET currency/new_timeshar'>> {
  const ranged = input.from !== undefined || input.to !== undefined;
  const candles = await stored.range({
    symbol: input.symbol,
    periodMs: periodsMs[input.period],
    fromMs: (input.from ?? 0) * 1000,
    toMs: input.to === undefined ? TIME_MS_MAX : (input.to + 1) * 1000,
    limit: ranged ? LIMITS.market.candlesMax : LIMITS.market.candlesUsual,
  });
  return candles.map(candleView);
}
