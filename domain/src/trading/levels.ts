/**
 * Validation of the take-profit, stop and trailing distance of a position or resting order. All prices are whole ticks. Levels
 * are compared with the entry price and the price at which the position would close.
 */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { PositionSide } from './contract.ts';
import { checkPrice } from './spot.ts';

/** The requested levels; absent or null means none. A position has one stop, either a stop-loss or a profit lock. */
export type Levels = {
  readonly takeProfit?: Amount | null | undefined;
  readonly stopLoss?: Amount | null | undefined;
  readonly profitLock?: Amount | null | undefined;
  /** The distance from the best closing price since the trailing stop was set, as a price difference. */
  readonly trailing?: Amount | null | undefined;
};

/** The prices with which levels are compared. For a resting order, both are the limit price. */
export type LevelBasis = {
  readonly side: PositionSide;
  readonly entryPrice: Amount;
  /** The price at which the position would close now: the bid for a long, the ask for a short. */
  readonly currentPrice: Amount;
};

export type LevelField = 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing';
type SideRefusal = 'take_profit_wrong' | 'stop_loss_wrong' | 'profit_lock_wrong' | 'trailing_wrong';
export type LevelRefusal = SideRefusal | 'price_off_tick' | 'price_above_maximum';

type Rule = {
  readonly field: LevelField;
  readonly value: Amount | null | undefined;
  readonly code: SideRefusal;
  readonly fits: (value: Amount) => boolean;
};

/**
 * Checks levels in the order take_profit, stop_loss, profit_lock, trailing, and refuses the first invalid one with its field.
 * None may be 0. For a long (a short is mirrored):
 *
 * - take-profit: at or above the higher of entry and current price;
 * - stop-loss: at or below the lower of entry and current price;
 * - profit lock: a stop strictly between entry and current price, so neither a resting order nor a position with a stop-loss can
 *   have one;
 * - trailing: a distance smaller than the current price.
 *
 * take_profit_wrong, stop_loss_wrong, profit_lock_wrong and trailing_wrong name the violated rule, with the parameters `entry`
 * and `current`. price_off_tick and price_above_maximum mean that the value is not a valid price of the instrument.
 */
export function checkLevels(
  terms: Pick<ContractTerms, 'tickSize'>,
  basis: LevelBasis,
  levels: Levels,
): Outcome<Levels, LevelRefusal> {
  for (const rule of rulesFor(basis, levels)) {
    if (rule.value === null || rule.value === undefined) continue;
    const refusal = checkLevel(terms, basis, { ...rule, value: rule.value });
    if (!refusal.ok) return refusal;
  }
  return ok(levels);
}

/** For a short, all comparisons of prices are mirrored. */
function rulesFor({ side, entryPrice, currentPrice }: LevelBasis, levels: Levels): readonly Rule[] {
  const sign = side === 'long' ? 1n : -1n;
  const [entry, current] = [sign * entryPrice, sign * currentPrice];
  const [lower, higher] = entry < current ? [entry, current] : [current, entry];
  const hasStopLoss = levels.stopLoss !== null && levels.stopLoss !== undefined;
  return [
    {
      field: 'take_profit',
      value: levels.takeProfit,
      code: 'take_profit_wrong',
      fits: (value) => sign * value >= higher,
    },
    {
      field: 'stop_loss',
      value: levels.stopLoss,
      code: 'stop_loss_wrong',
      fits: (value) => sign * value <= lower,
    },
    {
      field: 'profit_lock',
      value: levels.profitLock,
      code: 'profit_lock_wrong',
      fits: (value) => !hasStopLoss && entry < sign * value && sign * value < current,
    },
    {
      field: 'trailing',
      value: levels.trailing,
      code: 'trailing_wrong',
      fits: (value) => value < currentPrice,
    },
  ];
}

function checkLevel(
  terms: Pick<ContractTerms, 'tickSize'>,
  { entryPrice, currentPrice }: LevelBasis,
  rule: Rule & { readonly value: Amount },
): Outcome<Amount, LevelRefusal> {
  const { field, value, code } = rule;
  const params = { entry: formatAmount(entryPrice), current: formatAmount(currentPrice) };
  if (value <= 0n) return refuse(code, { field, params });
  const price = checkPrice(terms, value, field);
  if (!price.ok) return price;
  return rule.fits(value) ? price : refuse(code, { field, params });
}

/**
 * Returns the kind of a price entered in the order form's stop field: a profit lock on the profit side of the entry, otherwise
 * a stop-loss.
 */
export function stopKind({ side, entryPrice }: LevelBasis, stop: Amount): 'loss' | 'lock' {
  const inProfit = side === 'long' ? stop > entryPrice : stop < entryPrice;
  return inProfit ? 'lock' : 'loss';
}
