/**
 * The state of the spot ticket, derived from its input: the exact cost by the server's own rule, any problem, and the request.
 * Pure: input strings and facts in, a view out.
 */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Side, SpotLeg } from '@candor/domain/trading/spot.ts';
import {
  checkPrice,
  checkQuantity,
  quantityForBudget,
  spotLeg,
  spotPrice,
} from '@candor/domain/trading/spot.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { pairOrderInput } from '@candor/protocol/spot/schemas.ts';
import type { InferInput } from 'valibot';
import type { ClosedReason } from '../../../live/closed-reason.ts';
import { worstPrice } from '../../../lib/worst-price.ts';
import { finishedDecimal } from '../../../ui/keypad-typing.ts';

/** The input, as strings so that nothing is lost or changed. */
export type TicketDraft = {
  readonly side: Side;
  readonly type: 'market' | 'limit';
  /** The unit of a market buy's size: coins, or USDT to spend. */
  readonly basis: 'quantity' | 'amount';
  readonly quantity: string;
  readonly amount: string;
  readonly price: string;
};

export type TicketFacts = {
  readonly instrument: Instrument;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly closed: ClosedReason | undefined;
  /** Available balances; undefined for a visitor. */
  readonly available: { readonly base: Amount; readonly quote: Amount } | undefined;
};

export type TicketField = 'price' | 'quantity' | 'amount';
export type TicketProblem = {
  /** The field with the problem; undefined if the problem is the market or the balance. */
  readonly field: TicketField | undefined;
  readonly code: RefusalCode | 'price_missing' | 'quantity_missing' | 'amount_missing';
  readonly params: Readonly<Record<string, string>>;
};

export type PairRequest = InferInput<typeof pairOrderInput>;

export type TicketView = {
  /** The amounts to pay and to receive, if price and quantity are known, even if some problem prevents the order. */
  readonly leg: SpotLeg | undefined;
  readonly limitPrice: Amount | undefined;
  readonly worstPrice: Amount | undefined;
  /** Whether a limit order fills immediately, at the quote, because the quote already meets its limit. */
  readonly fillsAtOnce: boolean;
  readonly problem: TicketProblem | undefined;
  readonly request: PairRequest | undefined;
};

const typed = (text: string): Amount | undefined => parseAmount(finishedDecimal(text));

function problem(
  code: TicketProblem['code'],
  field?: TicketField,
  params: TicketProblem['params'] = {},
): TicketProblem {
  return { field, code, params };
}

export function asksForAmount(draft: Pick<TicketDraft, 'side' | 'type' | 'basis'>): boolean {
  return draft.side === 'buy' && draft.type === 'market' && draft.basis === 'amount';
}

function priceProblem(draft: TicketDraft, facts: TicketFacts): TicketProblem | undefined {
  if (draft.type === 'market') return undefined;
  const price = typed(draft.price);
  if (price === undefined || price === 0n) return problem('price_missing', 'price');
  const checked = checkPrice(facts.instrument, price);
  if (!checked.ok) return problem(checked.refusal.code, 'price', checked.refusal.params);
  if (draft.side === 'sell' && price < facts.bid) {
    return problem('limit_sell_below_price', 'price', { price: formatAmount(facts.bid) });
  }
  return undefined;
}

function sizeProblem(
  draft: TicketDraft,
  facts: TicketFacts,
  quantity: Amount | undefined,
): TicketProblem | undefined {
  const field = asksForAmount(draft) ? 'amount' : 'quantity';
  const given = typed(field === 'amount' ? draft.amount : draft.quantity);
  if (given === undefined || given === 0n) {
    return problem(field === 'amount' ? 'amount_missing' : 'quantity_missing', field);
  }
  if (quantity === undefined) return undefined;
  const checked = checkQuantity(facts.instrument, quantity);
  if (checked.ok) return undefined;
  if (field === 'quantity') return problem(checked.refusal.code, field, checked.refusal.params);
  if (checked.refusal.code !== 'quantity_below_minimum') {
    return problem(checked.refusal.code, field, checked.refusal.params);
  }
  const least = spotLeg(facts.instrument, {
    side: 'buy',
    quantity: facts.instrument.quantityMin,
    price: facts.ask,
  });
  return problem('amount_below_minimum', field, {
    min: formatAmount(least.total),
    currency: facts.instrument.quote,
  });
}

function balanceProblem(
  draft: TicketDraft,
  facts: TicketFacts,
  leg: SpotLeg | undefined,
): TicketProblem | undefined {
  const { available, instrument } = facts;
  if (leg === undefined || available === undefined) return undefined;
  const field = asksForAmount(draft) ? 'amount' : 'quantity';
  if (draft.side === 'sell' && leg.quantity > available.base) {
    const params = {
      currency: instrument.base,
      needed: formatAmount(leg.quantity),
      available: formatAmount(available.base),
    };
    return problem('coins_insufficient', field, params);
  }
  // Rounding to steps can make the order slightly cheaper than the typed amount. An amount above the balance is still
  // refused.
  const needed = asksForAmount(draft) ? (typed(draft.amount) ?? leg.total) : leg.total;
  if (draft.side === 'buy' && needed > available.quote) {
    const params = {
      currency: instrument.quote,
      needed: formatAmount(needed),
      available: formatAmount(available.quote),
    };
    return problem('balance_insufficient', field, params);
  }
  return undefined;
}

function quantityOf(draft: TicketDraft, facts: TicketFacts, price: Amount | undefined): Amount | undefined {
  if (!asksForAmount(draft)) return typed(draft.quantity);
  const budget = typed(draft.amount);
  if (budget === undefined || price === undefined) return undefined;
  return quantityForBudget(facts.instrument, { amount: budget, price });
}

function requestOf(draft: TicketDraft, instrument: Instrument, worst: Amount | undefined): PairRequest {
  const { side, type } = draft;
  const finished = (text: string): string => formatAmount(typed(text) ?? 0n);
  const size = asksForAmount(draft)
    ? { amount: finished(draft.amount) }
    : { quantity: finished(draft.quantity) };
  const limits =
    worst === undefined ? { price: finished(draft.price) } : { worst_price: formatAmount(worst) };
  return {
    ...{ symbol: instrument.symbol, side, type, ...size, ...limits },
    fee_rate: formatAmount(instrument.spotFeeRate),
  };
}

export function readTicket(draft: TicketDraft, facts: TicketFacts): TicketView {
  const { instrument } = facts;
  const market = spotPrice(draft.side, facts);
  const limit = draft.type === 'limit' ? typed(draft.price) : undefined;
  const price = draft.type === 'market' ? market : limit;
  const quantity = quantityOf(draft, facts, price);
  const priced = price !== undefined && price > 0n && quantity !== undefined && quantity > 0n;
  const leg = priced ? spotLeg(instrument, { side: draft.side, quantity, price }) : undefined;
  const worst = draft.type === 'market' ? worstPrice(draft.side, market, instrument.tickSize) : undefined;
  const fillsAtOnce =
    limit !== undefined && (draft.side === 'buy' ? limit >= facts.ask : limit === facts.bid);
  // If the quote already meets the limit, the order is charged at the quote, although the preview shows its maximum cost.
  const charged = fillsAtOnce && leg !== undefined ? spotLeg(instrument, { ...leg, price: market }) : leg;
  const found =
    (facts.closed === undefined ? undefined : problem(facts.closed)) ??
    priceProblem(draft, facts) ??
    // For an order by amount, a problem with the balance is reported before a problem with the resulting quantity.
    (asksForAmount(draft) ? balanceProblem(draft, facts, charged) : undefined) ??
    sizeProblem(draft, facts, quantity) ??
    balanceProblem(draft, facts, charged);
  return {
    leg,
    limitPrice: limit,
    worstPrice: worst,
    fillsAtOnce,
    problem: found,
    request: found === undefined ? requestOf(draft, instrument, worst) : undefined,
  };
}
