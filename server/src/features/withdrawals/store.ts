/** Queries for withdrawals, except those of the command executor: lists, the facts for a review, and the public statistics. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Holding } from '@candor/domain/ledger/valuation.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { ALWAYS } from '../../calls/period.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import type { Lately } from '../../payments/lately.ts';
import type { WithdrawalView } from './effects.ts';
import { lately, withdrawals } from './tables.ts';
import type { FailReason, HoldReason, WithdrawalRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type Db = Pick<Pool | Connection, 'query'>;
type TextRow = Record<string, string | null>;
type Place = { readonly book: bigint; readonly id: bigint };

export type ListRequest = {
  /** Undefined means all customers. */
  readonly book: bigint | undefined;
  readonly status?: WithdrawalRow['status'] | undefined;
  readonly currency?: string | undefined;
  readonly period?: Period;
  /** Only withdrawals with a lower id are returned; the list runs from newest to oldest. */
  readonly below?: bigint | undefined;
  readonly limit: number;
};

const ABOVE_ALL = 9_000_000_000_000_000_000n;

export type OwnedWithdrawal = {
  readonly row: WithdrawalRow;
  readonly account: string;
  readonly paused: WithdrawalView['paused'];
  /** The operator who first reported that the payment failed. */
  readonly failingBy: string | null;
};

/** SQL for withdrawals with the customer's account and standing, and whether the provider has acknowledged the payment. */
const OWNED = `select w.*, c.account, c.status as account_status,
    exists (select from payout p where p.book = w.book and p.id = w.id and p.acknowledged_ms is not null) as handed,
    (select f.said_by from withdrawal_failing f where f.book = w.book and f.id = w.id) as failing_by
  from withdrawal w join customer c on c.id = w.book`;

function owned(raw: TextRow): OwnedWithdrawal {
  const row = withdrawals.read(raw);
  const standing = raw['account_status'];
  const stands = row.status === 'waiting' && raw['handed'] === 'f';
  const paused = standing === 'frozen' ? 'account_frozen' : standing === 'locked' ? 'account_locked' : null;
  const failingBy = raw['failing_by'] ?? null;
  return { row, account: raw['account'] as string, paused: stands ? paused : null, failingBy };
}

/** Lists withdrawals, newest first, with one row more than requested if the list continues. */
export async function listWithdrawals(db: Db, request: ListRequest): Promise<OwnedWithdrawal[]> {
  const { book, status, currency, below, limit, period = ALWAYS } = request;
  const found = await db.query<TextRow>({
    text: `${OWNED}
      where w.id < $1 and ($3::text is null or w.status = $3) and ($4::text is null or w.currency = $4)
        ${book === undefined ? 'and $5::bigint is null' : 'and w.book = $5'}
        and w.requested_ms >= $6 and w.requested_ms < $7
      order by w.id desc limit $2`,
    values: [
      ...[below ?? ABOVE_ALL, limit + 1, status ?? null, currency ?? null, book ?? null],
      ...[period.fromMs, period.beforeMs],
    ],
    types: asText,
  });
  return found.rows.map(owned);
}

export async function withdrawalOf(db: Db, { book, id }: Place): Promise<OwnedWithdrawal | undefined> {
  const found = await db.query<TextRow>({
    name: 'withdrawal-of',
    text: `${OWNED} where w.book = $1 and w.id = $2`,
    values: [book, id],
    types: asText,
  });
  const raw = found.rows[0];
  return raw === undefined ? undefined : owned(raw);
}

/** Returns a customer's recent requests, except those that failed. */
export async function askedLately(db: Db, book: bigint): Promise<Lately['asked']> {
  const found = await db.query<TextRow>({
    name: 'withdrawals-lately',
    text: 'select l.* from withdrawal_lately l where l.book = $1',
    values: [book],
    types: asText,
  });
  const raw = found.rows[0];
  return raw === undefined ? [] : lately.read(raw).asked;
}

/** Whether the payment with this reference has already settled a withdrawal. */
export async function isReferencePaid(
  db: Db,
  at: { readonly network: string; readonly reference: string },
): Promise<boolean> {
  const found = await db.query({
    name: 'withdrawal-reference-paid',
    text: 'select from withdrawal w where w.network = $1 and w.paid_reference = $2',
    values: [at.network, at.reference],
  });
  return found.rowCount !== 0;
}

/**
 * If the unique key reports that a concurrent settlement has used the same reference, returns the refusal of this settlement.
 * Returns undefined for any other error.
 */
export function paidTwiceViolation(error: unknown) {
  const constraint = (error as { readonly constraint?: unknown }).constraint;
  return constraint === 'withdrawal_paid_once' ? refuse('reference_used', { field: 'reference' }) : undefined;
}

export type WithdrawalFacts = {
  readonly accountStatus: string;
  readonly registeredMs: number;
  readonly securityChangedMs: number | null;
  /** When the customer's newest device was first seen; their very first device is excluded. */
  readonly newDeviceMs: number | null;
  readonly addressAddedMs: number;
  readonly paidBefore: number;
  /** The accounts of other customers who use or have used the same address, most recent first. */
  readonly sharedWith: readonly string[];
  readonly depositedUsdt: Amount;
  /** The amounts already paid out, by currency. */
  readonly withdrawn: readonly Holding[];
};

const SHARED_MAX = 20;

export async function factsBeside(db: Db, { book, id }: Place): Promise<WithdrawalFacts> {
  const found = await db.query<TextRow>({
    name: 'withdrawal-facts',
    text: `select c.status, c.registered_ms, c.security_changed_ms, a.added_ms,
        (select max(d.first_ms) + house_ahead_ms() from (select min(s.created_ms) as first_ms, min(min(s.created_ms)) over () as very_first
          from session s where s.customer = c.id group by s.device) d where d.first_ms > d.very_first) as new_device_ms,
        (select count(*) from withdrawal p join withdrawal_address q on q.book = p.book and q.id = p.address_id
          where p.book = c.id and p.status = 'success' and q.network = a.network and q.address_key = a.address_key) as paid,
        coalesce((select json_agg(o.account) from (select x.account from withdrawal_address b
          join customer x on x.id = b.book where b.network = a.network and b.address_key = a.address_key and b.book <> c.id
          group by x.account order by max(b.id) desc limit ${SHARED_MAX}) o)::text, '[]') as shared,
        (select coalesce(sum(d.value_usdt), 0)::numeric(38,8) from deposit d
          where d.book = c.id and d.status = 'success') as deposited,
        coalesce((select json_agg(json_build_object('currency', g.currency, 'amount', g.amount::text))
          from (select p.currency, sum(p.amount) as amount from withdrawal p where p.book = c.id and p.status = 'success'
            group by p.currency) g)::text, '[]') as withdrawn
      from withdrawal w join customer c on c.id = w.book
      join withdrawal_address a on a.book = w.book and a.id = w.address_id where w.book = $1 and w.id = $2`,
    values: [book, id],
    types: asText,
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`expected an address of withdrawal ${id} of ${book}, found none`);
  const msOrNull = (name: string) => (raw[name] === null ? null : Number(raw[name]));
  const withdrawn = JSON.parse(raw['withdrawn'] as string) as { currency: string; amount: string }[];
  return {
    accountStatus: raw['status'] as string,
    registeredMs: Number(raw['registered_ms']),
    securityChangedMs: msOrNull('security_changed_ms'),
    newDeviceMs: msOrNull('new_device_ms'),
    addressAddedMs: Number(raw['added_ms']),
    paidBefore: Number(raw['paid']),
    sharedWith: JSON.parse(raw['shared'] as string) as string[],
    depositedUsdt: fromNumeric(raw['deposited'] as string),
    withdrawn: withdrawn.map(({ currency, amount }) => ({
      account: 'spot',
      currency,
      amount: fromNumeric(amount),
    })),
  };
}

type Times = CallOutput<'GET transparency/withdrawals'>;
type RawTimes = {
  paid: number;
  in_time: number;
  median: number | null;
  slowest: number | null;
  waiting: number;
  overdue: number;
  failed: { reason: FailReason; count: number }[];
  held: { reason: HoldReason; count: number }[];
};

export async function withdrawalTimes(
  db: Db,
  at: { readonly sinceMs: number; readonly nowMs: number },
): Promise<Times> {
  const found = await db.query<RawTimes>({
    name: 'withdrawal-times',
    text: `select
        (select json_build_object('paid', count(*), 'in_time', count(*) filter (where w.decided_ms <= w.deadline_ms),
            'median', percentile_cont(0.5) within group (order by w.decided_ms - w.requested_ms),
            'slowest', percentile_cont(0.9) within group (order by w.decided_ms - w.requested_ms))
          from withdrawal w where w.status = 'success' and w.decided_ms >= $1) as paid,
        (select coalesce(json_agg(json_build_object('reason', f.reason, 'count', f.count) order by f.count desc, f.reason), '[]')
          from (select w.reason, count(*) as count from withdrawal w where w.status = 'failed' and w.decided_ms >= $1
            group by w.reason) f) as failed,
        (select json_build_object('waiting', count(*),
            'overdue', count(*) filter (where coalesce(w.hold_until_ms, w.deadline_ms) < $2))
          from withdrawal w where w.status in ('under_review', 'waiting')) as open,
        (select coalesce(json_agg(json_build_object('reason', h.reason, 'count', h.count) order by h.count desc, h.reason), '[]')
          from (select w.hold_reason as reason, count(*) as count from withdrawal w
            where w.status in ('under_review', 'waiting') and w.hold_reason is not null group by w.hold_reason) h) as held`,
    values: [at.sinceMs, at.nowMs],
  });
  const raw = found.rows[0] as unknown as {
    paid: Pick<RawTimes, 'paid' | 'in_time' | 'median' | 'slowest'>;
    open: Pick<RawTimes, 'waiting' | 'overdue'>;
  } & Pick<RawTimes, 'failed' | 'held'>;
  const { paid, in_time: inTime, median, slowest } = raw.paid;
  const minutes = (ms: number | null) => (ms === null ? null : Math.ceil(ms / MINUTE_MS));
  return {
    paid,
    in_time: inTime,
    median_minutes: minutes(median),
    slowest_tenth_minutes: minutes(slowest),
    failed: raw.failed,
    ...raw.open,
    held: raw.held,
  };
}
