/**
 * Tickets that a gap voided, and the effect on the platform. Somebody who can stop the feed could cause voids to the platform's
 * advantage. Therefore each gap is published with the two entries around it, and with the outcome that its tickets would have
 * had.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { Pool } from '../../db/pool.ts';

/** The effect of voided tickets, with amounts in USDT. */
export type VoidEffect = {
  readonly tickets: number;
  readonly saved: Amount;
  readonly cost: Amount;
  readonly undecided: number;
};
export type GapSide = { readonly seq: bigint; readonly timeMs: number; readonly gap: boolean };
export type VoidGroup = VoidEffect & {
  readonly symbol: string;
  readonly instant: 'strike' | 'expiry';
  readonly before: GapSide;
  readonly after: GapSide;
  /** The time at which the last ticket of the gap was voided. */
  readonly atMs: number;
};
/** A period by the market clock, from the start (inclusive) to the end (exclusive). */
export type Span = { readonly fromMs: number; readonly toMs: number };

/**
 * SQL for voided tickets with the sign of their hypothetical outcome by last prices: 1 for won, −1 for lost, 0 for tied, and null
 * while the tape has no entry after the expiry. Tickets with identical inputs are looked up once, because a stopped feed affects
 * thousands of tickets at a few entries. The entry at expiry is found through its minute, because the tape has no index by time.
 * Gap entries belong to no minute, but they only repeat the previous price.
 */
const VOID_LOTS = `
  select t.symbol, case t.reason when 'gap_strike' then 'strike' else 'expiry' end as instant,
    case t.reason when 'gap_strike' then coalesce(t.strike_seq - 1, t.accepted_seq) else t.settle_seq end as before_seq,
    t.day, t.settled_ms, t.tickets, t.stake_usdt, t.profit_usdt,
    case
      when head.time_ms <= t.expires_ms then null
      when strike.time_ms > t.expires_ms then 0
      else sign(settle.last - strike.last) * case t.side when 'up' then 1 else -1 end
    end as result
  from (
    select symbol, reason, side, accepted_seq, strike_seq, settle_seq, expires_ms, settled_ms / ${DAY_MS} as day,
      max(settled_ms) as settled_ms, count(*) as tickets, sum(stake_usdt) as stake_usdt, sum(profit_usdt) as profit_usdt
    from option_ticket
    where status = 'void' and reason <> 'start_over' and settled_ms >= $1 and settled_ms < $2
    group by symbol, reason, side, accepted_seq, strike_seq, settle_seq, expires_ms, day
  ) t
    join tape_head head on head.symbol = t.symbol
    join lateral (
      select e.last, e.time_ms from tape e
      where e.symbol = t.symbol and e.seq > t.accepted_seq and e.seq >= coalesce(t.strike_seq, 0)
        and e.cause is distinct from 'reject'
      order by e.seq limit 1
    ) strike on true
    left join lateral (
      select m.first_seq - 1 as first_seq, m.last_seq from tape_minute m
      where t.reason = 'gap_strike' and m.symbol = t.symbol and m.minute_ms <= t.expires_ms
      order by m.minute_ms desc limit 1
    ) minute on true
    left join lateral (
      select e.last from tape e
      where e.symbol = t.symbol and e.time_ms <= t.expires_ms
        and e.seq >= case t.reason when 'gap_expiry' then t.settle_seq else minute.first_seq end
        and e.seq <= case t.reason when 'gap_expiry' then t.settle_seq else minute.last_seq end
      order by e.seq desc limit 1
    ) settle on true`;

const EFFECT = `sum(tickets) as tickets, coalesce(sum(profit_usdt) filter (where result = 1), 0) as saved,
  coalesce(sum(stake_usdt) filter (where result = -1), 0) as cost, coalesce(sum(tickets) filter (where result is null), 0) as undecided`;

type EffectRow = { tickets: string; saved: string; cost: string; undecided: string };

const readEffect = (row: EffectRow): VoidEffect => ({
  tickets: Number(row.tickets),
  saved: fromNumeric(row.saved),
  cost: fromNumeric(row.cost),
  undecided: Number(row.undecided),
});

/** Returns the effect of voids summed by day, newest first. Days without voids are omitted. */
export async function readVoidDays(
  pool: Pool,
  span: Span,
): Promise<(VoidEffect & { readonly dayMs: number })[]> {
  const { rows } = await pool.query<EffectRow & { day: string }>({
    name: 'void-days',
    text: `select day, ${EFFECT} from (${VOID_LOTS}) t group by day order by day desc`,
    values: [span.fromMs, span.toMs],
  });
  return rows.map((row) => ({ dayMs: Number(row.day) * DAY_MS, ...readEffect(row) }));
}

export type VoidPlace = Pick<VoidGroup, 'atMs' | 'symbol' | 'instant'> & { readonly beforeSeq: bigint };

type GroupRow = EffectRow & {
  symbol: string;
  instant: 'strike' | 'expiry';
  before_seq: string;
  before_ms: string;
  before_gap: boolean;
  after_seq: string;
  after_ms: string;
  after_gap: boolean;
  at_ms: string;
};

export async function readVoidGroups(
  pool: Pool,
  page: Span & { readonly after: VoidPlace | undefined; readonly limit: number },
): Promise<VoidGroup[]> {
  const { after } = page;
  const { rows } = await pool.query<GroupRow>({
    name: 'void-groups',
    text: `select g.*, before.time_ms as before_ms, before.gap as before_gap, after.time_ms as after_ms,
        after.gap as after_gap, after.seq as after_seq
      from (
        select symbol, instant, before_seq, max(settled_ms) as at_ms, ${EFFECT} from (${VOID_LOTS}) t
        group by symbol, instant, before_seq
        having $3::bigint is null or (max(settled_ms), symbol, instant, before_seq) < ($3, $4, $5, $6::bigint)
        order by at_ms desc, symbol desc, instant desc, before_seq desc limit $7
      ) g
        join tape before on before.symbol = g.symbol and before.seq = g.before_seq
        join lateral (
          select e.seq, e.time_ms, e.gap from tape e
          where e.symbol = g.symbol and e.seq > g.before_seq and e.cause is distinct from 'reject'
          order by e.seq limit 1
        ) after on true
      order by at_ms desc, symbol desc, instant desc, before_seq desc`,
    values: [
      page.fromMs,
      page.toMs,
      after?.atMs ?? null,
      after?.symbol ?? null,
      after?.instant ?? null,
      after?.beforeSeq ?? null,
      page.limit,
    ],
  });
  return rows.map((row) => ({
    symbol: row.symbol,
    instant: row.instant,
    before: { seq: BigInt(row.before_seq), timeMs: Number(row.before_ms), gap: row.before_gap },
    after: { seq: BigInt(row.after_seq), timeMs: Number(row.after_ms), gap: row.after_gap },
    atMs: Number(row.at_ms),
    ...readEffect(row),
  }));
}

export async function newestVoidMs(pool: Pool, beforeMs: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: string | null }>({
    name: 'void-newest',
    text: `select max(settled_ms) as newest from option_ticket
      where status = 'void' and reason <> 'start_over' and settled_ms < $1`,
    values: [beforeMs],
  });
  const newest = rows[0]?.newest ?? null;
  return newest === null ? undefined : Number(newest);
}
