/** The share of customers who lost money with leverage, read from the ledger and cached for an hour. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { leveragedResults } from '../../ledger/leveraged-results.ts';
import { CUSTOMERS_MIN, daysOf, sharePercent, twelveMonthsBefore } from './rules.ts';

type LossShare = CallOutput<'GET transparency/loss_share'>;

const KEPT_MS = 60 * 60_000;
/** How long a failure is cached, so that a failing database isn't queried for every caller. */
const FAILURE_KEPT_MS = 60_000;

export type LossShareDeps = {
  readonly pool: Pool;
  /** Market clock, as used in journals. */
  readonly marketNow: () => number;
  /** Wall clock, used for cache expiry. */
  readonly now: () => number;
};

/** The share is cached because every order form for leveraged trading requests it. */
export function keptLossShare(deps: LossShareDeps): () => Promise<LossShare> {
  let kept: { readonly untilMs: number; readonly share: Promise<LossShare> } | undefined;
  return () => {
    const nowMs = deps.now();
    if (kept === undefined || nowMs >= kept.untilMs) {
      const made = { untilMs: nowMs + KEPT_MS, share: lossShare(deps) };
      kept = made;
      made.share.catch(() => {
        made.untilMs = nowMs + FAILURE_KEPT_MS;
      });
    }
    return kept.share;
  };
}

/** The ledger is read one day at a time, so that no statement reads a whole year. */
async function lossShare({ pool, marketNow }: LossShareDeps): Promise<LossShare> {
  const toMs = marketNow();
  const fromMs = twelveMonthsBefore(toMs);
  const results = new Map<bigint, Amount>();
  const closed = new Set<bigint>();
  for (const day of daysOf(fromMs, toMs)) {
    const rows = await leveragedResults(pool, day);
    for (const row of rows) {
      results.set(row.book, (results.get(row.book) ?? 0n) + row.result);
      if (row.closed) closed.add(row.book);
    }
  }
  const counted = [...closed].map((book) => results.get(book) ?? 0n);
  const share = sharePercent(counted);
  return {
    share_percent: share,
    reason: share === null ? 'too_few_customers' : null,
    customers: counted.length,
    customers_min: CUSTOMERS_MIN,
    from: Math.floor(fromMs / 1000),
    to: Math.floor(toMs / 1000),
    basis: 'closed_positions',
  };
}
