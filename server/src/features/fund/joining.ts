/** Rules for investing in a tier of the fund, as pure functions. The README gives the order of the checks. */
import { rangeOf, tierOf } from '@candor/domain/fund/tier.ts';
import type { FundTier } from '@candor/domain/fund/tier.ts';
import { formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { clockSeq, marketMs } from '../../commands/market-time.ts';
import { gateViolation, gateOf, stopViolation } from '../../identity/gates.ts';
import { changed, fundOrderView } from './effects.ts';
import { FUND_CLOSED, FUND_CURRENCY, joinJournal, placed, placesCounter } from './money.ts';
import { fundUses } from './tables.ts';
import type { FundOrderRow } from './tables.ts';

export type Joined = CallOutput<'POST lh/deposit'>;
type Refused = CallRefusal<'POST lh/deposit'> | 'account_frozen' | 'account_locked';
type Request = CallInput<'POST lh/deposit'>;

/** The request, matched against the currently published tiers. */
export type Join = {
  readonly amount: Amount;
  /** The named tier, or the tier of the amount; undefined if there is none. */
  readonly tier: FundTier | undefined;
  /** Whether the tier's range includes the amount. */
  readonly belongs: boolean;
  /** Whether the request named a tier, and the range of all tiers together. */
  readonly named: boolean;
  readonly range: { readonly min: Amount; readonly max: Amount } | undefined;
  /** The version of the terms that the customer saw, if the app sent it. */
  readonly versionShown: number | undefined;
};

export type JoinTerms = {
  readonly jurisdictions: JurisdictionMode;
  /** The delay after which an order starts automatically; null if an operator must accept it. */
  readonly startsAfterMs: number | null;
};

export function readJoin(body: Request, tiers: readonly FundTier[]): Outcome<Join, 'amount_wrong'> {
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount <= 0n) return refuse('amount_wrong', { field: 'amount' });
  const named = body.project_id !== undefined;
  const own = tierOf(tiers, amount);
  const tier = named ? tiers.find(({ id }) => id.toString() === body.project_id) : own;
  const belongs = tier !== undefined && tier === own;
  return ok({ amount, tier, belongs, named, range: rangeOf(tiers), versionShown: body.terms_version });
}

export function decideJoin(join: Join, facts: Facts, terms: JoinTerms): Decision<Joined, Refused> {
  const { jurisdictions } = terms;
  const barred =
    gateViolation(gateOf(facts), 'fund_join', { nowMs: facts.wallMs, jurisdictions }) ??
    stopViolation({ product: 'fund' }, facts);
  if (barred !== undefined) return barred;
  const found = tierViolation(join, facts);
  if (!found.ok) return found;
  const tier = found.value;
  const bound = boundViolation(join.amount, tier, facts);
  if (bound !== undefined) return bound;
  const row = pendingOrder(join.amount, tier, { facts, startsAfterMs: terms.startsAfterMs });
  return ok({
    answer: { id: row.id.toString(), status: row.status, order: fundOrderView(row) },
    ...changed(row),
    journals: [joinJournal(row)],
    puts: [
      ...(changed(row).puts ?? []),
      put(fundUses, { book: row.book, id: BigInt(tier.id), used: usedOf(tier, facts) + 1 }),
    ],
    counts: [placed(row, 1)],
  });
}

/** Returns the tier if it is open and accepts the amount under the terms that were shown, otherwise a refusal. */
function tierViolation(
  { tier, belongs, named, range, versionShown }: Join,
  facts: Facts,
): Outcome<FundTier, Refused> {
  if (tier === undefined && (named || range === undefined))
    return refuse('project_ended', { field: 'project_id' });
  if (tier !== undefined && (!tier.open || facts.counter(FUND_CLOSED) > 0n)) {
    return refuse('project_state_wrong', { field: 'project_id' });
  }
  if (tier === undefined || !belongs) {
    const { min, max } = tier ?? range ?? { min: 0n, max: 0n };
    const params = { min: formatAmount(min), max: formatAmount(max) };
    return refuse('order_out_of_range', { field: 'amount', params });
  }
  if (versionShown !== undefined && versionShown !== tier.version) {
    return refuse('terms_changed', { field: 'terms_version' });
  }
  return ok(tier);
}

/** Returns a refusal if the account, the tier or the balance does not allow one more order. */
function boundViolation(amount: Amount, tier: FundTier, facts: Facts) {
  const { limitPerAccount, places } = tier;
  if (limitPerAccount !== null && usedOf(tier, facts) >= limitPerAccount) {
    return refuse('project_limit_reached', { params: { max: limitPerAccount.toString() } });
  }
  if (facts.counter(placesCounter(tier.id)) + ONE > BigInt(places) * ONE) return refuse('participants_full');
  const available = facts.balance('spot', FUND_CURRENCY);
  if (available >= amount) return undefined;
  const figures = { needed: formatAmount(amount), available: formatAmount(available) };
  return refuse('fund_balance_insufficient', {
    field: 'amount',
    params: { ...figures, currency: FUND_CURRENCY },
  });
}

function usedOf({ id }: FundTier, facts: Facts): number {
  return facts.row(fundUses, BigInt(id))?.used ?? 0;
}

type At = { readonly facts: Facts; readonly startsAfterMs: number | null };

/** Copies the agreed terms into the row, so that later publications don't change them. */
function pendingOrder(amount: Amount, tier: FundTier, { facts, startsAfterMs }: At): FundOrderRow {
  const appliedMs = marketMs(facts);
  const dueMs = startsAfterMs === null ? null : appliedMs + startsAfterMs;
  const { rateMin, rateMax, days, earlyFeeRate } = tier;
  return {
    ...{ book: facts.book, id: facts.newId(), project: tier.id, termsVersion: tier.version },
    ...{ amount, rateMin, rateMax, days, earlyFeeRate },
    ...{ status: 'pending', reason: null, version: 1 },
    ...{ appliedMs, askedMs: facts.wallMs, startedMs: null, countsFromMs: null, endsMs: null, endedMs: null },
    ...{ paidDays: 0, income: 0n, fee: 0n },
    ...{ dueMs, wakeMs: dueMs, armedSeq: clockSeq(facts), decidedBy: null, decidedMs: null },
  };
}
