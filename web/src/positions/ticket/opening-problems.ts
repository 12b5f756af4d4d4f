/** Problems with an opening, in the order of the server's checks, each at its field. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { expiryViolation } from '@candor/domain/trading/conditions.ts';
import { checkContractQuantity, closingPrice, openingPrice } from '@candor/domain/trading/contract.ts';
import type { ContractTicket } from '@candor/domain/trading/contract-ticket.ts';
import type { LevelBasis, Levels } from '@candor/domain/trading/levels.ts';
import { checkLevels, stopKind } from '@candor/domain/trading/levels.ts';
import { checkPrice } from '@candor/domain/trading/spot.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { expiresMsOf, isNameWrong, isNowOrNever, isPostOnly, termOf } from '../../lib/order-terms.ts';
import type { OpeningDraft, OpeningFacts, TypedOpening } from './opening.ts';

export const openingFields = [
  'price',
  'expires_at',
  'client_order_id',
  'quantity',
  'take_profit',
  'stop_loss',
  'trailing',
] as const;
export type OpeningField = (typeof openingFields)[number];

/** Problems found only by the ticket: empty fields, and a kind of stop that only an open position can have. */
export const ownCodes = ['price_missing', 'stop_missing', 'quantity_missing', 'stop_is_lock'] as const;
export type OwnCode = (typeof ownCodes)[number];
/** Problems shared with the spot ticket, with the same texts. */
export const sharedCodes = ['until_missing', 'limit_not_reached', 'name_wrong'] as const;
export type SharedCode = (typeof sharedCodes)[number];

export type OpeningProblem = {
  /** The field with the problem; undefined if the problem is the market, the permission or the account. */
  readonly field: OpeningField | undefined;
  readonly code: RefusalCode | OwnCode | SharedCode;
  readonly params: Readonly<Record<string, string>>;
};

type Read = { readonly values: TypedOpening; readonly ticket: ContractTicket | undefined };
type Found = OpeningProblem | undefined;

function problem(
  code: OpeningProblem['code'],
  field?: OpeningField,
  params: OpeningProblem['params'] = {},
): OpeningProblem {
  return { field, code, params };
}

export function openingProblems(
  draft: OpeningDraft,
  facts: OpeningFacts,
  read: Read,
): readonly OpeningProblem[] {
  return [
    facts.enabled ? undefined : problem('lever_not_enabled'),
    closedProblem(facts),
    priceProblem(draft, facts, read.values),
    endProblem(draft, facts),
    isNameWrong(draft) ? problem('name_wrong', 'client_order_id') : undefined,
    quantityProblem(facts, read.values),
    ...levelProblems(draft, facts, read.values),
    balanceProblem(draft, facts, read.ticket),
  ].filter((found) => found !== undefined);
}

function closedProblem({ closed, rate, bid }: OpeningFacts): Found {
  if (closed !== undefined) return problem(closed);
  // The market counts as closed without a rate, which the notional needs, or without a quote.
  return rate === undefined || bid <= 0n ? problem('trading_closed') : undefined;
}

function priceProblem(draft: OpeningDraft, facts: OpeningFacts, { limit }: TypedOpening): Found {
  if (draft.type === 'market') return undefined;
  if (limit === undefined) return problem(draft.type === 'stop' ? 'stop_missing' : 'price_missing', 'price');
  const checked = checkPrice(facts.terms, limit);
  if (!checked.ok) return problem(checked.refusal.code, 'price', checked.refusal.params);
  if (draft.type === 'stop') return reachedProblem(draft, facts, limit);
  if (isNowOrNever(draft)) return nowOrNeverProblem(draft, facts, limit);
  if (draft.side === 'short' && limit < facts.bid) {
    return problem('limit_sell_below_price', 'price', { price: formatAmount(facts.bid) });
  }
  return isPostOnly(draft) && meetsMarket(draft.side, limit, facts)
    ? problem('post_only_would_fill', 'price', nowOf(draft, facts))
    : undefined;
}

/** The price that a limit or a stop is compared with. */
const nowOf = ({ side }: OpeningDraft, facts: OpeningFacts) => ({
  price: formatAmount(openingPrice(side, facts)),
});

/** An IOC or FOK order needs a limit that the price has already reached. */
function nowOrNeverProblem(draft: OpeningDraft, facts: OpeningFacts, limit: Amount): Found {
  return meetsMarket(draft.side, limit, facts)
    ? undefined
    : problem('limit_not_reached', 'price', nowOf(draft, facts));
}

function endProblem(draft: OpeningDraft, { nowMs }: OpeningFacts): Found {
  if (termOf(draft) !== 'GTD') return undefined;
  const expiresMs = expiresMsOf(draft);
  if (expiresMs === undefined) return problem('until_missing', 'expires_at');
  // Before the first tick, only the server knows the market's time.
  const violation = nowMs === undefined ? undefined : expiryViolation({ expiresMs }, nowMs);
  return violation && problem(violation.refusal.code, 'expires_at', violation.refusal.params);
}

/** A stop order waits for the price to reach its level, so a level that is already reached is refused. */
function reachedProblem(draft: OpeningDraft, facts: OpeningFacts, level: Amount): Found {
  if (draft.side === 'long' ? facts.ask < level : facts.bid > level) return undefined;
  return problem('stop_already_reached', 'price', nowOf(draft, facts));
}

function quantityProblem({ terms }: OpeningFacts, { quantity }: TypedOpening): Found {
  if (quantity === undefined) return problem('quantity_missing', 'quantity');
  const checked = checkContractQuantity(terms, quantity);
  return checked.ok ? undefined : problem(checked.refusal.code, 'quantity', checked.refusal.params);
}

/** Returns the prices with which levels are compared. For an order that rests, both are its limit. */
function basisOf(
  { side, type }: OpeningDraft,
  facts: OpeningFacts,
  limit: Amount | undefined,
): LevelBasis | undefined {
  if (type !== 'market' && limit === undefined) return undefined;
  if (limit !== undefined && (type === 'stop' || !meetsMarket(side, limit, facts))) {
    return { side, entryPrice: limit, currentPrice: limit };
  }
  return { side, entryPrice: openingPrice(side, facts), currentPrice: closingPrice(side, facts) };
}

export function meetsMarket(
  side: OpeningDraft['side'],
  limit: Amount,
  quote: Pick<OpeningFacts, 'bid' | 'ask'>,
): boolean {
  return side === 'long' ? limit >= quote.ask : limit <= quote.bid;
}

/** Returns the problems with take-profit, stop and trailing distance, in this order. */
export function levelProblems(
  draft: OpeningDraft,
  facts: OpeningFacts,
  values: TypedOpening,
): readonly Found[] {
  const basis = basisOf(draft, facts, values.limit);
  if (basis === undefined) return [];
  const { takeProfit, stop, trailing } = values;
  const isLock = stop !== undefined && stopKind(basis, stop) === 'lock';
  const entry = formatAmount(basis.entryPrice);
  return [
    levelProblem(facts, basis, { takeProfit }),
    isLock ? problem('stop_is_lock', 'stop_loss', { entry }) : levelProblem(facts, basis, { stopLoss: stop }),
    levelProblem(facts, basis, { trailing }),
  ];
}

const fields = { takeProfit: 'take_profit', stopLoss: 'stop_loss', trailing: 'trailing' } as const;

function levelProblem(
  { terms }: OpeningFacts,
  basis: LevelBasis,
  level: Pick<Levels, keyof typeof fields>,
): Found {
  const checked = checkLevels(terms, basis, level);
  if (checked.ok) return undefined;
  const field =
    'takeProfit' in level ? fields.takeProfit : 'trailing' in level ? fields.trailing : fields.stopLoss;
  const { code, params = {} } = checked.refusal;
  // The domain's rule refuses prices and distances with the same code, but a distance needs a different text.
  return problem(field === 'trailing' && code === 'stop_loss_wrong' ? 'trailing_wrong' : code, field, params);
}

function balanceProblem(
  { collateral }: OpeningDraft,
  { available }: OpeningFacts,
  ticket: ContractTicket | undefined,
): Found {
  if (available === undefined || ticket === undefined || ticket.total <= available[collateral])
    return undefined;
  return problem(collateral === 'promo' ? 'credit_insufficient' : 'margin_insufficient', 'quantity', {
    currency: 'USDT',
    needed: formatAmount(ticket.total),
    available: formatAmount(available[collateral]),
  });
}
