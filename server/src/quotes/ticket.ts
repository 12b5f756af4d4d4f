/** The market data that a leveraged ticket shows before the customer fills it in. It is the same for all customers. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { nextMidnightMs } from '@candor/domain/trading/financing.ts';
import { PRICE_MAX } from '@candor/domain/trading/spot.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { quotedBy } from './latest.ts';
import type { LatestQuotes } from './latest.ts';
import type { MarketView } from './quotation.ts';
import { countingNow, sessionView } from './quotation.ts';
import { rateOf, rateView } from './rates.ts';

type TicketOutput = CallOutput<'GET currency/whtrade'>;

/** Returns the ticket of an instrument, without the share of customers who lose money, which is not market data. */
export function marketTicket(
  listed: ContractInstrument,
  view: Omit<MarketView, 'candles'>,
): Omit<TicketOutput, 'loss_share'> {
  const instrument = countingNow(listed, view);
  const rate = rateOf(instrument.quote, view.latest);
  return {
    symbol: instrument.symbol,
    quote: quoteView(instrument.symbol, view.latest),
    session: sessionView(instrument, view),
    limits: {
      tick_size: formatAmount(instrument.tickSize),
      price_max: formatAmount(PRICE_MAX),
      quantity_step: formatAmount(instrument.contractStep),
      quantity_min: formatAmount(instrument.contractMin),
      quantity_max: formatAmount(instrument.contractMax),
      contract_size: formatAmount(instrument.contractSize),
      pip_size: formatAmount(instrument.pipSize),
    },
    leverages: [...instrument.leverages],
    fees: {
      open_rate: formatAmount(instrument.contractFeeRate),
      close_rate: formatAmount(instrument.contractFeeRate),
    },
    financing: {
      long_rate: formatAmount(instrument.financingLongRate),
      short_rate: formatAmount(instrument.financingShortRate),
      next_at: nextMidnightMs(view.clock.now()) / 1000,
    },
    rate: rate === undefined ? null : rateView(rate),
  };
}

function quoteView(symbol: string, latest: Pick<LatestQuotes, 'get'>): TicketOutput['quote'] {
  const entry = latest.get(symbol)?.entry;
  if (entry === undefined) return null;
  const { seq, timeMs } = quotedBy(entry);
  return {
    bid: formatAmount(entry.bid),
    ask: formatAmount(entry.ask),
    last: formatAmount(entry.last),
    tape_seq: Number(seq),
    time: Math.floor(timeMs / 1000),
  };
}
