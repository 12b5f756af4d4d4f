/** Handlers of the fund's public calls: the published days and the strategy's trades. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { periodOf } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { LIMITS } from '../../limits.ts';
import { readPublished, readStrategyPage } from './published.ts';

type Published = CallOutput<'GET transparency/fund'>;
type Shown = CallOutput<'GET transparency/strategy'>;

type StrategyDeps = {
  readonly pool: Pool;
  /** Market clock, milliseconds. */
  readonly marketNow: () => number;
  /** Computes a public answer, or returns it from the cache. */
  readonly keptFund: (key: string, make: () => Promise<Published>) => Promise<Published>;
  readonly keptTrades: (key: string, make: () => Promise<Shown>) => Promise<Shown>;
};

export function strategyHandlers({
  pool,
  marketNow,
  keptFund,
  keptTrades,
}: StrategyDeps): Pick<Handlers, 'GET transparency/fund' | 'GET transparency/strategy'> {
  return {
    'GET transparency/fund': async () => ok(await keptFund('', () => readPublished(pool, marketNow()))),
    'GET transparency/strategy': async ({ day, cursor, limit, symbol, from, to }) => {
      const period = periodOf({ from, to });
      if (!period.ok) return period;
      const wrong = (field: string) => refuse('parameter_wrong', { field, params: { field } });
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) return wrong('cursor');
      const dayMs = day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`);
      if (Number.isNaN(dayMs)) return wrong('day');
      const page = {
        ...{ dayMs, symbol, period: period.value },
        below: cursor === undefined ? undefined : BigInt(cursor),
        limit: Math.min(limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax),
      };
      const key = [day, symbol, from, to, cursor, page.limit].join(' ');
      return ok(await keptTrades(key, () => readStrategyPage(pool, page)));
    },
  };
}
