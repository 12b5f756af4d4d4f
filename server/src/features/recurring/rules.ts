/** Rules for customers' actions on plans. Pure. The README lists the order of the checks. */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { firstDueMs, isSchedule } from '@candor/domain/recurring/schedule.ts';
import type { Schedule } from '@candor/domain/recurring/schedule.ts';
import { checkQuantity, quantityForBudget, spotLeg } from '@candor/domain/trading/spot.ts';
import type { CallInput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts, Head } from '../../commands/command.ts';
import { cancelOnlyViolation, gateViolation, gateOf, stopViolation } from '../../identity/gates.ts';
import { changed, deleted, paused, resumed } from './states.ts';
import type { Moment, Terms } from './states.ts';
import { armingsOf, recurringPlans } from './tables.ts';
import type { PlanRow } from './tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { limits } from './limits.ts';

/** Contains only the id, because the state of the plan and its purchases are read after the command. */
export type PlanAnswer = { readonly id: string };
type CreateRefusal = CallRefusal<'POST recurring/create'> | 'busy' | 'account_frozen' | 'account_locked';

export type NewPlan = Terms & {
  readonly instrument: ContractInstrument;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
  /** Midnight UTC at the start of the first day; nothing is due before it. */
  readonly firstDayMs: number | undefined;
};

type Typed = Pick<CallInput<'POST recurring/change'>, 'amount' | 'every' | 'on_day' | 'hour'>;

export function readTerms({ amount, every, on_day, hour }: Typed): Outcome<Terms, 'parameter_wrong'> {
  const parsed = parseAmount(amount);
  if (parsed === undefined || parsed <= 0n) return wrong('amount');
  const schedule: Schedule = { every, onDay: on_day, hour };
  return isSchedule(schedule) ? ok({ amount: parsed, schedule }) : wrong('on_day');
}

/** Parses the first day, which must not be in the past. */
export function readFirstDay(
  day: string | undefined,
  nowMs: number,
): Outcome<number | undefined, 'parameter_wrong'> {
  if (day === undefined) return ok(undefined);
  const ms = Date.parse(`${day}T00:00:00Z`);
  const isDay = Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === day;
  const isNear = ms > nowMs - DAY_MS && ms <= nowMs + limits.firstDaysMax * DAY_MS;
  return isDay && isNear ? ok(ms) : wrong('first_day');
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

export function decidePlan(plan: NewPlan, facts: Facts): Decision<PlanAnswer, CreateRefusal> {
  const { instrument, amount, schedule, firstDayMs = 0 } = plan;
  const gate = { nowMs: facts.wallMs, jurisdictions: plan.jurisdictions, product: 'spot' } as const;
  const barred =
    gateViolation(gateOf(facts), 'spot_buy', gate) ??
    stopViolation({ product: 'spot', symbol: instrument.symbol }, facts) ??
    cancelOnlyViolation(facts);
  if (barred !== undefined) return barred;
  const head = facts.head(instrument.symbol);
  if (head?.closed === true) return refuse('pair_not_active', { field: 'symbol' });
  const max = limits.plansMax;
  if (facts.openCount(recurringPlans) >= max)
    return refuse('recurring_too_many', { params: { max: max.toString() } });
  if (head === undefined) return refuse('busy');
  const bounded = amountViolation(amount, { instrument: plan.termsAt(instrument, facts.wallMs), head });
  if (bounded !== undefined) return bounded;
  const { every, onDay, hour } = schedule;
  const row: PlanRow = {
    book: facts.book,
    id: facts.newId(),
    symbol: instrument.symbol,
    ...{ amount, every, onDay, hour, status: 'active', reason: null, shortRun: 0, version: 1 },
    dueMs: firstDueMs(schedule, { dayMs: firstDayMs, nowMs: facts.nowMs }),
    armedSeq: head.seq,
    createdMs: facts.nowMs,
    updatedMs: facts.nowMs,
  };
  return written(row);
}

/** Refuses an amount that buys less than the minimum quantity at the newest price, or more than the maximum quantity. */
function amountViolation(
  amount: Amount,
  { instrument, head }: { readonly instrument: ContractInstrument; readonly head: Head },
) {
  const quantity = quantityForBudget(instrument, { amount, price: head.ask });
  if (quantity < instrument.quantityMin) {
    const { quantityMin, quote } = instrument;
    const least = spotLeg(instrument, { side: 'buy', quantity: quantityMin, price: head.ask });
    const params = { min: formatAmount(least.total), currency: quote };
    return refuse('amount_below_minimum', { field: 'amount', params });
  }
  const checked = checkQuantity(instrument, quantity, 'amount');
  return checked.ok ? undefined : refuse('quantity_above_maximum', checked.refusal);
}

export type PlanRef = { readonly id: bigint };
type OwnDecision = Decision<PlanAnswer, 'not_found'>;
type ChangeRefusal = CallRefusal<'POST recurring/change'> | 'not_found' | 'busy';
type ResumeRefusal = CallRefusal<'POST recurring/resume'> | 'not_found' | 'account_frozen' | 'account_locked';

export type Change = PlanRef &
  Terms & {
    readonly instruments: ReadonlyMap<string, ContractInstrument>;
    readonly termsAt: InstrumentAt;
  };

export function decideChange(change: Change, facts: Facts): Decision<PlanAnswer, ChangeRefusal> {
  const found = ownPlan(change, facts);
  if (!found.ok) return found;
  const { plan, head, at } = found.value;
  const instrument = change.instruments.get(plan.symbol);
  if (instrument === undefined || head === undefined) return refuse('busy');
  const bounded = amountViolation(change.amount, {
    instrument: change.termsAt(instrument, facts.wallMs),
    head,
  });
  return bounded ?? written(changed(plan, change, at));
}

/** Pausing a plan that is already paused succeeds without a change, as does resuming an active one. */
export function decidePause(ref: PlanRef, facts: Facts): OwnDecision {
  const found = ownPlan(ref, facts);
  if (!found.ok) return found;
  const { plan, at } = found.value;
  return plan.status === 'active' ? written(paused(plan, 'customer', at)) : ok({ answer: answerOf(plan) });
}

export function decideResume(
  { id, jurisdictions }: PlanRef & { readonly jurisdictions: JurisdictionMode },
  facts: Facts,
): Decision<PlanAnswer, ResumeRefusal> {
  const found = ownPlan({ id }, facts);
  if (!found.ok) return found;
  const { plan, at } = found.value;
  if (plan.status === 'active') return ok({ answer: answerOf(plan) });
  const gate = { nowMs: facts.wallMs, jurisdictions, product: 'spot' } as const;
  return gateViolation(gateOf(facts), 'spot_buy', gate) ?? written(resumed(plan, at));
}

export function decideDelete(ref: PlanRef, facts: Facts): OwnDecision {
  const found = ownPlan(ref, facts);
  return found.ok ? written(deleted(found.value.plan, found.value.at)) : found;
}

/** Deletes a customer's plans on a start-over, so that they buy nothing afterwards. */
export function endForStartOver(facts: Facts) {
  const ended = facts
    .openRows(recurringPlans)
    .map((plan) => deleted(plan, { nowMs: facts.nowMs, seq: plan.armedSeq }));
  return { puts: ended.map((plan) => put(recurringPlans, plan)), armings: ended.flatMap(armingsOf) };
}

type Own = { readonly plan: PlanRow; readonly head: Head | undefined; readonly at: Moment };

/** Finds the plan in the customer's book, unless it was deleted. */
function ownPlan({ id }: PlanRef, facts: Facts): Outcome<Own, 'not_found'> {
  const plan = facts.row(recurringPlans, id);
  if (plan === undefined || plan.status === 'deleted') return refuse('not_found', { field: 'id' });
  const head = facts.head(plan.symbol);
  return ok({ plan, head, at: { nowMs: facts.nowMs, seq: head?.seq ?? plan.armedSeq } });
}

const answerOf = ({ id }: PlanRow): PlanAnswer => ({ id: id.toString() });

function written(plan: PlanRow) {
  return ok({ answer: answerOf(plan), puts: [put(recurringPlans, plan)], armings: armingsOf(plan) });
}
