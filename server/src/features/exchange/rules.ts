/** Rules for firm quotes and for exchanges at them, as pure functions. The README gives the order of the checks. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import {
  exchangeNeeds,
  exchangePostings,
  exchangeRate,
  exchangeValue,
  planExchange,
  stillHolds,
} from '@candor/domain/trading/exchange.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Facts, Head } from '../../commands/command.ts';
import { cancelOnlyViolation, gateViolation, gateOf, stopViolation } from '../../identity/gates.ts';
import { limits } from './limits.ts';
import type { ExchangeTerms } from '../../terms/terms.ts';
import { exchangeQuotes, exchanges, QUOTE_ID } from './tables.ts';
import type { ExchangeRow, PricedExchange, QuoteRow } from './tables.ts';
import type { Support } from './support.ts';
import { quotesAgainMs, unusedLately } from './unused-quotes.ts';

export type QuoteResult = CallOutput<'POST wallet/flash_quote'>;
export type ExchangeResult = CallOutput<'POST wallet/flashAgainst'>;
type Standing = 'account_frozen' | 'account_locked';
export type QuoteRefusal = CallRefusal<'POST wallet/flash_quote'> | Standing | 'busy';
export type ExchangeRefusal = CallRefusal<'POST wallet/flashAgainst'> | Standing;

/** The instruments of the two coins; undefined for USDT. */
export type Route = {
  readonly from: string;
  readonly to: string;
  readonly sold: Instrument | undefined;
  readonly bought: Instrument | undefined;
};

export type QuoteOrder = Route & {
  readonly amount: Amount;
  readonly termsAt: (wallMs: number) => ExchangeTerms;
  readonly jurisdictions: JurisdictionMode;
};

export function decideQuote(order: QuoteOrder, facts: Facts): Decision<QuoteResult, QuoteRefusal> {
  const { from, to, sold, bought, amount } = order;
  const barred = exchangeViolation(to, order.jurisdictions, facts);
  if (barred !== undefined) return barred;
  const terms = order.termsAt(facts.wallMs);
  if (!terms.open) return refuse('pair_not_active');
  const unusedMs = unusedLately(facts.row(exchangeQuotes, QUOTE_ID)?.unusedMs ?? [], facts.wallMs);
  const againMs = quotesAgainMs(unusedMs, terms.unusedMax);
  if (againMs !== undefined) {
    const params = { max: terms.unusedMax.toString(), until: Math.ceil(againMs / 1000).toString() };
    return refuse('quotes_exhausted', { params });
  }
  const bid = freshHead(sold, facts, 'from');
  if (!bid.ok) return bid;
  const ask = freshHead(bought, facts, 'to');
  if (!ask.ok) return ask;
  // A holding in an instrument that is closed to new orders can still be sold.
  if (ask.value?.closed === true) return refuse('pair_not_active', { field: 'to' });
  if (bid.value?.lagging === true || ask.value?.lagging === true) return refuse('busy');

  const prices = { bid: bid.value?.bid ?? 0n, ask: ask.value?.ask ?? 0n };
  if (exchangeValue({ from, amount, prices }) > terms.maxUsdt) {
    const params = { max: formatAmount(terms.maxUsdt) };
    return refuse('exchange_too_large', { field: 'amount', params });
  }
  const plan = planExchange({ from, to, amount, feeRate: terms.feeRate, prices });
  if (plan === undefined) return refuse('exchange_too_small', { field: 'amount' });
  const priced = {
    ...plan,
    legs: plan.legs.map((leg) => {
      const head = leg.side === 'sell' ? bid.value : ask.value;
      return { ...leg, tapeSeq: Number(head?.seq) };
    }),
  };
  const short = lacks(priced, facts);
  if (short !== undefined) return short;
  const quote: QuoteRow = {
    ...priced,
    book: facts.book,
    id: QUOTE_ID,
    number: facts.newId(),
    quotedMs: facts.wallMs,
    expiresMs: facts.wallMs + limits.quoteMs,
    marketMs: facts.nowMs,
    used: false,
    unusedMs: [...unusedMs, facts.wallMs],
  };
  return ok({
    answer: { quote_id: quote.number.toString(), ...figuresView(quote), valid_ms: limits.quoteMs },
    puts: [put(exchangeQuotes, quote)],
  });
}

export type ExchangeOrder = Route & {
  readonly amount: Amount;
  readonly number: bigint;
  /** Each coin's tape entry at execution; undefined if a market is halted. */
  readonly support: Support | undefined;
  readonly jurisdictions: JurisdictionMode;
};

/** Executes exactly the quoted amounts. Refuses if the market has moved away from the quoted price in either direction. */
export function decideExchange(
  order: ExchangeOrder,
  facts: Facts,
): Decision<ExchangeResult, ExchangeRefusal> {
  const barred = exchangeViolation(order.to, order.jurisdictions, facts);
  if (barred !== undefined) return barred;
  const quote = facts.row(exchangeQuotes, QUOTE_ID);
  if (quote === undefined || !standsFor(quote, order) || isOver(quote, facts)) {
    return refuse('quote_expired');
  }
  const bid = freshHead(order.sold, facts, 'from');
  if (!bid.ok) return bid;
  const ask = freshHead(order.bought, facts, 'to');
  if (!ask.ok) return ask;
  const { support } = order;
  const prices = supportOf(order, support);
  if (support === undefined || prices === undefined) return refuse('trading_closed');
  if (!stillHolds(quote, prices)) return refuse('quote_expired');
  const short = lacks(quote, facts);
  if (short !== undefined) return short;
  const { from, to, fromAmount, toAmount, fee, feeRate, legs, quotedMs } = quote;
  const row: ExchangeRow = {
    ...{ from, to, fromAmount, toAmount, fee, feeRate, quotedMs, askedMs: support.askedMs },
    legs: legs.map((leg) => ({ ...leg, seenSeq: Number(support.entries.get(leg.symbol)?.seq) })),
    book: facts.book,
    id: quote.number,
    timeMs: facts.nowMs,
    journalSeq: facts.journalSeq,
  };
  return ok({
    answer: exchangeView(row),
    journals: [journal('exchange', `exchange:${row.id}`, exchangePostings(quote))],
    // Removes this quote's time, the last in the list of unused quotes.
    puts: [put(exchangeQuotes, { ...quote, used: true, unusedMs: quote.unusedMs.slice(0, -1) })],
    appends: [append(exchanges, row)],
  });
}

/** Returns the prices that a quote is checked against: the bid of the coin sold, and the ask of the coin bought. */
function supportOf({ sold, bought }: Route, support: Support | undefined) {
  const bid = sold === undefined ? 0n : support?.entries.get(sold.symbol)?.bid;
  const ask = bought === undefined ? 0n : support?.entries.get(bought.symbol)?.ask;
  return bid === undefined || ask === undefined ? undefined : { bid, ask };
}

/**
 * An exchange into a coin is subject to the same restrictions as a purchase. An exchange into USDT is an exit, and always
 * allowed.
 */
function exchangeViolation(to: string, jurisdictions: JurisdictionMode, facts: Facts) {
  const at = { nowMs: facts.wallMs, jurisdictions, product: 'spot' } as const;
  return to === 'USDT'
    ? gateViolation(gateOf(facts), 'exchange', at)
    : (gateViolation(gateOf(facts), 'spot_buy', at) ??
        stopViolation({ product: 'exchange', symbol: `${to}/USDT` }, facts) ??
        cancelOnlyViolation(facts));
}

/** Returns the head of a coin's tape, or undefined for USDT. Refuses unless the head is fresh. */
function freshHead(
  instrument: Instrument | undefined,
  facts: Facts,
  field: 'from' | 'to',
): Outcome<Head | undefined, 'market_closed' | 'trading_closed'> {
  if (instrument === undefined) return ok(undefined);
  if (!sessionAt(instrument.calendar, facts.nowMs).open) return refuse('market_closed', { field });
  const head = facts.head(instrument.symbol);
  if (head === undefined || head.stale) return refuse('trading_closed', { field });
  return ok(head);
}

/** Refuses if the customer's balance or the platform's inventory is too small. */
function lacks(exchange: PricedExchange, facts: Facts) {
  const { from, fromAmount } = exchange;
  const available = facts.balance('spot', from);
  if (available < fromAmount) {
    const params = { currency: from, needed: formatAmount(fromAmount), available: formatAmount(available) };
    return refuse(from === 'USDT' ? 'balance_insufficient' : 'coins_insufficient', {
      field: 'amount',
      params,
    });
  }
  const short = exchangeNeeds(exchange).find(
    ({ currency, amount }) => !facts.houseHas('inventory', currency, amount),
  );
  return short === undefined ? undefined : refuse('liquidity_insufficient', { field: 'amount' });
}

function standsFor(quote: QuoteRow, { number, from, to, amount }: ExchangeOrder): boolean {
  return (
    !quote.used &&
    quote.number === number &&
    quote.from === from &&
    quote.to === to &&
    quote.fromAmount === amount
  );
}

/** Checks both clocks, because moving only one of them must not extend the life of a quote at an outdated price. */
function isOver({ quotedMs, expiresMs, marketMs }: QuoteRow, { wallMs, nowMs }: Facts): boolean {
  const { quoteMs, quoteMarketMs } = limits;
  return expiresMs <= wallMs || wallMs <= quotedMs - quoteMs || Math.abs(nowMs - marketMs) >= quoteMarketMs;
}

function figuresView(exchange: PricedExchange) {
  const { from, to, fromAmount, toAmount, fee, legs } = exchange;
  return {
    from,
    to,
    from_amount: formatAmount(fromAmount),
    to_amount: formatAmount(toAmount),
    rate: formatAmount(exchangeRate(exchange)),
    fee: formatAmount(fee),
    legs: legs.map(({ symbol, side, quantity, price, tapeSeq }) => ({
      ...{ symbol, side },
      quantity: formatAmount(quantity),
      price: formatAmount(price),
      tape_seq: tapeSeq,
    })),
  };
}

export function exchangeView(row: ExchangeRow): ExchangeResult {
  return { id: row.id.toString(), ...figuresView(row), time: Math.floor(row.timeMs / 1000) };
}
