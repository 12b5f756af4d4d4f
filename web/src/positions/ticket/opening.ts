/**
 * The state of the leveraged ticket, derived from its input: the exact cost by the server's own rule, any problem, and the
 * request. Pure: input strings and facts in, a view out.
 */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import type { ContractTicket } from '@candor/domain/trading/contract-ticket.ts';
import { contractTicket } from '@candor/domain/trading/contract-ticket.ts';
import { financingRate } from '@candor/domain/trading/financing.ts';
import type { submitInput } from '@candor/protocol/positions/schemas.ts';
import type { InferInput } from 'valibot';
import type { OrderTerms } from '../../lib/order-terms.ts';
import { expiresMsOf, isNowOrNever, termFields } from '../../lib/order-terms.ts';
import { worstPrice } from '../../lib/worst-price.ts';
import type { ClosedReason } from '../../live/closed-reason.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { OpeningProblem } from './opening-problems.ts';
import { levelProblems, meetsMarket, openingProblems } from './opening-problems.ts';

export type Collateral = 'contract' | 'promo';

/** The input, as strings so that nothing is lost or changed. */
export type OpeningDraft = OrderTerms & {
  readonly side: PositionSide;
  readonly type: 'market' | 'limit' | 'stop';
  readonly quantity: string;
  /** The leverage as a whole number, or empty before a choice. */
  readonly leverage: string;
  readonly collateral: Collateral;
  readonly price: string;
  readonly takeProfit: string;
  readonly stop: string;
  readonly trailing: string;
};

export type OpeningFacts = {
  readonly symbol: string;
  readonly terms: ContractTerms;
  readonly bid: Amount;
  readonly ask: Amount;
  /** The price of one unit of the quote currency in USDT, or undefined before the first publication. */
  readonly rate: Amount | undefined;
  readonly closed: ClosedReason | undefined;
  readonly enabled: boolean;
  /** The USDT available as margin, or undefined until it is known. */
  readonly available: Readonly<Record<Collateral, Amount>> | undefined;
  /** The market's time; undefined before the first tick. */
  readonly nowMs: number | undefined;
};

export type OpeningRequest = InferInput<typeof submitInput>;

/** The typed amounts, undefined if empty. A price or quantity of zero counts as empty. */
export type TypedOpening = {
  readonly quantity: Amount | undefined;
  /** The limit of a limit order, or the level of a stop order. */
  readonly limit: Amount | undefined;
  readonly takeProfit: Amount | undefined;
  readonly stop: Amount | undefined;
  readonly trailing: Amount | undefined;
};

export type OpeningView = {
  /** The chosen leverage, or the lowest leverage offered. */
  readonly leverage: number;
  /** The cost if price and quantity are known, even if some problem prevents the order. An invalid stop adds no loss. */
  readonly ticket: ContractTicket | undefined;
  readonly limitPrice: Amount | undefined;
  readonly worstPrice: Amount | undefined;
  readonly expiresMs: number | undefined;
  /** Whether a limit order fills immediately, at the quote, because the quote already meets its limit. */
  readonly fillsAtOnce: boolean;
  /** Each problem is shown at its field, and the first problem also on the button. */
  readonly problems: readonly OpeningProblem[];
  readonly request: OpeningRequest | undefined;
};

function typed(text: string): Amount | undefined {
  return parseAmount(finishedDecimal(text));
}

function aboveZero(value: Amount | undefined): Amount | undefined {
  return value === 0n ? undefined : value;
}

export function typedOpening(draft: OpeningDraft): TypedOpening {
  return {
    quantity: aboveZero(typed(draft.quantity)),
    limit: draft.type === 'market' ? undefined : aboveZero(typed(draft.price)),
    takeProfit: typed(draft.takeProfit),
    stop: typed(draft.stop),
    trailing: typed(draft.trailing),
  };
}

/** Returns the draft's leverage if the instrument offers it, and otherwise the lowest leverage offered. */
export function chosenLeverage(draft: Pick<OpeningDraft, 'leverage'>, terms: ContractTerms): number {
  const wanted = terms.leverages.find((choice) => choice.toString() === draft.leverage);
  return wanted ?? terms.leverages[0] ?? 1;
}

/** Returns the worst accepted price of a market order: above the quote for a long, below it for a short. */
function worstOpening(side: PositionSide, facts: OpeningFacts): Amount {
  return worstPrice(side === 'long' ? 'buy' : 'sell', openingPrice(side, facts), facts.terms.tickSize);
}

/** Whether a request opens at the newest or the next price, or not at all. */
export function isAtMarket({ type, time_in_force: term }: OpeningRequest): boolean {
  return type === 'market' || term === 'IOC';
}

function ticketOf(
  draft: OpeningDraft,
  facts: OpeningFacts,
  values: TypedOpening & { readonly leverage: number },
): ContractTicket | undefined {
  const { quantity, limit, stop, leverage } = values;
  const { bid, ask, rate, terms } = facts;
  if (quantity === undefined || rate === undefined || bid <= 0n || ask < bid) return undefined;
  if (draft.type !== 'market' && limit === undefined) return undefined;
  const waitsFor =
    draft.type === 'stop'
      ? { limit: undefined, stopEntry: limit }
      : { limit: isNowOrNever(draft) ? undefined : limit };
  return contractTicket(terms, { side: draft.side, quantity, leverage, ...waitsFor, stop, bid, ask, rate });
}

function requestOf(
  draft: OpeningDraft,
  { symbol, terms }: OpeningFacts,
  values: RequestValues,
): OpeningRequest {
  const { quantity, limit, takeProfit, stop, trailing, leverage, worst } = values;
  const text = <Name extends string>(name: Name, value: Amount | undefined) =>
    value === undefined ? {} : ({ [name]: formatAmount(value) } as { [Key in Name]: string });
  return {
    symbol,
    side: draft.side,
    type: draft.type,
    quantity: formatAmount(quantity),
    leverage,
    ...text('price', limit),
    ...text('worst_price', worst),
    ...text('fee_rate', terms.contractFeeRate),
    ...text('financing_rate', financingRate(terms, draft.side)),
    ...text('take_profit', takeProfit),
    ...text('stop_loss', stop),
    ...text('trailing', trailing),
    collateral: draft.collateral,
    ...termFields(draft),
  };
}

type RequestValues = TypedOpening & {
  readonly quantity: Amount;
  readonly leverage: number;
  readonly worst: Amount | undefined;
};

export function readOpening(draft: OpeningDraft, facts: OpeningFacts): OpeningView {
  const values = typedOpening(draft);
  const leverage = chosenLeverage(draft, facts.terms);
  const stopFits = levelProblems(draft, facts, values).every((found) => found?.field !== 'stop_loss');
  const ticket = ticketOf(draft, facts, { ...values, leverage, stop: stopFits ? values.stop : undefined });
  const worst = draft.type === 'market' ? worstOpening(draft.side, facts) : undefined;
  const problems = openingProblems(draft, facts, { values, ticket });
  const { quantity, limit } = values;
  return {
    leverage,
    ticket,
    limitPrice: limit,
    worstPrice: worst,
    expiresMs: expiresMsOf(draft),
    fillsAtOnce:
      !isNowOrNever(draft) &&
      draft.type === 'limit' &&
      limit !== undefined &&
      meetsMarket(draft.side, limit, facts),
    problems,
    request:
      problems.length > 0 || quantity === undefined
        ? undefined
        : requestOf(draft, facts, { ...values, quantity, leverage, worst }),
  };
}
