/** Handlers of the referral calls: the invite code with its totals, and each share with the friend whose income it came from. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { periodOf } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { readProfile } from '../../identity/gates.ts';
import { LIMITS } from '../../limits.ts';
import type { Terms } from '../../terms/terms.ts';
import { listRewards, readBrought } from './store.ts';
import type { ListedReward } from './store.ts';

type ReferralDeps = {
  readonly pool: Pool;
  readonly terms: Pick<Terms, 'referral'>;
  readonly jurisdictions: JurisdictionMode;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type Earning = CallOutput<'GET user/invite_earnings'>['items'][number];

const LEVELS = { direct: [1], indirect: [2, 3], all: [1, 2, 3] } as const;
const PER_CENT = 100n;

export function referralHandlers({
  pool,
  terms,
  jurisdictions,
  now,
}: ReferralDeps): Pick<Handlers, 'GET user/invite' | 'GET user/invite_earnings'> {
  return {
    'GET user/invite': async (_, { customer }) => {
      const { open, rates } = terms.referral(now());
      const { products } = await readProfile(pool, customer, jurisdictions);
      const brought = await readBrought(pool, customer);
      return ok({
        invite_code: brought.inviteCode,
        offered: open && products.includes('referral'),
        rates: rates.map((rate) => formatAmount(rate * PER_CENT)),
        currency: 'USDT',
        total: formatAmount(brought.direct + brought.indirect),
        direct: formatAmount(brought.direct),
        indirect: formatAmount(brought.indirect),
        invited_direct: brought.invitedDirect,
        invited_indirect: brought.invitedIndirect,
      });
    },

    'GET user/invite_earnings': async (input, { customer }) => {
      const period = periodOf(input);
      if (!period.ok) return period;
      const limit = Math.min(input.limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax);
      const below = input.cursor === undefined ? undefined : placeOf(input.cursor);
      if (below === null) return refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
      const levels = LEVELS[input.level ?? 'all'];
      const found = await listRewards(pool, { book: customer, levels, period: period.value, below, limit });
      const page = found.slice(0, limit);
      const last = page.at(-1)?.row;
      const next = found.length > limit && last !== undefined ? `${last.timeMs}.${last.id}` : null;
      return ok({ items: page.map(earningOf), next });
    },
  };
}

/** Parses a cursor. Returns null if it is invalid. */
function placeOf(cursor: string): { timeMs: number; id: bigint } | null {
  const [, timeMs, id] = /^(\d{1,15})\.(\d{1,18})$/.exec(cursor) ?? [];
  return timeMs === undefined || id === undefined ? null : { timeMs: Number(timeMs), id: BigInt(id) };
}

function earningOf({ row, from }: ListedReward): Earning {
  return {
    id: row.id.toString(),
    time: Math.floor(row.timeMs / 1000),
    level: row.level,
    from: masked(from),
    base: formatAmount(row.base),
    rate: formatAmount(row.rate * PER_CENT),
    amount: formatAmount(row.amount),
    shortfall: row.shortfall,
  };
}

/**
 * Masks all but the first and the last character of an account name. A friend can recognise the result, but nobody can log in
 * with it.
 */
function masked(account: string): string {
  const signs = [...account];
  return `${signs[0] ?? ''}***${signs.length > 3 ? (signs.at(-1) ?? '') : ''}`;
}
