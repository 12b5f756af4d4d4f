/**
 * Decides what happens when a plan is due: a market order is placed, or the purchase is skipped and the customer is notified of
 * the reason. Pure. Each due time has exactly one outcome, even if it fires late, repeatedly or in several processes.
 */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Effects, Facts, Needs } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { standingOf } from '../../identity/account-standing.ts';
import { deleted, gone, waiting } from './states.ts';
import { purchaseNotice, skipNotice } from './notifications.ts';
import { armingsOf, orderedArming, recurringPlans, recurringPurchases } from './tables.ts';
import type { PlanRow, PurchaseRow } from './tables.ts';
import { limits } from './limits.ts';

type Purchase = {
  readonly instrument: ContractInstrument;
  readonly amount: Amount;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};

/** Places a market order; supplied by the feature that owns orders. */
export type BuyAtMarket = {
  readonly gather: (purchase: Purchase) => Needs;
  readonly decide: (
    purchase: Purchase,
    facts: Facts,
  ) => Decision<Pick<CallOutput<'POST coin/trade'>, 'id' | 'status' | 'legs'>, string>;
  readonly needOf: (order: bigint) => NonNullable<Needs['rows']>[number];
  readonly cameTo: (order: bigint, facts: Facts) => Ended | undefined;
};

export type Ended = {
  readonly symbol: string;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: string | null;
  readonly filledQuantity: Amount;
};

export type PlanFiring = {
  readonly id: bigint;
  readonly version: number;
  readonly entry: TapeEntry;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};

type Fired = { readonly fired: boolean };
type Done = Decision<Fired, never>;

/** Refusals that mean that there is no price. The purchase then waits for the next price, until it is too late. */
const NO_PRICE: ReadonlySet<string> = new Set(['busy', 'trading_closed', 'trading_paused', 'market_closed']);

export function decideDue(buy: BuyAtMarket) {
  return (firing: PlanFiring, facts: Facts): Done => {
    const { entry } = firing;
    const plan = facts.row(recurringPlans, firing.id);
    if (plan === undefined || plan.status !== 'active' || plan.version !== firing.version)
      return ok({ answer: { fired: false } });
    if (entry.symbol !== plan.symbol || entry.timeMs < plan.dueMs)
      throw new FalselyFired(
        `entry ${entry.symbol} ${entry.seq} comes before recurring plan ${plan.id} is due`,
      );
    const head = facts.head(plan.symbol);
    const seq = head !== undefined && head.seq > entry.seq ? head.seq : entry.seq;
    const at: DueAt = { facts, nowMs: Math.max(facts.nowMs, entry.timeMs), seq };
    // A closed account buys nothing.
    if (standingOf(facts)?.status === 'closed') return moved(deleted(plan, at));
    if (at.nowMs >= plan.dueMs + limits.lateMs) return skipped(plan, 'purchase_late', at);
    const decided = buy.decide(purchaseOf(plan, firing), facts);
    if (decided.ok) return bought(plan, decided.value, at);
    const { code } = decided.refusal;
    return NO_PRICE.has(code) ? moved(waiting(plan, at)) : skipped(plan, code, at);
  };
}

type DueAt = { readonly facts: Facts; readonly nowMs: number; readonly seq: bigint };

export function purchaseOf(
  { symbol, amount }: Pick<PlanRow, 'symbol' | 'amount'>,
  firing: PlanFiring,
): Purchase {
  const instrument = firing.instruments.get(symbol);
  if (instrument === undefined) throw new Error(`expected an instrument ${symbol}, found none`);
  const { termsAt, jurisdictions } = firing;
  return { instrument, amount, termsAt, jurisdictions };
}

type Order = Effects<Pick<CallOutput<'POST coin/trade'>, 'id' | 'status' | 'legs'>>;

/**
 * Records the order, which has either filled at a fresh quote or waits for the next quote. If it waits, `settling.ts` decides the
 * outcome.
 */
function bought(plan: PlanRow, { answer, ...order }: Order, at: DueAt): Done {
  const [leg] = answer.legs;
  const orderId = BigInt(answer.id);
  const status = leg === undefined ? 'ordered' : 'bought';
  const row = gone(plan, 'bought', at);
  const purchase = purchaseRow(plan, { id: orderId, status, orderId, reason: null }, at);
  return ok({
    ...order,
    answer: { fired: true },
    puts: [...(order.puts ?? []), put(recurringPlans, row)],
    appends: [
      ...(order.appends ?? []),
      append(recurringPurchases, purchase),
      ...(leg === undefined
        ? []
        : [purchaseNotice(plan, { purchase: orderId, quantity: leg.quantity }, at.facts)]),
    ],
    armings: [
      ...(order.armings ?? []),
      ...armingsOf(row),
      ...(leg === undefined ? [orderedArming(purchase, plan.symbol)] : []),
    ],
  });
}

function skipped(plan: PlanRow, reason: string, at: DueAt): Done {
  const row = gone(plan, reason === 'balance_insufficient' ? 'short' : 'skipped', at);
  const purchase = purchaseRow(plan, { id: at.facts.newId(), status: 'skipped', orderId: null, reason }, at);
  return ok({
    ...moved(row).value,
    appends: [
      append(recurringPurchases, purchase),
      skipNotice(row, { purchase: purchase.id, reason }, at.facts),
    ],
  });
}

function moved(row: PlanRow) {
  return ok({ answer: { fired: true }, puts: [put(recurringPlans, row)], armings: armingsOf(row) });
}

function purchaseRow(
  { book, id: plan, dueMs, amount }: PlanRow,
  how: Pick<PurchaseRow, 'id' | 'status' | 'orderId' | 'reason'>,
  { nowMs, seq }: DueAt,
): PurchaseRow {
  return { book, plan, dueMs, amount, ...how, version: 1, armedSeq: seq, timeMs: nowMs };
}
