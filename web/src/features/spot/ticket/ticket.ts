/**
 * The state of the spot ticket, derived from its input: the exact cost by the server's own rule, the effect, any problem, and
 * the request. Pure: input strings and facts in, a view out.
 */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import { quantityForBudget, spotHold, spotLeg, spotPrice } from '@candor/domain/trading/spot.ts';
import type { pairOrderInput } from '@candor/protocol/spot/schemas.ts';
import type { InferInput } from 'valibot';
import { expiresMsOf, termFields, termOf } from '../../../lib/order-terms.ts';
import { worstPrice } from '../../../lib/worst-price.ts';
import { protectionFields, trailStart } from './protection-draft.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { asksForAmount, hasLimit, hasStop, holdPriceOf, meetsLimit, typed } from './ticket-draft.ts';
import type { TicketProblem } from './ticket-problems.ts';
import { balanceProblem, conditionsProblem, nameProblem, sizeProblem } from './ticket-problems.ts';
import type { SentenceName } from './ticket-sentence.ts';
import { sentencesOf } from './ticket-sentence.ts';

export type PairRequest = InferInput<typeof pairOrderInput>;

export type TicketView = {
  /**
   * The amounts to pay and to receive, if price and quantity are known, even if some problem prevents the order. They are
   * computed at the limit or, for a stop or OCO order, at the stop.
   */
  readonly leg: SpotLeg | undefined;
  /** The amounts of an OCO order at its limit. */
  readonly limitLeg: SpotLeg | undefined;
  /** The amount that an order that waits holds. */
  readonly hold: { readonly currency: string; readonly amount: Amount } | undefined;
  readonly limitPrice: Amount | undefined;
  readonly stopPrice: Amount | undefined;
  readonly expiresMs: number | undefined;
  readonly worstPrice: Amount | undefined;
  /** Whether a limit order fills immediately, at the quote, because the quote already meets its limit. */
  readonly fillsAtOnce: boolean;
  /** The effect; empty until the prices, the expiry and the size are known. */
  readonly sentences: readonly SentenceName[];
  readonly problem: TicketProblem | undefined;
  readonly request: PairRequest | undefined;
};

function quantityOf(draft: TicketDraft, facts: TicketFacts, price: Amount | undefined): Amount | undefined {
  if (!asksForAmount(draft)) return typed(draft.quantity);
  const budget = typed(draft.amount);
  if (budget === undefined || price === undefined) return undefined;
  return quantityForBudget(facts.instrument, { amount: budget, price });
}

const finished = (text: string): string => formatAmount(typed(text) ?? 0n);

function requestOf(draft: TicketDraft, instrument: Instrument, worst: Amount | undefined): PairRequest {
  const { side, type } = draft;
  const size = asksForAmount(draft)
    ? { amount: finished(draft.amount) }
    : { quantity: finished(draft.quantity) };
  return {
    ...{ symbol: instrument.symbol, side, type, ...size },
    ...(hasLimit(draft) && { price: finished(draft.price) }),
    ...(hasStop(draft) && { stop_price: finished(draft.stop) }),
    ...protectionFields(draft),
    ...(worst !== undefined && { worst_price: formatAmount(worst) }),
    ...termFields(draft),
    fee_rate: formatAmount(instrument.spotFeeRate),
  };
}

function findProblem(
  draft: TicketDraft,
  facts: TicketFacts,
  { quantity, charged }: { quantity: Amount | undefined; charged: SpotLeg | undefined },
): TicketProblem | undefined {
  if (facts.closed !== undefined) return { field: undefined, code: facts.closed, params: {} };
  return (
    conditionsProblem(draft, facts) ??
    nameProblem(draft) ??
    // For an order by amount, a problem with the balance is reported before a problem with the resulting quantity.
    (asksForAmount(draft) ? balanceProblem(draft, facts, charged) : undefined) ??
    sizeProblem(draft, facts, quantity) ??
    balanceProblem(draft, facts, charged)
  );
}

/** Whether every price of the order, and its expiry, can be read. */
function isPriced(draft: TicketDraft): boolean {
  return (
    (!hasLimit(draft) || (typed(draft.price) ?? 0n) > 0n) &&
    (!hasStop(draft) || (typed(draft.stop) ?? 0n) > 0n) &&
    (termOf(draft) !== 'GTD' || expiresMsOf(draft) !== undefined)
  );
}

export function readTicket(draft: TicketDraft, facts: TicketFacts): TicketView {
  const { instrument } = facts;
  const { side, type } = draft;
  const market = spotPrice(side, facts);
  const limit = hasLimit(draft) ? typed(draft.price) : undefined;
  const start = trailStart(draft, facts);
  const price = type === 'trailing_stop' ? start : holdPriceOf(draft, facts);
  const quantity = quantityOf(draft, facts, price);
  const legAt = (at: Amount | undefined): SpotLeg | undefined =>
    at !== undefined && at > 0n && quantity !== undefined && quantity > 0n
      ? spotLeg(instrument, { side, quantity, price: at })
      : undefined;
  const leg = legAt(price);
  const worst = type === 'market' ? worstPrice(side, market, instrument.tickSize) : undefined;
  const fillsAtOnce =
    meetsLimit(draft, facts) && (side === 'buy' || limit === facts.bid || termOf(draft) === 'IOC');
  const waits = type !== 'market' && !fillsAtOnce && termOf(draft) !== 'IOC';
  // If the quote already meets the limit, the order is charged at the quote, although the preview shows its maximum cost.
  const charged = fillsAtOnce && leg !== undefined ? spotLeg(instrument, { ...leg, price: market }) : leg;
  const problem = findProblem(draft, facts, { quantity, charged });
  return {
    leg,
    limitLeg: type === 'oco' ? legAt(limit) : undefined,
    hold: waits && leg !== undefined ? spotHold(instrument, leg) : undefined,
    limitPrice: limit,
    stopPrice: hasStop(draft) ? typed(draft.stop) : start,
    expiresMs: expiresMsOf(draft),
    worstPrice: worst,
    fillsAtOnce,
    sentences: leg !== undefined && isPriced(draft) ? sentencesOf(draft) : [],
    problem,
    request: problem === undefined ? requestOf(draft, instrument, worst) : undefined,
  };
}
