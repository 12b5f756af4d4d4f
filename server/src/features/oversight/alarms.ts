/** Detects unusual operator activity and overdue checks, with one query per kind over a bounded number of rows. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { limits } from './limits.ts';
import { operatorSubject } from '../../operators/operators.ts';

export type Alarm = ConsoleOutput<'GET alarms'>[number];

type Db = Pick<Pool, 'query'>;
export type AlarmDeps = {
  readonly pool: Db;
  readonly failedAttempts: Pick<FailedAttempts, 'missesOf'>;
  readonly nowMs: number;
};

const { alarms } = limits;
/** Six hours of runs, because the guard runs every minute. Each run begins with the invariant that was checked longest ago. */
const UNCHECKED_RUNS = 360;
/** The log is appended to every second, and customers are promised an entry within ten seconds. */
const LOG_LATE_MS = 10_000;
const SHOWN_MAX = 20;

export async function alarmsOf({ pool, failedAttempts, nowMs }: AlarmDeps): Promise<Alarm[]> {
  const found = await Promise.all([
    frozen(pool),
    unchecked(pool),
    logStuck(pool),
    busyTriggers(pool),
    busyOperators(pool, nowMs),
    sharedAddresses(pool, nowMs),
    capsNearly(pool),
    manyReads(pool),
    failedSignIns(pool, { failedAttempts, nowMs }),
  ]);
  return found.flat();
}

/** Returns the open freeze or, if there is none, a guard that hasn't checked the books for so long that payouts are held. */
async function frozen(db: Db): Promise<Alarm[]> {
  const found = await db.query<{ kind: 'freeze' | 'guard_silent'; who: string; what: string; bound: string }>(
    `select 'freeze' as kind, f.number::text as who, f.reason as what, (f.since_ms / 1000)::text as bound
        from guard_freeze f where f.until_ms is null
      union all select 'guard_silent', '', '', (b.beat_ms / 1000)::text
        from guard_beat b where not books_hold() and not exists (select from guard_freeze f where f.until_ms is null)`,
  );
  return found.rows;
}

/** Returns invariants that the guard could not evaluate, or did not reach in its runs of the last six hours. */
async function unchecked(db: Db): Promise<Alarm[]> {
  const found = await db.query<{ kind: 'guard_unchecked'; who: string; what: string; bound: string }>(
    `select 'guard_unchecked' as kind, c.invariant as who, (b.run - c.run)::text as what, coalesce(c.error, '') as bound
      from guard_check c cross join guard_beat b where c.failures > 0 or b.run - c.run > $1
      order by c.failures desc, c.run, c.invariant limit $2`,
    [UNCHECKED_RUNS, SHOWN_MAX],
  );
  return found.rows;
}

/** Returns sources of the public log whose next entry can't be appended, and a log to which nothing is being appended. */
async function logStuck(db: Db): Promise<Alarm[]> {
  const found = await db.query<{ kind: 'log_stuck'; who: string; what: string; bound: string }>(
    `select 'log_stuck' as kind, s.kind as who, s.error as what, (s.since_ms / 1000)::text as bound from tlog_stuck s
        where s.since_ms < guard_now_ms() - $1
      union all select 'log_stuck', '', '', (p.at_ms / 1000)::text from tlog_progress p
        where p.appends > 0 and abs(guard_now_ms() - p.at_ms) > $1`,
    [LOG_LATE_MS],
  );
  return found.rows;
}

/** Returns firings that the engine has set aside because they stay busy. It keeps retrying them. */
async function busyTriggers(db: Db): Promise<Alarm[]> {
  const found = await db.query<{ kind: 'trigger_busy'; who: string; what: string; bound: string }>(
    `select 'trigger_busy' as kind, a.book::text as who, a.kind || ' ' || a.row_id as what,
        floor(extract(epoch from a.at))::text as bound
      from engine_set_aside a where a.why = 'busy' order by a.at desc limit $1`,
    [SHOWN_MAX],
  );
  return found.rows;
}

async function busyOperators(db: Db, nowMs: number): Promise<Alarm[]> {
  const found = await db.query<{ operator: string; money: number; verified: number }>(
    `select a.operator, count(*) filter (where a.action <> 'kyc.approve')::int as money,
        count(*) filter (where a.action = 'kyc.approve')::int as verified
      from (select b.operator, b.action, b.time_ms from audit b order by b.seq desc limit $2) a
      where a.time_ms > $1 and a.action in ('deposit.approve', 'deposit.approve_first', 'withdrawal.approve', 'withdrawal.paid',
        'loan.approve', 'loan.approve_first', 'fund.approve', 'kyc.approve')
      group by a.operator order by a.operator`,
    [nowMs - HOUR_MS, alarms.recordsMax],
  );
  return found.rows.flatMap(({ operator: who, money, verified }): Alarm[] => [
    ...(money >= alarms.approvalsHour
      ? [{ kind: 'approvals' as const, who, what: String(money), bound: String(alarms.approvalsHour) }]
      : []),
    ...(verified >= alarms.verificationsHour
      ? [
          {
            ...{ kind: 'verifications' as const, who, what: String(verified) },
            bound: String(alarms.verificationsHour),
          },
        ]
      : []),
  ]);
}

/**
 * Returns pending withdrawals to addresses that other customers use or have used, and to which this customer has never been paid.
 */
async function sharedAddresses(db: Db, nowMs: number): Promise<Alarm[]> {
  const found = await db.query<{ book: string; id: string; others: number }>(
    `select w.book::text, w.id::text, o.others from (select * from withdrawal r
        where r.status in ('under_review', 'waiting') and r.requested_ms > $1 order by r.requested_ms desc limit $2) w
      join withdrawal_address a on a.book = w.book and a.id = w.address_id
      cross join lateral (select count(distinct b.book)::int as others from (select c.book from withdrawal_address c
        where c.network = a.network and c.address_key = a.address_key limit 100) b where b.book <> w.book) o
      where o.others > 0 and not exists (select from withdrawal p join withdrawal_address q on q.book = p.book and q.id = p.address_id
        where p.book = w.book and p.status = 'success' and q.network = a.network and q.address_key = a.address_key)
      order by w.requested_ms desc`,
    [nowMs - 7 * 24 * HOUR_MS, alarms.withdrawalsMax],
  );
  return found.rows.map(({ book, id, others }) => ({
    ...{ kind: 'shared_address', who: book, what: id, bound: String(others) },
  }));
}

async function capsNearly(db: Db): Promise<Alarm[]> {
  const found = await db.query<{ person: string; kind: string; usdt: string; cap: string }>(
    `select d.person, d.kind, sum(d.usdt)::text as usdt, max(c.operator_usdt)::text as cap
      from operator_word d join operator_cap c on c.role = d.role and c.kind = d.kind
      where d.said_at > house_clock() - interval '24 hours'
      group by d.person, d.kind having sum(d.usdt) >= max(c.operator_usdt) * $1::numeric / 100 order by 1, 2`,
    [alarms.capPercent],
  );
  return found.rows.map(({ person: who, usdt, cap }) => ({
    ...{ kind: 'cap', who },
    ...{ what: formatAmount(fromNumeric(usdt)), bound: formatAmount(fromNumeric(cap)) },
  }));
}

async function manyReads(db: Db): Promise<Alarm[]> {
  const found = await db.query<{ person: string; n: number; most: number }>(
    `select h.person, count(*)::int as n, max(p.hour_max)::int as most from operator_hour h join operator_pace p on p.what = h.what
      where h.hour = date_trunc('hour', house_clock()) and h.what = 'reads'
      group by h.person having count(*) >= max(p.hour_max) * $1::numeric / 100 order by 1`,
    [alarms.readsPercent],
  );
  return found.rows.map(({ person: who, n, most }) => ({
    ...{ kind: 'reads', who, what: String(n), bound: String(most) },
  }));
}

async function failedSignIns(
  db: Db,
  {
    failedAttempts,
    nowMs,
  }: { readonly failedAttempts: Pick<FailedAttempts, 'missesOf'>; readonly nowMs: number },
): Promise<Alarm[]> {
  const found = await db.query<{ account: string }>('select o.account from operator o order by o.account');
  const accounts = found.rows.map(({ account }) => account);
  const misses = await failedAttempts.missesOf(accounts.map(operatorSubject), nowMs - 24 * HOUR_MS);
  return accounts.flatMap((who, at) => {
    const count = misses[at] ?? 0;
    const bound = alarms.signInMisses;
    return count >= bound
      ? [{ kind: 'sign_ins' as const, who, what: String(count), bound: String(bound) }]
      : [];
  });
}
