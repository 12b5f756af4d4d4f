/** Queries for referral, except those of the command executor: a customer's shares, and the engine's triggers. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { REFERRAL_LEVELS } from '@candor/domain/referral/shares.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { rewardArming, rewards } from './tables.ts';
import type { RewardRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

const TRIGGERS_PAGE = 5000;

/**
 * Yields the triggers of unpaid shares, for the engine's startup. Reads in pages, because a million of them would need too much
 * memory.
 */
export async function* dueRewards(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'referral-triggers',
      text: `select t.* from referral_reward t where ${rewards.openWhere} and (t.book, t.id) > ($1, $2)
        order by t.book, t.id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = rewards.read(raw);
      const { level, ...arming } = rewardArming(row);
      if (level !== null) yield { ...arming, level, book: row.book };
      after = [row.book, row.id];
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}

/** A share with the account of the friend whose income it came from. */
export type ListedReward = { readonly row: RewardRow; readonly from: string };

export type RewardsRequest = {
  readonly book: bigint;
  readonly levels: readonly number[];
  readonly period: Period;
  /** The last share of the previous page. */
  readonly below: { readonly timeMs: number; readonly id: bigint } | undefined;
  readonly limit: number;
};

/** Lists shares, newest first, with one row more than requested if the list continues. */
export async function listRewards(
  pool: Pick<Pool, 'query'>,
  { book, levels, period, below, limit }: RewardsRequest,
): Promise<ListedReward[]> {
  const found = await pool.query<TextRow>({
    name: 'referral-list',
    text: `select t.*, c.account as from_account from referral_reward t join customer c on c.id = t.source
      where t.book = $1 and t.level = any($2::int[]) and (t.time_ms, t.id) < ($3::bigint, $4::bigint)
        and t.time_ms >= $6 and t.time_ms < $7
      order by t.time_ms desc, t.id desc limit $5`,
    values: [
      book,
      levels,
      below?.timeMs ?? Number.MAX_SAFE_INTEGER,
      below?.id ?? 9_000_000_000_000_000_000n,
      ...[limit + 1, period.fromMs, period.beforeMs],
    ],
    types: asText,
  });
  return found.rows.map((raw) => ({ row: rewards.read(raw), from: raw['from_account'] as string }));
}

export type Brought = {
  readonly inviteCode: string;
  readonly direct: Amount;
  readonly indirect: Amount;
  readonly invitedDirect: number;
  readonly invitedIndirect: number;
};

/** Reads a customer's invite code, the friends invited with it, and the shares of their income, paid or set aside. */
export async function readBrought(pool: Pick<Pool, 'query'>, book: bigint): Promise<Brought> {
  const found = await pool.query<TextRow>({
    name: 'referral-brought',
    text: `with recursive below as (
        select c.id, 1 as level from customer c where c.invited_by = $1
        union all
        select c.id, b.level + 1 from below b join customer c on c.invited_by = b.id where b.level < $2
      )
      select (select i.code from invite_code i where i.owner = $1) as code,
        (select count(*) from below where level = 1) as direct_count,
        (select count(*) from below where level > 1) as indirect_count,
        coalesce(sum(r.amount) filter (where r.level = 1), 0) as direct,
        coalesce(sum(r.amount) filter (where r.level > 1), 0) as indirect
      from referral_reward r where r.book = $1 and r.status <> 'none'`,
    values: [book, REFERRAL_LEVELS],
    types: asText,
  });
  const [raw] = found.rows;
  if (raw === undefined || raw['code'] === null)
    throw new Error(`expected customer ${book} to have an invite code, found none`);
  return {
    inviteCode: raw['code'] as string,
    direct: fromNumeric(raw['direct'] as string),
    indirect: fromNumeric(raw['indirect'] as string),
    invitedDirect: Number(raw['direct_count']),
    invitedIndirect: Number(raw['indirect_count']),
  };
}
