/**
 * Changes the price, the quantity, the TP/SL levels or the expiry of a resting order, which keeps its id. An amendment is
 * accepted only at a fresh price, at which a cancellation would take effect immediately, so that nobody can amend with knowledge
 * of a later price. Pure.
 */
import { expiryViolation } from '@candor/domain/trading/conditions.ts';
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { checkContractQuantity, openingCost } from '@candor/domain/trading/contract.ts';
import { checkLevels } from '@candor/domain/trading/levels.ts';
import { checkPrice } from '@candor/domain/trading/spot.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { append, put } from '../commands/command.ts';
import type { Decision, Facts, Head } from '../commands/command.ts';
import { cancelOnlyViolation } from '../identity/gates.ts';
import { arm } from './arming.ts';
import { orderNamed } from './cancelling.ts';
import type { Cancellation } from './cancelling.ts';
import { askedNow, hasLevelsOf, isWaiting } from './changing.ts';
import { partOf } from './closing.ts';
import { coverViolation } from './cover.ts';
import { holdJournal, positionEvent, releasePart, usableCollateral } from './effects.ts';
import { openingViolation } from './gate.ts';
import { withLevels } from './levels.ts';
import { headSeqOf, instrumentOf, tradableHead } from './market.ts';
import { waitsForMargin } from './reducing.ts';
import { limitViolation, stopViolation } from './resting.ts';
import { positionAmendments, positions } from './tables.ts';
import type { PositionRow } from './tables.ts';
import { positionView } from './view.ts';

/** The new terms. Undefined leaves a term unchanged; null removes a level or the expiry. */
export type Amendment = Cancellation & {
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
  readonly price: Amount | undefined;
  readonly quantity: Amount | undefined;
  readonly takeProfit: Amount | null | undefined;
  readonly stopLoss: Amount | null | undefined;
  readonly trailing: Amount | null | undefined;
  readonly expiresMs: number | null | undefined;
};
type Amended = Decision<
  CallOutput<'POST lever/amend'>,
  CallRefusal<'POST lever/amend'> | 'busy' | 'account_frozen' | 'account_locked'
>;
/** The cost of an order that only reduces a position. */
const NOTHING = { margin: 0n, fee: 0n, total: 0n };

type At = { readonly listed: ContractInstrument; readonly head: Head; readonly facts: Facts };

export function decideAmend(asked: Amendment, facts: Facts): Amended {
  const { row, field } = orderNamed(asked, facts);
  if (row === undefined) return refuse('trade_not_found', { field });
  // The order can no longer be amended if it waits for the next quote, or if its cancellation was requested.
  if (row.status !== 'pending' || row.type === 'market' || row.cancel !== null) {
    return refuse('order_state_wrong', { field });
  }
  if (isWaiting(row)) return refuse('change_waiting', { field });
  const listed = asked.termsAt(listedOf(row, asked), facts.wallMs);
  if (row.reduces !== null && hasLevels(asked)) return refuse('order_state_wrong', { field });
  const wanted = { ...row, instrument: listed, jurisdictions: asked.jurisdictions };
  // Like closing a position, an order that only reduces one needs to pass no gates.
  const barred =
    row.reduces === null ? (openingViolation(wanted, facts) ?? cancelOnlyViolation(facts)) : undefined;
  if (barred !== undefined) return barred;
  const head = tradableHead(listed, facts);
  if (!head.ok) return head;
  const isOver = row.expiresMs !== null && facts.nowMs >= row.expiresMs;
  if (head.value.aged || isOver || facts.nowMs <= (row.amendedMs ?? row.createdMs)) return refuse('busy');
  const changed = changedBy(asked, row, facts);
  const bounded = quantityOf(changed, listed, facts);
  if (!bounded.ok) return bounded;
  const reduced = reducedBy(row, facts);
  if (reduced !== undefined && waitsForMargin(reduced, changed.quantity)) return refuse('busy');
  const late =
    typeof asked.expiresMs === 'number'
      ? expiryViolation({ expiresMs: asked.expiresMs }, facts.nowMs)
      : undefined;
  if (late !== undefined) return late;
  return priced(row, changed, { listed, head: head.value, facts });
}

function hasLevels({ takeProfit, stopLoss, trailing }: Amendment): boolean {
  return takeProfit !== undefined || stopLoss !== undefined || trailing !== undefined;
}

function reducedBy({ reduces }: Pick<PositionRow, 'reduces'>, facts: Facts): PositionRow | undefined {
  return facts.openRows(positions).find(({ id }) => id === reduces);
}

/** Returns the quantity. A reducing order can close at most what is open. */
function quantityOf({ quantity, reduces }: PositionRow, listed: ContractInstrument, facts: Facts) {
  const reduced = reducedBy({ reduces }, facts);
  return reduced === undefined ? checkContractQuantity(listed, quantity) : partOf(reduced, quantity, listed);
}

function listedOf({ symbol }: PositionRow, { instruments }: Amendment): ContractInstrument {
  const listed = instruments.get(symbol);
  if (listed === undefined) throw new Error(`expected an instrument ${symbol}, found none`);
  return listed;
}

function changedBy(asked: Amendment, row: PositionRow, facts: Facts): PositionRow {
  const { takeProfit, stopLoss, trailing } = asked;
  const expiresMs = asked.expiresMs === undefined ? row.expiresMs : asked.expiresMs;
  // If a reducing order is larger than the position, it closes only what is open.
  const open = reducedBy(row, facts)?.openQuantity ?? row.quantity;
  const kept = row.quantity < open ? row.quantity : open;
  return {
    ...withLevels(row, { takeProfit, stopLoss, trailing, profitLock: undefined }),
    ...{ price: asked.price ?? row.price, quantity: asked.quantity ?? kept },
    ...{ expiresMs, timeInForce: expiresMs === null ? 'GTC' : 'GTD' },
  };
}

/**
 * Returns the amended order. The price and the levels are checked like those of a new order, except that an amended limit order
 * never opens immediately.
 */
function priced(row: PositionRow, changed: PositionRow, at: At): Amended {
  const { listed, head } = at;
  const { side, type, takeProfit, trailing, stopPrice } = changed;
  const price = changed.price ?? 0n;
  const checked = checkPrice(listed, price);
  if (!checked.ok) return checked;
  const violation =
    type === 'stop'
      ? stopViolation(side, price, head)
      : limitViolation({ side, price, postOnly: true }, head);
  if (violation !== undefined) return violation;
  const basis = { side, entryPrice: price, currentPrice: price };
  const levels = checkLevels(listed, basis, { takeProfit, trailing, stopLoss: stopPrice });
  if (!levels.ok) {
    if (levels.refusal.code === 'profit_lock_wrong')
      throw new Error('expected a resting order without a profit lock, got a refusal of its profit lock');
    return { ok: false, refusal: { ...levels.refusal, code: levels.refusal.code } };
  }
  const { worstPrice } = row;
  if (worstPrice !== null && (side === 'long' ? price > worstPrice : price < worstPrice)) {
    const params = { price: formatAmount(price), worst: formatAmount(worstPrice) };
    return refuse('price_moved', { field: 'price', params });
  }
  return amendedTo(row, changed, at);
}

function amendedTo(row: PositionRow, changed: PositionRow, { listed, head, facts }: At): Amended {
  // The order keeps the rates at which it was accepted.
  const instrument = { ...listed, contractFeeRate: row.feeRate };
  const deal = {
    side: row.side,
    quantity: changed.quantity,
    price: changed.price ?? 0n,
    rate: row.placedRate,
  };
  const cost = row.reduces === null ? openingCost(instrument, { ...deal, leverage: row.leverage }) : NOTHING;
  const more = cost.total - row.margin;
  const available = usableCollateral(row.collateral, facts);
  const field = changed.quantity === row.quantity ? 'price' : 'quantity';
  if (more > available) {
    const params = { needed: formatAmount(more), available: formatAmount(available), currency: 'USDT' };
    return refuse(row.collateral === 'promo' ? 'credit_insufficient' : 'margin_insufficient', {
      field,
      params,
    });
  }
  const uncovered = more > 0n ? coverViolation(listed, deal, facts) : undefined;
  if (uncovered !== undefined) return uncovered;
  const isDearer = cost.margin !== row.staked;
  const keepsLevels = hasLevelsOf(row, changed);
  const amended: PositionRow = {
    ...changed,
    ...{ openFee: cost.fee, initialMargin: cost.margin, margin: cost.total, amendedMs: facts.nowMs },
    // Self-imposed limits count the new stake on the day of the amendment.
    ...(isDearer ? { staked: cost.margin, placedDay: dayOf(facts.wallMs) } : {}),
    ...(keepsLevels ? {} : { change: { ...askedNow(row, facts), waits: null }, updatedMs: facts.nowMs }),
  };
  const basis = { instrument, before: row, seqOf: headSeqOf(facts), renewed: 'limit' } as const;
  const { row: armed, armings } = arm(amended, basis);
  return ok({
    answer: positionView(armed, instrumentOf(armed, new Map([[listed.symbol, listed]]))),
    journals: more === 0n ? [] : [more > 0n ? holdJournal(row, more) : releasePart(row, -more)],
    puts: [put(positions, armed)],
    appends: [append(positionAmendments, amendmentOf(row, armed, head))],
    armings,
    events: [positionEvent(armed, instrument)],
  });
}

function amendmentOf(was: PositionRow, is: PositionRow, head: Head) {
  const [, wasSeq = '0', wasSinceMs = was.createdMs] = was.armed.limit ?? [];
  return {
    ...{ book: is.book, positionId: is.id, version: is.armed.limit?.[0] ?? 0, symbol: is.symbol },
    ...{ wasPrice: was.price ?? 0n, wasQuantity: was.quantity, wasExpiresMs: was.expiresMs },
    ...{ wasArmedSeq: BigInt(wasSeq), wasSinceMs },
    ...{ price: is.price ?? 0n, quantity: is.quantity, expiresMs: is.expiresMs },
    ...{ tapeSeq: head.seq, fillAgeMs: head.fillAgeMs, timeMs: is.amendedMs ?? 0 },
  };
}
