/** Handlers of the public market-data calls: quotes, candles, the tape and its checkpoints. */
import { isRateSymbol } from '@candor/domain/market/conversion.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import { LIMITS } from '../../limits.ts';
import { catalogue, instrumentOf } from '../../quotes/catalogue.ts';
import { readCheckpoints } from '../../quotes/checkpoints.ts';
import { LEDGER } from '../../quotes/ledger-seal.ts';
import { candleRange } from '../../quotes/candle-range.ts';
import type { ShownMarket } from '../../quotes/market.ts';
import { quotationOf } from '../../quotes/quotation.ts';
import { readEntries } from '../../quotes/tape-store.ts';
import { checkpointView, entryView, hexOf } from '../../quotes/tape-views.ts';

const TAPE_ENTRIES_USUAL = 100;

type MarketCall =
  | 'GET currency/quotation_new'
  | 'GET currency/new_timeshar'
  | 'GET tape'
  | 'GET tape/checkpoints';

export function marketHandlers(deps: ShownMarket): Pick<Handlers, MarketCall> {
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

/** Conversion rates aren't instruments but have a tape, so that a rate used by a settlement can be looked up. */
function hasTape(symbol: string): boolean {
  return instrumentOf(symbol) !== undefined || isRateSymbol(symbol);
}
