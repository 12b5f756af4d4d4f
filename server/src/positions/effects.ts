/**
 * Computes the writes for opening and closing a position: postings, the row's next state, and events for the customer's
 * devices.
 */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal, Posting } from '@candor/domain/ledger/journal.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { mulDivUp } from '@candor/domain/money/rounding.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { closePosition } from '@candor/domain/trading/closing.ts';
import type { Settlement } from '@candor/domain/trading/closing.ts';
import { withoutUsed } from '@candor/domain/trading/hedge.ts';
import { closingPrice } from '@candor/domain/trading/contract.ts';
import type { OpeningCost } from '@candor/domain/trading/contract.ts';
import { put } from '../commands/command.ts';
import type { Arming, CustomerEvent, Facts, Put } from '../commands/command.ts';
import { keptProfit, usableCredit } from '../identity/experience-credit.ts';
import { arm, exposureOf } from './arming.ts';
import type { ArmingBasis } from './arming.ts';
import { owing } from './debts.ts';
import { borneTold } from './legs.ts';
import { chargedUpTo } from './overnight-financing.ts';
import type { RateNow } from './market.ts';
import type { Payer } from './payer.ts';
import { positions } from './tables.ts';
import type { AskedClosing, CloseReason, CloseRecord, PositionRow } from './tables.ts';
import { positionView } from './view.ts';

export function positionRef(id: bigint): string {
  return `position:${id}`;
}

/** Returns the account that a position's margin comes from, and the account in which it is frozen. */
export function accountsOf(collateral: PositionRow['collateral']): {
  readonly free: CustomerAccount;
  readonly frozen: CustomerAccount;
} {
  return collateral === 'promo'
    ? { free: 'promo', frozen: 'promo_frozen' }
    : { free: 'contract', frozen: 'contract_frozen' };
}

/** Returns the available amount of a collateral. Credit is available only until it expires. */
export function usableCollateral(collateral: PositionRow['collateral'], facts: Facts): Amount {
  return collateral === 'promo' ? usableCredit(facts) : facts.balance('contract', 'USDT');
}

function usdt(account: Journal['postings'][number]['account'], amount: Amount) {
  return { account, currency: 'USDT', amount };
}

/** Returns the journal of opening at market, which freezes the margin and charges the fee. */
export function openJournal(row: PositionRow, cost: OpeningCost): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_open', positionRef(row.id), [
    usdt(free, -cost.total),
    usdt(frozen, cost.margin),
    usdt('fees', cost.fee - cost.feeRounding),
    usdt('rounding', cost.feeRounding),
  ]);
}

/**
 * Returns the journal of filling a resting order. Of the amount that the order froze, the margin stays frozen, the fee is
 * charged, and the rest is returned.
 */
export function fillJournal(row: PositionRow, held: Amount, cost: OpeningCost): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_fill', positionRef(row.id), [
    usdt(frozen, cost.margin - held),
    usdt(free, held - cost.total),
    usdt('fees', cost.fee - cost.feeRounding),
    usdt('rounding', cost.feeRounding),
  ]);
}

/** Returns the journal that freezes the cost of a resting order, or the additional cost of a fill. */
export function holdJournal(row: PositionRow, held: Amount): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_hold', positionRef(row.id), [usdt(free, -held), usdt(frozen, held)]);
}

export function releaseJournal(row: PositionRow): Journal {
  return releasePart(row, row.margin);
}

/** Returns the journal that releases the part of a resting order's hold that the amended order no longer needs. */
export function releasePart(row: PositionRow, released: Amount): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_release', positionRef(row.id), [usdt(frozen, -released), usdt(free, released)]);
}

export function marginJournal(row: PositionRow, added: Amount): Journal {
  const { free, frozen } = accountsOf(row.collateral);
  return journal('contract_margin', positionRef(row.id), [usdt(free, -added), usdt(frozen, added)]);
}

/**
 * Returns the journals of a closing. Margin that came from experience credit becomes credit again, and a separate journal adds
 * the profit made with it.
 */
function closeJournals(
  row: PositionRow,
  settlement: Settlement,
  house: { readonly postings: readonly Posting[]; readonly owed: Amount; readonly offset: Amount },
): Journal[] {
  const { free, frozen } = accountsOf(row.collateral);
  const gained = settlement.gained - house.owed - house.offset;
  const ref = positionRef(row.id);
  const closed = journal('contract_close', ref, [
    usdt(frozen, -settlement.margin),
    ...(free === 'contract'
      ? [usdt(free, settlement.returned + gained)]
      : [usdt(free, settlement.returned), usdt('contract', gained)]),
    ...house.postings,
  ]);
  return free === 'contract' ? [closed] : [closed, ...keptProfit(ref, 'contract', gained)];
}

export type CloseAt = {
  readonly quantity: Amount;
  readonly price: Amount;
  /** The price at which a position on the other side would close at the same entry. */
  readonly opposite: Amount;
  /** The tape entry that made the price, and its time. */
  readonly seq: bigint;
  readonly timeMs: number;
  readonly reason: CloseReason;
  /**
   * The conversion rate that applies, with its time. Set if a newer rate may have been published since the row was last valued.
   */
  readonly rate?: RateNow | undefined;
  /** The number that the closing's journal will get. */
  readonly journalSeq: bigint;
  /** When the customer requested the closing, and the newest entry at that time. */
  readonly asked?: Omit<AskedClosing, 'quantity'>;
  /** The order that reduces the position. */
  readonly order?: bigint;
};

/** Returns the price at which a quote closes a position on this side, and the price for the opposite side. */
export function pricesAt(
  side: PositionRow['side'],
  quote: { readonly bid: Amount; readonly ask: Amount },
): Pick<CloseAt, 'price' | 'opposite'> {
  const opposite = closingPrice(side === 'long' ? 'short' : 'long', quote);
  return { price: closingPrice(side, quote), opposite };
}

export type Closed = {
  readonly row: PositionRow;
  readonly record: CloseRecord;
  readonly others: readonly Put[];
  readonly journals: readonly Journal[];
  readonly armings: readonly Arming[];
  readonly events: readonly CustomerEvent[];
  readonly owing: ReturnType<typeof owing>;
};

/** Closes a position or a part of it at a price, and computes the payments and the remaining row. */
export function closeEffects(
  given: PositionRow,
  at: CloseAt,
  how: {
    readonly facts: Facts;
    readonly payer: Payer;
    readonly arming: Omit<ArmingBasis, 'before'>;
  },
): Closed {
  const { facts, payer, arming } = how;
  const { legs } = payer;
  const before = legs.current(given);
  const charged = repricedAndCharged(before, at, arming.instrument);
  const closing = closePosition(arming.instrument, exposureOf(charged), at);
  const { settlement, pnl, fee } = closing;
  // The part's share of the financing is rounded as for any position, so that the total depends only on the charged nights. The
  // rest of the deduction is the charge.
  const financing = mulDivUp(charged.financing, at.quantity, before.openQuantity);
  const charge = closing.financing - financing;
  const leg = {
    ...{ seq: at.seq, opposite: at.opposite, shortfall: settlement.shortfall },
    gained: pnl - fee - closing.financing,
  };
  const borne = legs.bear(charged, leg, arming.instrument);
  const house = { ...payer.settle(settlement, { charge, offset: borne.offset }), offset: borne.offset };
  const record = recordOf(at, { charged, closing, financing, charge, borne, owed: house.owed, facts });
  const rested = restedRow(before, {
    charged,
    closing,
    charge,
    borne,
    record,
    reason: at.reason,
    nowMs: facts.nowMs,
  });
  const { row, armings } = arm(rested, { ...arming, before });
  const gained = settlement.gained - house.owed - borne.offset;
  // Gains made with credit become credit.
  const own = row.collateral === 'contract' ? settlement.returned + gained : gained > 0n ? 0n : gained;
  const others = legs.settle(row, { ...leg, borne, freed: own }, arming);
  return {
    row,
    record,
    journals: closeJournals(before, settlement, house),
    others: others.map((other) => put(positions, other.row)),
    owing: owing(
      {
        position: before.id,
        collateral: before.collateral,
        journalSeq: at.journalSeq,
        owed: house.owed,
      },
      facts,
    ),
    armings: [...armings, ...others.flatMap((other) => other.armings)],
    events: [row, ...others.map((other) => other.row)].map((one) => positionEvent(one, arming.instrument)),
  };
}

type Computed = {
  readonly charged: PositionRow;
  readonly closing: ReturnType<typeof closePosition>;
  readonly charge: Amount;
  readonly borne: ReturnType<Payer['legs']['bear']>;
};

function recordOf(
  at: CloseAt,
  made: Computed & { readonly financing: Amount; readonly owed: Amount; readonly facts: Facts },
): CloseRecord {
  const { charged, closing, financing, charge, borne, owed, facts } = made;
  return {
    quantity: formatAmount(at.quantity),
    price: formatAmount(at.price),
    tape_seq: at.seq.toString(),
    rate: formatAmount(charged.rate),
    rate_seq: charged.rateSeq === null ? null : charged.rateSeq.toString(),
    pnl: formatAmount(closing.pnl),
    fee: formatAmount(closing.fee),
    financing: formatAmount(financing),
    shortfall: formatAmount(closing.settlement.shortfall),
    owed: formatAmount(owed),
    ...borneTold(borne),
    charge: formatAmount(charge),
    reason: at.reason,
    journal_seq: at.journalSeq.toString(),
    time_ms: facts.nowMs,
    day: dayOf(facts.wallMs),
    ...(at.asked === undefined
      ? {}
      : { asked_ms: at.asked.askedMs, asked_seq: at.asked.askedSeq.toString() }),
    ...(at.order === undefined ? {} : { order: at.order.toString() }),
  };
}

function restedRow(
  before: PositionRow,
  made: Computed & { readonly record: CloseRecord; readonly reason: CloseReason; readonly nowMs: number },
): PositionRow {
  const { charged, closing, charge, borne, record, reason, nowMs } = made;
  const whole = closing.rest.quantity === 0n;
  return {
    ...charged,
    openQuantity: closing.rest.quantity,
    margin: closing.rest.margin,
    initialMargin: whole ? before.initialMargin : closing.rest.initialMargin,
    financing: closing.rest.financing - (charged.charge - charge),
    realisedPnl: before.realisedPnl + closing.pnl,
    closes: [...before.closes, record],
    charge: charged.charge - charge,
    gains: withoutUsed(charged.gains, borne.offsets),
    updatedMs: nowMs,
    asked: null,
    ...(whole ? { status: 'closed', reason: reason, closedMs: nowMs } : { status: 'open', reason: null }),
  };
}

/** Financing uses the rate that applies at the entry that triggers it; the closing uses the newest rate. */
function repricedAndCharged(row: PositionRow, at: CloseAt, instrument: ContractInstrument): PositionRow {
  if (at.rate === undefined) return chargedUpTo(row, instrument, at);
  const { rate, rateSeq, timeMs } = at.rate;
  const charged = chargedUpTo(timeMs <= at.timeMs ? { ...row, rate, rateSeq } : row, instrument, at);
  return { ...charged, rate, rateSeq };
}

export function positionEvent(row: PositionRow, instrument: ContractInstrument): CustomerEvent {
  return { name: 'position', payload: () => ({ position: positionView(row, instrument) }) };
}
