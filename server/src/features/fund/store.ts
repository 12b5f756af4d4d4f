/**
 * Queries for the fund, except those of the command executor: views for customers and operators, the engine's triggers,
 * and counters.
 */
import { fromNumeric, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { openCounters } from '../../ledger/counters.ts';
import type { Terms } from '../../terms/terms.ts';
import { FUND_CLOSED, FUND_START, fundArmings, placesCounter, principalCounter } from './money.ts';
import type { FundTrigger } from './money.ts';
import { fundOrders } from './tables.ts';
import type { FundOrderRow, FundStatus } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;
type Place = { readonly book: bigint; readonly id: bigint };

/** Creates any missing counters of every tier and terms version, starting at zero. */
export async function openFundCounters(
  pool: Pool,
  terms: Pick<Terms, 'fundTiers' | 'versions'>,
): Promise<void> {
  const names = terms
    .fundTiers(0)
    .flatMap(({ id: project }) => [
      placesCounter(project),
      ...terms
        .versions(`fund:${project}`)
        .map(({ version: termsVersion }) => principalCounter({ project, termsVersion })),
    ]);
  await openCounters(pool, names);
}

/**
 * Checks that the platform still has the terms of every running order. Without them no rate could be published for the order, its
 * income would never be paid, and its principal would never be returned.
 */
export async function demandAgreedTerms(pool: Pool, terms: Pick<Terms, 'versions'>): Promise<void> {
  const found = await pool.query<TextRow>({
    text: `select distinct o.project, o.terms_version, o.rate_min, o.rate_max from fund_order o
      where o.status in ('pending', 'in_progress')`,
    types: asText,
  });
  for (const row of found.rows) {
    const subject = `fund:${row['project']}`;
    const known = terms.versions(subject).find(({ version }) => version === Number(row['terms_version']));
    const isSame = (['rate_min', 'rate_max'] as const).every(
      (name) => parseAmount(known?.body[name]) === fromNumeric(row[name] ?? ''),
    );
    if (!isSame) {
      throw new Error(
        `expected running orders to have the terms of version ${row['terms_version']} of ${subject}, found others: publish new terms instead of changing fund_tiers`,
      );
    }
  }
}

export type LatestRate = { readonly day: number; readonly rate: Amount };
/** How often a customer has used each tier, how many places are taken, and the published rates. */
export type TiersStanding = {
  readonly used: ReadonlyMap<number, number>;
  readonly taken: ReadonlyMap<number, number>;
  readonly latest: ReadonlyMap<number, LatestRate>;
  readonly isCovered: boolean;
};

export async function readTiers(
  pool: Pool,
  book: bigint,
  projects: readonly number[],
): Promise<TiersStanding> {
  const found = await pool.query<TextRow>({
    name: 'fund-tiers',
    text: `select p.project, u.used, l.day, l.rate,
        (select trunc(sum(c.value)) from counter c where c.name = 'fund_places:' || p.project) as taken,
        (select sum(c.value) from counter c where c.name = $3) as closed
      from unnest($2::int[]) as p (project)
        left join fund_use u on u.book = $1 and u.id = p.project
        left join lateral (select r.day, r.rate from fund_rate r where r.project = p.project
          order by r.day desc, r.terms_version desc limit 1) l on true`,
    values: [book, projects, FUND_CLOSED],
    types: asText,
  });
  const { rows } = found;
  return {
    used: new Map(rows.map((row) => [Number(row['project']), Number(row['used'] ?? 0)])),
    taken: new Map(rows.map((row) => [Number(row['project']), Number(row['taken'] ?? 0)])),
    latest: new Map(
      rows.flatMap(({ project, day, rate }) =>
        typeof rate === 'string' ? [[Number(project), { day: Number(day), rate: fromNumeric(rate) }]] : [],
      ),
    ),
    isCovered: rows.every((row) => fromNumeric(row['closed'] ?? '0') === 0n),
  };
}

export type ListRequest = {
  readonly book: bigint;
  readonly statuses: readonly FundStatus[] | undefined;
  readonly period: Period;
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Lists orders newest first, with one row beyond the limit if there are more. */
export async function listOrders(
  pool: Pool,
  { book, statuses, period, below, limit }: ListRequest,
): Promise<FundOrderRow[]> {
  const found = await pool.query<TextRow>({
    name: 'fund-list',
    text: `select * from fund_order where book = $1 and ($2::text[] is null or status = any($2))
        and ($3::bigint is null or id < $3) and asked_ms >= $5 and asked_ms < $6 order by id desc limit $4`,
    values: [book, statuses ?? null, below ?? null, limit + 1, period.fromMs, period.beforeMs],
    types: asText,
  });
  return found.rows.map(fundOrders.read);
}

/** A payment, with the cursor of the next page. */
export type PaymentRow = {
  readonly orderId: bigint;
  readonly number: number;
  readonly day: number;
  readonly rate: Amount;
  readonly amount: Amount;
  /** How much of the day is paid for, in milliseconds. */
  readonly partMs: number;
  readonly paidMs: number;
};
export type PaymentPlace = { readonly paidMs: number; readonly orderId: bigint; readonly number: number };

export type PaymentsRequest = {
  readonly book: bigint;
  readonly orderId: bigint | undefined;
  readonly period: Period;
  readonly before: PaymentPlace | undefined;
  readonly limit: number;
};

/** Lists payments newest first, with one row beyond the limit if there are more. */
export async function listPayments(pool: Pool, request: PaymentsRequest): Promise<PaymentRow[]> {
  const { book, orderId, period, before, limit } = request;
  const found = await pool.query<TextRow>({
    name: 'fund-payments',
    text: `select * from fund_payment where book = $1 and ($2::bigint is null or order_id = $2)
        and ($3::bigint is null or (paid_ms, order_id, number) < ($3, $4::bigint, $5::int))
        and paid_ms >= $7 and paid_ms < $8
      order by paid_ms desc, order_id desc, number desc limit $6`,
    values: [
      ...[book, orderId ?? null, before?.paidMs ?? null, before?.orderId ?? null, before?.number ?? null],
      ...[limit + 1, period.fromMs, period.beforeMs],
    ],
    types: asText,
  });
  return found.rows.map((row) => ({
    orderId: BigInt(row['order_id'] as string),
    number: Number(row['number']),
    day: Number(row['day']),
    rate: fromNumeric(row['rate'] as string),
    amount: fromNumeric(row['amount'] as string),
    partMs: Number(row['part_ms']),
    paidMs: Number(row['paid_ms']),
  }));
}

export type Sums = {
  readonly principal: Amount;
  readonly pending: number;
  readonly inProgress: number;
  readonly incomeToday: Amount;
  readonly incomeTotal: Amount;
  readonly feesTotal: Amount;
};

/**
 * Returns a customer's principal and income. Today's income is summed from `dayStartMs`, by the market clock.
 */
export async function readSums(pool: Pool, book: bigint, dayStartMs: number): Promise<Sums> {
  const found = await pool.query<TextRow>({
    name: 'fund-sums',
    text: `select coalesce(sum(o.amount) filter (where o.status in ('pending', 'in_progress')), 0) as principal,
        count(*) filter (where o.status = 'pending') as pending,
        count(*) filter (where o.status = 'in_progress') as in_progress,
        coalesce(sum(o.income), 0) as income, coalesce(sum(o.fee), 0) as fees,
        (select coalesce(sum(p.amount), 0) from fund_payment p where p.book = $1 and p.paid_ms >= $2) as today
      from fund_order o where o.book = $1`,
    values: [book, dayStartMs],
    types: asText,
  });
  const row = found.rows[0] as TextRow;
  return {
    principal: fromNumeric(row['principal'] as string),
    pending: Number(row['pending']),
    inProgress: Number(row['in_progress']),
    incomeToday: fromNumeric(row['today'] as string),
    incomeTotal: fromNumeric(row['income'] as string),
    feesTotal: fromNumeric(row['fees'] as string),
  };
}

export type OwnedOrder = { readonly row: FundOrderRow; readonly account: string };

const owned = (raw: TextRow): OwnedOrder => ({
  row: fundOrders.read(raw),
  account: raw['account'] as string,
});

export async function orderOf(pool: Pool, { book, id }: Place): Promise<OwnedOrder | undefined> {
  const found = await pool.query<TextRow>({
    name: 'fund-order-of',
    text: `select c.account, o.* from fund_order o join customer c on c.id = o.book where o.book = $1 and o.id = $2`,
    values: [book, id],
    types: asText,
  });
  return found.rows.map(owned)[0];
}

export type EverybodysRequest = Omit<ListRequest, 'book' | 'statuses' | 'period'> & {
  /** Undefined means all customers. */
  readonly book: bigint | undefined;
  readonly status: FundStatus | undefined;
};

const ABOVE_ALL = 9_000_000_000_000_000_000n;

/** Lists the orders of all customers or of one, newest first, with one row beyond the limit if there are more. */
export async function listOwned(pool: Pool, request: EverybodysRequest): Promise<OwnedOrder[]> {
  const { book, status, below, limit } = request;
  const found = await pool.query<TextRow>({
    text: `select c.account, o.* from fund_order o join customer c on c.id = o.book
      where o.id < $1 ${status === undefined ? 'and $3::text is null' : 'and o.status = $3'}
        ${book === undefined ? 'and $4::bigint is null' : 'and o.book = $4'}
      order by o.id desc limit $2`,
    values: [below ?? ABOVE_ALL, limit + 1, status ?? null, book ?? null],
    types: asText,
  });
  return found.rows.map(owned);
}

export type FactsBeside = {
  readonly registeredMs: number;
  readonly accountStatus: string;
  readonly ordersBefore: number;
  readonly principalInProgress: Amount;
};

/** Returns further facts that help an operator to assess an order. */
export async function factsBeside(pool: Pool, { book, id }: Place): Promise<FactsBeside> {
  const found = await pool.query<TextRow>({
    name: 'fund-facts-beside',
    text: `select c.registered_ms, c.status,
        (select count(*) from fund_order o where o.book = c.id and o.id <> $2) as before,
        (select coalesce(sum(o.amount), 0) from fund_order o where o.book = c.id and o.status = 'in_progress') as principal
      from customer c where c.id = $1`,
    values: [book, id],
    types: asText,
  });
  const row = found.rows[0] as TextRow;
  return {
    registeredMs: Number(row['registered_ms']),
    accountStatus: row['status'] as string,
    ordersBefore: Number(row['before']),
    principalInProgress: fromNumeric(row['principal'] as string),
  };
}

const TRIGGERS_PAGE = 5000;

/** Yields all orders that await a time, for the engine's startup. Reads in pages to limit memory. */
export async function* openTriggers(
  connection: Pick<Connection, 'query'>,
  kind: FundTrigger,
): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: `triggers-${kind}`,
      text: `select * from fund_order where (status in ('pending', 'in_progress') or due_ms is not null) and wake_ms is not null
          and status ${kind === FUND_START ? '=' : '<>'} 'pending' and (book, id) > ($1, $2) order by book, id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = fundOrders.read(raw);
      after = [row.book, row.id];
      for (const { level, ...arming } of fundArmings(row)) {
        if (level !== null) yield { ...arming, level, book: row.book };
      }
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
