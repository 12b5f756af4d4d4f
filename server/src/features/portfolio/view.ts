/** A portfolio as returned by its calls. */
import { worthParts } from '@candor/domain/ledger/valuation.ts';
import type { Worth } from '@candor/domain/ledger/valuation.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import {
  bestAndWorst,
  daysOf,
  performanceSince,
  profitOf,
  returnPercent,
} from '@candor/domain/statement/performance.ts';
import type { DayOfValue, ValueAt } from '@candor/domain/statement/performance.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { daysOfPeriod, periods } from '@candor/protocol/portfolio/kinds.ts';
import type { Flows } from '../../worth/flows.ts';
import { limits } from './limits.ts';

type History = CallOutput<'GET portfolio/history'>;

export function valueView({ total, available, experience, parts }: Worth): CallOutput<'GET portfolio/value'> {
  return {
    ...{
      total: formatAmount(total),
      available: formatAmount(available),
      experience: formatAmount(experience),
    },
    parts: worthParts.map((part) => ({ part, value_usdt: formatAmount(parts[part]) })),
  };
}

/** `values` are the values at the end of each day, followed by the current value. */
export function historyView(values: readonly ValueAt[], { flows, beganMs }: Flows): History {
  const nowMs = values.at(-1)?.timeMs ?? 0;
  const days = beganMs === null ? [] : daysOf(values, { flows, beganMs, dayMs: DAY_MS });
  const { best, worst } = bestAndWorst(days);
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return {
    points: values.map(({ timeMs, value }) => ({ time: seconds(timeMs), value_usdt: formatAmount(value) })),
    flows: flows.slice(-limits.flowsShownMax).map(({ timeMs, kind, currency, amount, value }) => ({
      ...{ time: seconds(timeMs), kind, currency },
      ...{ amount: formatAmount(amount), value_usdt: formatAmount(value) },
    })),
    since: days[0] === undefined ? null : seconds(days[0].fromMs),
    performance: periods.flatMap((period) => {
      // A week ends now and begins when the day seven days before today ended.
      const found = performanceSince(days, today - (daysOfPeriod[period] - 1) * DAY_MS);
      if (found === undefined) return [];
      return [
        {
          ...{ period, from: seconds(found.fromMs), return_percent: orNull(found.percent) },
          ...{ profit_usdt: formatAmount(found.profit), deposited_usdt: formatAmount(found.deposited) },
          withdrawn_usdt: formatAmount(found.withdrawn),
        },
      ];
    }),
    best_day: best === undefined ? null : dayView(best),
    worst_day: worst === undefined ? null : dayView(worst),
  };
}

function dayView(day: DayOfValue): NonNullable<History['best_day']> {
  return {
    time: seconds(day.toMs),
    profit_usdt: formatAmount(profitOf(day)),
    return_percent: orNull(returnPercent([day])),
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
const orNull = (percent: Amount | null): string | null => (percent === null ? null : formatAmount(percent));
