/** Changes the take profit, stop loss, trailing distance or margin of a position or a resting order on the customer's request. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { closingPrice } from '@candor/domain/trading/contract.ts';
import { checkLevels } from '@candor/domain/trading/levels.ts';
import type { LevelBasis } from '@candor/domain/trading/levels.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { Decision, Facts } from '../commands/command.ts';
import { changeLater, changeNow, hasLevelsOf, isWaiting, withWaiting } from './changing.ts';
import { addingViolation } from './gate.ts';
import { instrumentOf, isFresh, isLongClosed, isSessionClosed } from './market.ts';
import type { Instruments } from './market.ts';
import { marginJournal, usableCollateral } from './effects.ts';
import { isReducedInPart } from './reducing.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';
import { positionView } from './view.ts';

/** Null removes a level; undefined leaves it unchanged. */
export type LevelsOrder = {
  readonly id: bigint;
  readonly takeProfit: Amount | null | undefined;
  readonly stopLoss: Amount | null | undefined;
  readonly profitLock: Amount | null | undefined;
  readonly trailing: Amount | null | undefined;
  readonly addMargin: Amount | undefined;
  readonly instruments: Instruments;
  readonly jurisdictions: JurisdictionMode;
};

type Wanted = Pick<LevelsOrder, 'takeProfit' | 'stopLoss' | 'profitLock' | 'trailing'>;
type SetStop = CallOutput<'POST lever/setstop'>;
type SetStopRefusal = CallRefusal<'POST lever/setstop'> | 'busy' | 'account_frozen' | 'account_locked';

export function decideLevels(order: LevelsOrder, facts: Facts): Decision<SetStop, SetStopRefusal> {
  const row = facts.row(positions, order.id);
  if (row === undefined) return refuse('trade_not_found', { field: 'id' });
  if (row.status === 'closing') return refuse('position_closing', { field: 'id' });
  // A market order that waits for its price keeps its original terms, and an order that only reduces a position has no TP/SL
  // levels.
  const isOnItsWay = row.status === 'pending' && row.type === 'market';
  if (!positions.isOpen(row) || isOnItsWay || row.reduces !== null)
    return refuse('position_not_open', { field: 'id' });
  const instrument = instrumentOf(row, order.instruments);
  const isClosed = isLongClosed(instrument, facts);
  const settled = withWaiting(row);
  const changed = withLevels(settled, order);
  const isNothingNew = order.addMargin === undefined && hasLevelsOf(settled, changed);
  if (isWaiting(row) && !isClosed && !isNothingNew) return refuse('change_waiting', { field: 'id' });
  const basis = basisOf(row, order, facts);
  if (!basis.ok) return basis;
  const checked = checkLevels(instrument, basis.value, order);
  if (!checked.ok) return checked;
  const barred = order.addMargin === undefined ? undefined : addingViolation(order.jurisdictions, facts);
  if (barred !== undefined) return barred;
  const added = order.addMargin ?? 0n;
  const affordable = order.addMargin === undefined ? ok(added) : canAdd(row, order.addMargin, facts);
  if (!affordable.ok) return affordable;
  if (isNothingNew) return ok({ answer: positionView(row, instrument) });
  const price = basis.value.currentPrice;
  const change = { row, changed, added, price, instrument };
  const isAtOnce = isClosed || isFresh(row.symbol, facts);
  // Otherwise pending margin and a partial closing by an order would each wait for the other.
  if (!isAtOnce && added > 0n && isReducedInPart(row, facts)) return refuse('busy');
  const { answer, ...effects } = isAtOnce ? changeNow(change, facts) : changeLater(change, facts);
  return ok({
    answer: positionView(answer, instrument),
    journals: added > 0n ? [marginJournal(answer, added)] : [],
    ...effects,
  });
}

/**
 * Returns the price that levels are compared with: a resting order's limit or stop, or the price at which a position would close.
 */
function basisOf(
  row: PositionRow,
  order: LevelsOrder,
  facts: Facts,
): Outcome<LevelBasis, 'trading_closed' | 'busy'> {
  const { side } = row;
  if (row.entryPrice === null) {
    const limit = row.price ?? 0n;
    return ok({ side, entryPrice: limit, currentPrice: limit });
  }
  const head = facts.head(row.symbol);
  if (head === undefined) return refuse('trading_closed', { field: 'id' });
  // While the session is closed the price doesn't move, so levels can be compared with it even if it is old.
  if (head.stale && !isSessionClosed(instrumentOf(row, order.instruments), facts)) {
    return refuse('trading_closed', { field: 'id' });
  }
  if (head.lagging) return refuse('busy');
  return ok({ side, entryPrice: row.entryPrice, currentPrice: closingPrice(side, head) });
}

/** A position has one stop, so setting either kind of stop removes the other. */
export function withLevels(row: PositionRow, order: Wanted): PositionRow {
  const { takeProfit, stopLoss, profitLock, trailing } = order;
  const stop =
    stopLoss !== undefined && stopLoss !== null
      ? ({ stopPrice: stopLoss, stopKind: 'loss' } as const)
      : profitLock !== undefined && profitLock !== null
        ? ({ stopPrice: profitLock, stopKind: 'lock' } as const)
        : isTakenAway(row, order)
          ? ({ stopPrice: null, stopKind: null } as const)
          : {};
  return {
    ...row,
    ...stop,
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(trailing === undefined ? {} : { trailing }),
  };
}

function isTakenAway(row: PositionRow, { stopLoss, profitLock }: Wanted): boolean {
  return (row.stopKind === 'loss' && stopLoss === null) || (row.stopKind === 'lock' && profitLock === null);
}

function canAdd(
  row: PositionRow,
  added: Amount,
  facts: Facts,
): Outcome<Amount, 'amount_wrong' | 'position_not_open' | 'margin_insufficient' | 'credit_insufficient'> {
  const field = 'add_margin';
  if (row.status !== 'open') return refuse('position_not_open', { field });
  if (added <= 0n) return refuse('amount_wrong', { field });
  const available = usableCollateral(row.collateral, facts);
  if (available >= added) return ok(added);
  const params = { needed: formatAmount(added), available: formatAmount(available), currency: 'USDT' };
  return refuse(row.collateral === 'promo' ? 'credit_insufficient' : 'margin_insufficient', {
    field,
    params,
  });
}
