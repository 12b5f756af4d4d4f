/** The first screen of the operators' console: work queues and service times, the platform's balance, and its exposure. */
import { ONE, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { mulDivDown } from '@candor/domain/money/rounding.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import { houseStanding } from '../../ledger/house-standing.ts';
import { openBreaches } from '../../ledger/breaches-found.ts';
import { backlogOf, serviceLevelOf } from '../../operators/cases.ts';
import type { CaseSource } from '../../operators/cases.ts';
import type { Exposure } from '../../platform/feature.ts';
import { countersAt, haltedSymbols, openExposures } from './risk-store.ts';

type Board = ConsoleOutput<'GET dashboard'>;

export type BoardDeps = {
  readonly pool: Pool;
  readonly cases: readonly CaseSource[];
  /** Units of the base currency per contract, by symbol. */
  readonly contractSizes: ReadonlyMap<string, Amount>;
  readonly exposures: readonly Exposure[];
  readonly now: () => number;
};

export async function boardOf(deps: BoardDeps): Promise<Board> {
  const { pool, cases, now } = deps;
  const nowMs = now();
  const [waiting, standing, risk, found] = await Promise.all([
    Promise.all(cases.map((source) => queueOf(pool, source, nowMs))),
    houseStanding(pool),
    riskOf(deps),
    openBreaches(pool),
  ]);
  const currencies = standing.map(({ currency, claims, custody, own }) => ({
    currency,
    claims: formatAmount(claims),
    custody: formatAmount(custody),
    own: formatAmount(own),
  }));
  const breaches = found.map(({ invariant, detail, foundMs }) => ({
    ...{ invariant, detail },
    found_at: Math.floor(foundMs / 1000),
  }));
  return { breaches, waiting, currencies, risk };
}

async function queueOf(pool: Pool, source: CaseSource, nowMs: number): Promise<Board['waiting'][number]> {
  const [backlog, level] = await Promise.all([
    backlogOf(pool, source, nowMs),
    serviceLevelOf(pool, source, nowMs),
  ]);
  return {
    kind: source.kind,
    count: backlog.count,
    overdue: backlog.overdue,
    oldest_since: backlog.oldestSince,
    median_minutes: level.medianMinutes,
    in_time_share: level.inTimeShare,
  };
}

async function riskOf({ pool, contractSizes, exposures }: BoardDeps): Promise<Board['risk']> {
  const [open, counters, halted] = await Promise.all([
    openExposures(pool),
    countersAt(
      pool,
      exposures.flatMap((one) => [...one.counters.values()]),
    ),
    haltedSymbols(pool),
  ]);
  const worthOf = (units: Amount, symbol: string): string =>
    formatAmount(mulDivDown(units, contractSizes.get(symbol) ?? ONE, ONE));
  return {
    positions: open.map(({ symbol, long, short, count }) => ({
      symbol,
      long_usdt: worthOf(long, symbol),
      short_usdt: worthOf(short, symbol),
      count,
    })),
    options: exposures.flatMap(({ counters: named, max }) =>
      [...named].map(([symbol, counter]) => ({
        symbol,
        at_stake_usdt: formatAmount(counters.get(counter) ?? 0n),
        max_usdt: formatAmount(max),
      })),
    ),
    halted: [...halted],
  };
}
