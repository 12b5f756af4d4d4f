/** The problems of a ticket by field, found before the order is sent, by the server's own rules. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Refusal } from '@candor/domain/outcome.ts';
import { conditionsViolation } from '@candor/domain/trading/conditions.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import { checkPrice, checkQuantity, spotLeg, spotPrice } from '@candor/domain/trading/spot.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { expiresMsOf, isNameWrong, isPostOnly, termOf } from '../../../lib/order-terms.ts';
import { protectionViolation, trailingOf } from './protection-draft.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { asksForAmount, hasLimit, hasStop, meetsLimit, typed } from './ticket-draft.ts';

export const TICKET_FIELDS = [
  'price',
  'stop_price',
  'expires_at',
  'client_order_id',
  'trailing',
  'take_profit',
  'stop_loss',
  'quantity',
  'amount',
] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];
export const OWN_PROBLEMS = [
  'price_missing',
  'stop_missing',
  'trailing_missing',
  'until_missing',
  'quantity_missing',
  'amount_missing',
  'limit_not_reached',
  'name_wrong',
] as const;
/** A problem with a text of the app, because the server has no refusal of this name. */
export type OwnProblem = (typeof OWN_PROBLEMS)[number];
export type TicketProblem = {
  /** The field with the problem; undefined if the problem is the market or the balance. */
  readonly field: TicketField | undefined;
  readonly code: RefusalCode | OwnProblem;
  readonly params: Readonly<Record<string, string>>;
};

function problem(
  code: TicketProblem['code'],
  field?: TicketField,
  params: TicketProblem['params'] = {},
): TicketProblem {
  return { field, code, params };
}

function refused(refusal: Refusal<RefusalCode>): TicketProblem {
  const field = TICKET_FIELDS.find((known) => known === refusal.field);
  return problem(refusal.code, field, refusal.params);
}

const isMissing = (text: string): boolean => (typed(text) ?? 0n) === 0n;

/** The first problem with the prices and the expiry of the order. */
export function conditionsProblem(draft: TicketDraft, facts: TicketFacts): TicketProblem | undefined {
  return waitProblem(draft, facts) ?? protectionProblem(draft, facts);
}

function protectionProblem(draft: TicketDraft, facts: TicketFacts): TicketProblem | undefined {
  const violation = protectionViolation(draft, facts);
  return violation && refused(violation.refusal);
}

function waitProblem(draft: TicketDraft, facts: TicketFacts): TicketProblem | undefined {
  if (draft.type === 'market') return undefined;
  const trailing = trailingOf(draft);
  if (draft.type === 'trailing_stop' && trailing === undefined)
    return problem('trailing_missing', 'trailing');
  if (hasStop(draft) && isMissing(draft.stop)) return problem('stop_missing', 'stop_price');
  if (hasLimit(draft) && isMissing(draft.price)) return problem('price_missing', 'price');
  const { instrument, nowMs } = facts;
  const { side, type } = draft;
  const price = hasLimit(draft) ? typed(draft.price) : undefined;
  if (termOf(draft) === 'IOC') return nowOrNeverProblem(draft, facts, price ?? 0n);
  const expiresMs = expiresMsOf(draft);
  if (termOf(draft) === 'GTD' && expiresMs === undefined) return problem('until_missing', 'expires_at');
  const violation = conditionsViolation(
    {
      ...{ instrument, side, type, price, postOnly: isPostOnly(draft) },
      stopPrice: hasStop(draft) ? typed(draft.stop) : undefined,
      ...trailing,
      // Before the first tick, only the server knows the market's time.
      expiresMs: nowMs === undefined ? undefined : expiresMs,
    },
    facts,
    { nowMs: nowMs ?? 0 },
  );
  return violation && refused(violation.refusal);
}

export function nameProblem(draft: Pick<TicketDraft, 'ownName'>): TicketProblem | undefined {
  return isNameWrong(draft) ? problem('name_wrong', 'client_order_id') : undefined;
}

function nowOrNeverProblem(draft: TicketDraft, facts: TicketFacts, price: Amount): TicketProblem | undefined {
  const checked = checkPrice(facts.instrument, price);
  if (!checked.ok) return refused(checked.refusal);
  if (meetsLimit(draft, facts)) return undefined;
  return problem('limit_not_reached', 'price', { price: formatAmount(spotPrice(draft.side, facts)) });
}

export function sizeProblem(
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

export function balanceProblem(
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
