/** Results of a customer's tickets. Losses are shown as prominently as gains. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { mulDivDown, mulDivUp } from '@candor/domain/money/rounding.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { DayResult } from './store.ts';
import { payableOf } from './view.ts';
import type { StakeCurrency } from './tables.ts';

type Results = CallOutput<'GET microtrade/results'>;

export function resultsView(days: readonly DayResult[]): Results {
  const { won, lost, tied, void: voided } = countsOf(days);
  const stakes = sum(days, (day) => day.decidedStakesUsdt);
  const profits = sum(days, (day) => day.decidedProfitsUsdt);
  return {
    currencies: [...grouped(days, payable)].map(([currency, own]) => ({
      currency,
      tickets: own.reduce((count, day) => count + day.won + day.lost + day.tied + day.void, 0),
      ...countsOf(own),
      staked: formatAmount(sum(own, (day) => day.staked)),
      net: formatAmount(sum(own, (day) => day.net)),
    })),
    all: {
      ...{ won, lost, tied, void: voided },
      win_rate: won + lost === 0 ? null : formatAmount(mulDivDown(BigInt(won), ONE, BigInt(won + lost))),
      // The share w of stakes that must win to break even: a customer then gains w of the profits and loses the rest of the
      // stakes.
      break_even_rate: stakes === 0n ? null : formatAmount(mulDivUp(stakes, ONE, stakes + profits)),
      net_usdt: formatAmount(sum(days, (day) => day.netUsdt)),
    },
    days: [...grouped(days, ({ day }) => day)].map(([day, own]) => ({
      day,
      ...{ won: countsOf(own).won, lost: countsOf(own).lost },
      net_usdt: formatAmount(sum(own, (one) => one.netUsdt)),
    })),
  };
}

function payable({ source, currency }: DayResult) {
  return payableOf({ source, currency: currency as StakeCurrency });
}

function countsOf(days: readonly DayResult[]) {
  const count = (of: 'won' | 'lost' | 'tied' | 'void') => days.reduce((all, day) => all + day[of], 0);
  return { won: count('won'), lost: count('lost'), tied: count('tied'), void: count('void') };
}

function sum(days: readonly DayResult[], of: (day: DayResult) => Amount): Amount {
  return days.reduce((total, day) => total + of(day), 0n);
}

function grouped<Key>(days: readonly DayResult[], keyOf: (day: DayResult) => Key): Map<Key, DayResult[]> {
  const groups = new Map<Key, DayResult[]>();
  for (const day of days) {
    const key = keyOf(day);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [day]);
    else group.push(day);
  }
  return groups;
}
