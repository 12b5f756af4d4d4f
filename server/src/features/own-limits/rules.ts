/** Rules for self-imposed limits, pauses and self-exclusions. Pure. The README lists the order of the checks. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import {
  allowedAt,
  changeLimit,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  periodEndMs,
  periodStartMs,
  startAt,
  usedAt,
  usedSince,
} from '@candor/domain/policy/own-limit.ts';
import type { LimitKind, LimitPeriod, OwnLimit } from '@candor/domain/policy/own-limit.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { gateOf } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { OWN_HISTORY_ID, ownHistories, ownLimits } from '../../identity/own-limits.ts';
import type { OwnHistory, OwnLimitRow } from '../../identity/own-limits.ts';
import { ownPauses } from './tables.ts';
import type { OwnPauseRow } from './tables.ts';

type LimitView = CallOutput<'POST user/limit_set'>;
type LimitsView = CallOutput<'GET user/limits'>;
type PauseView = CallOutput<'POST user/time_out'>;

/** Larger than any balance. */
const AMOUNT_MAX = amount('1000000000000');

export type LimitOrder = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null removes the limit. */
  readonly amount: Amount | null;
};

export function limitId({ kind, period }: Pick<OwnLimit, 'kind' | 'period'>): bigint {
  return BigInt(LIMIT_KINDS.indexOf(kind) * LIMIT_PERIODS.length + LIMIT_PERIODS.indexOf(period));
}

export function decideLimit(order: LimitOrder, facts: Facts): Decision<LimitView, 'amount_wrong' | 'busy'> {
  const { wallMs } = facts;
  if (order.amount !== null && order.amount > AMOUNT_MAX) {
    return refuse('amount_wrong', { field: 'amount', params: { max: formatAmount(AMOUNT_MAX) } });
  }
  const before = facts.row(ownLimits, limitId(order));
  const history = facts.row(ownHistories, OWN_HISTORY_ID);
  if (history === undefined) throw new Error(`expected the history of book ${facts.book}, found none`);
  const known = before !== undefined && ownLimits.isOpen(before);
  // The history doesn't include changes by earlier commands of the same batch. A retry reads them.
  if (!known && history.seq + 1n !== facts.journalSeq) return refuse('busy');
  const start = known ? rolled(before, wallMs) : { ...unset(order, history, wallMs), book: facts.book };
  const row: OwnLimitRow = { ...start, ...changeLimit(start, order.amount, wallMs), id: limitId(order) };
  const isNothing = before === undefined && order.amount === null;
  const answer = limitView(row, wallMs);
  if (isNothing) return ok({ answer, puts: [] });
  return ok({ answer, puts: [put(ownLimits, row)], appends: [noticeNow(facts, 'limits_changed')] });
}

function rolled<Limit extends OwnLimit>(limit: Limit, nowMs: number): Limit {
  return { ...limit, used: usedAt(limit, nowMs), periodStartMs: startAt(limit, nowMs) };
}

/**
 * Returns a limit that is not set, with the amount that would count towards it. Customers see their usage whether or not a limit
 * is set.
 */
function unset(
  { kind, period }: Pick<OwnLimit, 'kind' | 'period'>,
  { days }: Pick<OwnHistory, 'days'>,
  nowMs: number,
): OwnLimit {
  const startMs = periodStartMs(period, nowMs);
  const used = usedSince(kind, days, startMs);
  return { kind, period, amount: null, pending: null, used, periodStartMs: startMs };
}

function seconds(timeMs: number): number {
  return Math.ceil(timeMs / 1000);
}

function limitView(limit: OwnLimit, nowMs: number): LimitView {
  const { kind, period, pending } = limit;
  const allowed = allowedAt(limit, nowMs);
  const waits = pending !== null && pending.fromMs > nowMs;
  const text = (bound: Amount | null) => (bound === null ? null : formatAmount(bound));
  return {
    kind,
    period,
    amount: text(allowed),
    pending: waits ? { amount: text(pending.amount), from: seconds(pending.fromMs) } : null,
    used: formatAmount(usedAt(limit, nowMs)),
    resets_at: seconds(periodEndMs(period, nowMs)),
  };
}

export function limitsView(
  known: { readonly limits: readonly OwnLimitRow[]; readonly history: OwnHistory; readonly gate: Gate },
  nowMs: number,
): LimitsView {
  const { limits, history, gate } = known;
  const resultOf = (period: LimitPeriod): string => {
    const since = periodStartMs(period, nowMs);
    const result = history.days.filter(({ day }) => day * 86_400_000 >= since);
    return formatAmount(result.reduce((sum, one) => sum + one.result, 0n));
  };
  const running = (untilMs: number | null) => (untilMs !== null && untilMs > nowMs ? seconds(untilMs) : null);
  return {
    limits: LIMIT_KINDS.flatMap((kind) =>
      LIMIT_PERIODS.map((period) => {
        const set = limits.find((limit) => limit.kind === kind && limit.period === period);
        const limit =
          set !== undefined && ownLimits.isOpen(set) ? set : unset({ kind, period }, history, nowMs);
        return limitView(limit, nowMs);
      }),
    ),
    time_out_until: running(gate.timeOutUntilMs),
    excluded_until: running(gate.excludedUntilMs),
    results: {
      day: resultOf('day'),
      week: resultOf('week'),
      month: resultOf('month'),
      at_risk: formatAmount(history.days.reduce((sum, { open }) => sum + open, 0n)),
    },
  };
}

export type PauseOrder = { readonly kind: OwnPauseRow['kind']; readonly length: number };

/** Returns the end of a pause of a number of hours or calendar months. If the last month is shorter, the day is its last day. */
function pauseEndMs({ kind, length }: PauseOrder, nowMs: number): number {
  if (kind === 'time_out') return nowMs + length * HOUR_MS;
  const then = new Date(nowMs);
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + length);
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(day, last));
  return then.getTime();
}

/** Starts a pause immediately. Writes nothing if a pause of the same kind already lasts at least as long. */
export function decidePause(order: PauseOrder, facts: Facts): Decision<PauseView, never> {
  const fromMs = facts.wallMs;
  const gate = gateOf(facts);
  const runsUntilMs = (order.kind === 'time_out' ? gate.timeOutUntilMs : gate.excludedUntilMs) ?? -Infinity;
  const untilMs = pauseEndMs(order, fromMs);
  if (runsUntilMs >= untilMs) return ok({ answer: { until: seconds(runsUntilMs) } });
  const row: OwnPauseRow = { book: facts.book, id: facts.newId(), kind: order.kind, fromMs, untilMs };
  const appends = [append(ownPauses, row), noticeNow(facts, 'limits_changed')];
  return ok({ answer: { until: seconds(untilMs) }, appends });
}
