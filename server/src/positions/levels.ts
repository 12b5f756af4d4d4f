/** Take-profit, stop, trailing distance and margin of a position or a resting order, changed by its customer. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { closingPrice } from '@candor/domain/trading/contract.ts';
import { checkLevels } from '@candor/domain/trading/levels.ts';
import type { LevelBasis } from '@candor/domain/trading/levels.ts';
import { equityAt } from '@candor/domain/trading/liquidation.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import { put } from '../commands/command.ts';
import type { Decision, Facts } from '../commands/command.ts';
import { arm, exposureOf, nextShare } from './arming.ts';
import { addingFault } from './gate.ts';
import { headSeqOf, instrumentOf, isSessionClosed } from './market.ts';
import type { Instruments } from './market.ts';
import { marginJournal, positionEvent, usableCollateral } from './effects.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';
import { positionView } from './view.ts';

/** Null takes a level away, undefined leaves it. */
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

type SetStop = CallOutput<'POST lever/setstop'>;
type SetStopRefusal = CallRefusal<'POST lever/setstop'> | 'busy' | 'account_frozen' | 'account_locked';

export function decideLevels(order: LevelsOrder, facts: Facts): Decision<SetStop, SetStopRefusal> {
  const before = facts.row(positions, order.id);
  if (before === undefined) return refuse('trade_not_found', { field: 'id' });
  if (before.status === 'closing') return refuse('position_closing', { field: 'id' });
  // An order at market that waits for its price keeps what it was asked with.
  const isOnItsWay = before.status === 'pending' && before.type === 'market';
  if (!positions.isOpen(before) || isOnItsWay) return refuse('position_not_open', { field: 'id' });
  const instrument = instrumentOf(before, order.instruments);
  const basis = basisOf(before, order, facts);
  if (!basis.ok) return basis;
  const checked = checkLevels(instrument, basis.value, order);
  if (!checked.ok) return checked;
  const barred = order.addMargin === undefined ? undefined : addingFault(order.jurisdictions, facts);
  if (barred !== undefined) return barred;
  const added = order.addMargin ?? 0n;
  const affordable = order.addMargin === undefined ? ok(added) : canAdd(before, order.addMargin, facts);
  if (!affordable.ok) return affordable;
  const changed = withMargin(withLevels(before, order), {
    added,
    day: dayOf(facts.wallMs),
    price: basis.value.currentPrice,
    order,
  });
  const { row, armings } = arm(
    { ...changed, updatedMs: facts.nowMs },
    { instrument, before, seqOf: headSeqOf(facts) },
  );
  return ok({
    answer: positionView(row, instrument),
    journals: added > 0n ? [marginJournal(row, added)] : [],
    puts: [put(positions, row)],
    armings,
    events: [positionEvent(row, instrument)],
  });
}

/** What levels are measured against: of a resting order its limit; of a position the price at which it would close. */
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
  // Outside its session the price stands still, and levels may be set against it as it stands.
  if (head.stale && !isSessionClosed(instrumentOf(row, order.instruments), facts)) {
    return refuse('trading_closed', { field: 'id' });
  }
  if (head.lagging) return refuse('busy');
  return ok({ side, entryPrice: row.entryPrice, currentPrice: closingPrice(side, head) });
}

/** A position has one stop: setting one of the two takes the other away. */
function withLevels(row: PositionRow, order: LevelsOrder): PositionRow {
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

function isTakenAway(row: PositionRow, { stopLoss, profitLock }: LevelsOrder): boolean {
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

/** More margin lifts the equity: warnings that no longer hold are taken back, so that they can come again. */
function withMargin(
  row: PositionRow,
  { added, day, price, order }: { added: Amount; day: number; price: Amount; order: LevelsOrder },
): PositionRow {
  if (added === 0n) return row;
  const after = { ...row, margin: row.margin + added, added: addedOn(day, row.added, added) };
  const equity = equityAt(instrumentOf(row, order.instruments), exposureOf(after), price);
  const isAbove = (warned: PositionRow['warned']): boolean =>
    equity * ONE > nextShare(warned) * row.initialMargin;
  return { ...after, warned: isAbove(0) ? 0 : row.warned === 60 && isAbove(75) ? 75 : row.warned };
}

/** What was added on one day is one row: limits look at nothing finer. */
function addedOn(day: number, before: PositionRow['added'], added: Amount): PositionRow['added'] {
  const last = before.at(-1);
  if (last?.day !== day) return [...before, { day, amount: added }];
  return [...before.slice(0, -1), { day, amount: last.amount + added }];
}
