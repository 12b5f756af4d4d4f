/** What opening and closing a position writes: postings, the row's next state, and what the customer's devices are told. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { closePosition } from '@candor/domain/trading/closing.ts';
import type { Settlement } from '@candor/domain/trading/closing.ts';
import type { OpeningCost } from '@candor/domain/trading/contract.ts';
import type { Arming, CustomerEvent, Facts } from '../commands/command.ts';
import { usableCredit } from '../identity/experience-credit.ts';
import { arm, exposureOf } from './arming.ts';
import type { ArmingBasis } from './arming.ts';
import { chargedUpTo } from './nights.ts';
import type { Purse } from './purse.ts';
import type { CloseReason, CloseRecord, PositionRow } from './tables.ts';
import { positionView } from './view.ts';

/** What the ledger calls a position. */
export function positionRef(id: bigint): string {
  return `position:${id}`;
}

/** The account that a position's margin comes from, and the one where it is frozen. */
export function accountsOf(collateral: PositionRow['collateral']): {
  readonly free: CustomerAccount;
  readonly frozen: CustomerAccount;
} {
  return collateral === 'promo'
    ? { free: 'promo', frozen: 'promo_frozen' }
    : { free: 'contract', frozen: 'contract_frozen' };
}

/** How much margin may be taken from a collateral now: what is free there, of credit while it has not expired. */
export function usableCollateral(collateral: PositionRow['collateral'], facts: Facts): Amount {
  return collateral === 'promo' ? usableCredit(facts) : facts.balance('contract', 'USDT');
}

function usdt(account: Journal['postings'][number]['account'], amount: Amount) {
  return { account, currency: 'USDT', amount };
}

/** Opening at market: the margin is frozen, the fee leaves. */
export function openJournal(row: PositionRow, cost: OpeningCost): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_open', positionRef(row.id), [
    usdt(free, -cost.total),
    usdt(frozen, cost.margin),
    usdt('fees', cost.fee - cost.feeRounding),
    usdt('rounding', cost.feeRounding),
  ]);
}

/** A resting order's opening: of what it froze the margin stays, the fee leaves, the rest comes back. */
export function fillJournal(row: PositionRow, held: Amount, cost: OpeningCost): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_fill', positionRef(row.id), [
    usdt(frozen, cost.margin - held),
    usdt(free, held - cost.total),
    usdt('fees', cost.fee - cost.feeRounding),
    usdt('rounding', cost.feeRounding),
  ]);
}

export function holdJournal(row: PositionRow): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_hold', positionRef(row.id), [usdt(free, -row.margin), usdt(frozen, row.margin)]);
}

export function releaseJournal(row: PositionRow): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_release', positionRef(row.id), [
    usdt(frozen, -row.margin),
    usdt(free, row.margin),
  ]);
}

export function marginJournal(row: PositionRow, added: Amount): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_margin', positionRef(row.id), [usdt(free, -added), usdt(frozen, added)]);
}

/** What of experience credit came back as margin is credit again; what was won with it is the customer's own. */
function closeJournal(row: PositionRow, settlement: Settlement, purse: Purse): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  const { trading, shortfall } = settlement;
  return journal('contract_close', positionRef(row.id), [
    usdt(frozen, -settlement.margin),
    ...(free === 'contract'
      ? [usdt(free, settlement.returned + settlement.gained)]
      : [usdt(free, settlement.returned), usdt('contract', settlement.gained)]),
    usdt(trading < 0n ? purse.payer('trading', -trading) : 'trading', trading),
    usdt('fees', settlement.fees),
    usdt('interest', settlement.interest),
    usdt('rounding', settlement.rounding),
    ...(shortfall > 0n ? [usdt(purse.payer('insurance', shortfall), -shortfall)] : []),
  ]);
}

export type CloseAt = {
  readonly quantity: Amount;
  readonly price: Amount;
  /** The entry of the tape that made the price, and its time. */
  readonly seq: bigint;
  readonly timeMs: number;
  readonly reason: CloseReason;
  /** The number that the closing's journal will have. */
  readonly journalSeq: bigint;
};

export type Closed = {
  readonly row: PositionRow;
  readonly record: CloseRecord;
  readonly journals: readonly Journal[];
  readonly armings: readonly Arming[];
  readonly events: readonly CustomerEvent[];
};

/** Closes a position or a part of it at a price: who gets what, and what of it stays. */
export function closeEffects(
  before: PositionRow,
  at: CloseAt,
  how: {
    readonly facts: Facts;
    readonly purse: Purse;
    readonly arming: Omit<ArmingBasis, 'before'>;
  },
): Closed {
  const { facts, purse, arming } = how;
  const charged = chargedUpTo(before, arming.instrument, at.timeMs);
  const closing = closePosition(arming.instrument, exposureOf(charged), at);
  const record: CloseRecord = {
    quantity: formatAmount(at.quantity),
    price: formatAmount(at.price),
    tape_seq: at.seq.toString(),
    rate: formatAmount(before.rate),
    pnl: formatAmount(closing.pnl),
    fee: formatAmount(closing.fee),
    financing: formatAmount(closing.financing),
    shortfall: formatAmount(closing.settlement.shortfall),
    reason: at.reason,
    journal_seq: at.journalSeq.toString(),
    time_ms: facts.nowMs,
    day: dayOf(facts.wallMs),
  };
  const whole = closing.rest.quantity === 0n;
  const rested: PositionRow = {
    ...charged,
    openQuantity: closing.rest.quantity,
    margin: closing.rest.margin,
    initialMargin: whole ? before.initialMargin : closing.rest.initialMargin,
    financing: closing.rest.financing,
    realisedPnl: before.realisedPnl + closing.pnl,
    closes: [...before.closes, record],
    updatedMs: facts.nowMs,
    ...(whole ? { status: 'closed', reason: at.reason, closedMs: facts.nowMs } : {}),
  };
  const { row, armings } = arm(rested, { ...arming, before });
  return {
    row,
    record,
    journals: [closeJournal(before, closing.settlement, purse)],
    armings,
    events: [positionEvent(row, arming.instrument)],
  };
}

export function positionEvent(row: PositionRow, instrument: ContractInstrument): CustomerEvent {
  return { name: 'position', payload: () => ({ position: positionView(row, instrument) }) };
}
