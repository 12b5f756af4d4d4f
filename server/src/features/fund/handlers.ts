/** Customer calls for the fund: tiers, investing, orders with their payments, and ending an order early. */
import { inPerCent, yearlyRate } from '@candor/domain/fund/income.ts';
import { rangeOf } from '@candor/domain/fund/tier.ts';
import type { FundTier } from '@candor/domain/fund/tier.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { Submit } from '../../calls/submit.ts';
import { periodOf } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { readRowId } from '../../db/row-id.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import type { Terms } from '../../terms/terms.ts';
import { cancelOrder, joinFund } from './commands.ts';
import { fundOrderView, secondsOf } from './effects.ts';
import { readJoin } from './joining.ts';
import { FUND_CURRENCY } from './money.ts';
import { listOrders, listPayments, readSums, readTiers } from './store.ts';
import type { PaymentPlace, PaymentRow, TiersStanding } from './store.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type FundDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly terms: Pick<Terms, 'fundTiers'>;
  readonly jurisdictions: JurisdictionMode;
  /** The delay after which an order starts automatically; null if an operator must accept it. */
  readonly startsAfterMs: number | null;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
  readonly marketNow: () => number;
};

type FundCall =
  | 'GET project'
  | 'POST project/order'
  | 'GET lh/deposit/config'
  | 'GET lh/deposit/ordersum'
  | 'GET lh/deposit/order'
  | 'GET lh/deposit/records'
  | 'POST lh/deposit'
  | 'POST lh/deposit/cancel';

const STATUSES = { in_progress: ['pending', 'in_progress'], finished: ['ended', 'failed'] } as const;

export function fundHandlers(deps: FundDeps): Pick<Handlers, FundCall> {
  const { pool, submit, terms, jurisdictions, startsAfterMs, now } = deps;
  const join = async (body: CallInput<'POST lh/deposit'>, context: CallContext) => {
    const input = readJoin(body, terms.fundTiers(now()));
    if (!input.ok) return input;
    const given = { ...input.value, jurisdictions, startsAfterMs };
    return submit({ command: joinFund, input: given, body, context });
  };
  const tiersOf = async (book: bigint): Promise<CallOutput<'GET project'>> => {
    const tiers = terms.fundTiers(now());
    const standing = await readTiers(
      pool,
      book,
      tiers.map(({ id }) => id),
    );
    return tiers.map((tier) => tierView(tier, standing));
  };
  return {
    'GET project': async (_, { customer }) => ok(await tiersOf(customer)),
    'POST project/order': join,
    'POST lh/deposit': join,
    'GET lh/deposit/config': async (_, { customer }) => {
      const { min, max } = rangeOf(terms.fundTiers(now())) ?? { min: 0n, max: 0n };
      const [tiers, holdings] = await Promise.all([tiersOf(customer), readHoldings(pool, customer)]);
      const free = holdings.find(({ account, currency }) => account === 'spot' && currency === FUND_CURRENCY);
      return ok({
        currency: FUND_CURRENCY,
        min: formatAmount(min),
        max: formatAmount(max),
        available: formatAmount(free?.amount ?? 0n),
        review_seconds: (deps.startsAfterMs ?? limits.reviewMs) / 1000,
        tiers,
      });
    },
    ...listHandlers(deps),
    'POST lh/deposit/cancel': async (body, context) => {
      const id = readRowId(body.id);
      if (id === undefined) return refuse('product_not_found', { field: 'id' });
      const feeShown = body.fee === undefined ? undefined : parseAmount(body.fee);
      if (body.fee !== undefined && feeShown === undefined) return wrong('fee');
      return submit({ command: cancelOrder, input: { id, feeShown }, body, context });
    },
  };
}

type ListCall = 'GET lh/deposit/ordersum' | 'GET lh/deposit/order' | 'GET lh/deposit/records';

function listHandlers({ pool, marketNow }: Pick<FundDeps, 'pool' | 'marketNow'>): Pick<Handlers, ListCall> {
  return {
    'GET lh/deposit/ordersum': async (_, { customer }) => {
      const nowMs = marketNow();
      const sums = await readSums(pool, customer, nowMs - (nowMs % DAY_MS));
      return ok({
        principal: formatAmount(sums.principal),
        pending: sums.pending,
        in_progress: sums.inProgress,
        income_today: formatAmount(sums.incomeToday),
        income_total: formatAmount(sums.incomeTotal),
        fees_total: formatAmount(sums.feesTotal),
      });
    },
    'GET lh/deposit/order': async ({ status, cursor, limit: asked, ...bounds }, { customer: book }) => {
      const period = periodOf(bounds);
      if (!period.ok) return period;
      const below = cursor === undefined ? undefined : readRowId(cursor);
      if (cursor !== undefined && below === undefined) return wrong('cursor');
      const limit = pageOf(asked);
      const statuses = status === undefined ? undefined : STATUSES[status];
      const found = await listOrders(pool, { book, statuses, period: period.value, below, limit });
      const items = found.slice(0, limit).map(fundOrderView);
      return ok({ items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null });
    },
    'GET lh/deposit/records': async ({ id, cursor, limit: asked, ...bounds }, { customer: book }) => {
      const period = periodOf(bounds);
      if (!period.ok) return period;
      const before = cursor === undefined ? undefined : placeIn(cursor);
      if (before === null) return wrong('cursor');
      // An invalid order id matches no payments.
      const orderId = id === undefined ? undefined : readRowId(id);
      if (id !== undefined && orderId === undefined) return ok({ items: [], next: null });
      const limit = pageOf(asked);
      const found = await listPayments(pool, { book, orderId, period: period.value, before, limit });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const next = found.length > limit && last !== undefined ? placeText(last) : null;
      return ok({ items: page.map(paymentView), next });
    },
  };
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

function pageOf(asked: number | undefined): number {
  return Math.min(asked ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax);
}

/** Formats the cursor of payments: time, order and number of the last payment returned. */
function placeText({ paidMs, orderId, number }: PaymentPlace): string {
  return `${paidMs}-${orderId}-${number}`;
}

function placeIn(cursor: string): PaymentPlace | null {
  const [, paidMs, orderId, number] = /^(\d{1,16})-(\d{1,18})-(\d{1,6})$/.exec(cursor) ?? [];
  if (paidMs === undefined || orderId === undefined) return null;
  return { paidMs: Number(paidMs), orderId: BigInt(orderId), number: Number(number) };
}

/** Formats a daily rate, which is a fraction, in per cent together with its yearly equivalent. */
function rateView(rate: Amount): { rate: string; yearly: string } {
  return { rate: formatAmount(inPerCent(rate)), yearly: formatAmount(inPerCent(yearlyRate(rate))) };
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function paymentView({ orderId, number, day, rate, amount, partMs, paidMs }: PaymentRow) {
  return {
    order_id: orderId.toString(),
    number,
    time: secondsOf(paidMs),
    day: dayText(day),
    part_ms: partMs,
    ...rateView(rate),
    amount: formatAmount(amount),
  };
}

const NAMES = ['I', 'II', 'III', 'IV', 'V', 'VI'];

function tierView(tier: FundTier, standing: TiersStanding): CallOutput<'GET project'>[number] {
  const left = Math.max(0, tier.places - (standing.taken.get(tier.id) ?? 0));
  const closedBy = !tier.open ? 'terms' : !standing.isCovered ? 'cover' : left === 0 ? 'places' : null;
  const latest = standing.latest.get(tier.id);
  const [min, max] = [rateView(tier.rateMin), rateView(tier.rateMax)];
  return {
    id: tier.id.toString(),
    name: NAMES[tier.id - 1] ?? tier.id.toString(),
    min: formatAmount(tier.min),
    max: formatAmount(tier.max),
    rate_min: min.rate,
    rate_max: max.rate,
    yearly_min: min.yearly,
    yearly_max: max.yearly,
    days: tier.days,
    limit_per_account: tier.limitPerAccount,
    used: standing.used.get(tier.id) ?? 0,
    places: tier.places,
    places_left: left,
    early_fee_rate: formatAmount(inPerCent(tier.earlyFeeRate)),
    terms_version: tier.version,
    open: closedBy === null,
    closed_by: closedBy,
    latest: latest === undefined ? null : { day: dayText(latest.day), ...rateView(latest.rate) },
  };
}
