/** Public calls for forex and metals: market list, candles, ticket, and conversion rates. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { leveragesWithin, profileFor } from '@candor/domain/policy/jurisdiction.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Candles } from '../../quotes/candles.ts';
import type { Listing } from '../../quotes/catalogue.ts';
import { catalogue, listingOf } from '../../quotes/catalogue.ts';
import { candleRange } from '../../quotes/candle-range.ts';
import type { MarketView } from '../../quotes/quotation.ts';
import { countingNow, quotationOf } from '../../quotes/quotation.ts';
import { rateView, ratesOf } from '../../quotes/rates.ts';
import { marketTicket } from '../../quotes/ticket.ts';

type ForexMarketDeps = MarketView & {
  readonly candles: Candles;
};

type ForexTicketDeps = Omit<MarketView, 'candles'> & {
  readonly jurisdictions: JurisdictionMode;
  /** Returns the share of customers who lose money, which every ticket shows. */
  readonly lossShare: () => Promise<CallOutput<'GET transparency/loss_share'>>;
};

type ForexMarketCall = 'GET currency/whlist' | 'GET currency/whkdata' | 'GET lh/wh_bzhl_list';

export function forexMarketHandlers(deps: ForexMarketDeps): Pick<Handlers, ForexMarketCall> {
  return {
    'GET currency/whlist': async () =>
      ok(catalogue.filter(isForex).flatMap((listing) => forexQuotation(listing, deps) ?? [])),
    'GET currency/whkdata': async (input) => {
      if (forexNamed(input.symbol) === undefined) return refuse('pair_not_found');
      return ok(await candleRange(deps.candles, input));
    },
    'GET lh/wh_bzhl_list': async () => ok(ratesOf(deps.latest).map(rateView)),
  };
}

/** The public ticket. A customer's ticket also shows the account and positions. */
export function forexTicketHandlers(deps: ForexTicketDeps): Pick<Handlers, 'GET currency/whtrade'> {
  return {
    'GET currency/whtrade': async ({ symbol }) => {
      const instrument = forexNamed(symbol);
      if (instrument === undefined) return refuse('pair_not_found');
      const profile = profileFor(deps.jurisdictions, { country: null, verified: false });
      return ok({
        ...marketTicket(instrument, deps),
        leverages: leveragesWithin(profile, countingNow(instrument, deps)),
        loss_share: await deps.lossShare(),
      });
    },
  };
}

function isForex({ instrument }: Listing): boolean {
  return instrument.kind !== 'crypto';
}

function forexNamed(symbol: string): ContractInstrument | undefined {
  const listing = listingOf(symbol);
  return listing !== undefined && isForex(listing) ? listing.instrument : undefined;
}

/** Formats a quotation with its quantities in lots. */
function forexQuotation(
  listing: Listing,
  deps: ForexMarketDeps,
): CallOutput<'GET currency/whlist'>[number] | undefined {
  const found = quotationOf(listing, deps);
  if (found === undefined) return undefined;
  const { spot: _spot, spot_fee_rate: _fee, ...quotation } = found;
  const instrument = countingNow(listing.instrument, deps);
  return {
    ...quotation,
    quantity_step: formatAmount(instrument.contractStep),
    quantity_min: formatAmount(instrument.contractMin),
    quantity_max: formatAmount(instrument.contractMax),
    contract_size: formatAmount(instrument.contractSize),
    pip_size: formatAmount(instrument.pipSize),
    leverages: [...instrument.leverages],
    fee_rate: formatAmount(instrument.contractFeeRate),
  };
}
