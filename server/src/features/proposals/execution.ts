/**
 * Execution of each kind of proposal on approval, and its checks. The same checks run when a proposal is made, so that a mistake
 * is refused before a second operator reviews it. The approval repeats them on the current facts.
 */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { valuePaid } from '@candor/domain/money/rounding.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { append } from '../../commands/command.ts';
import type { Effects, Facts, Needs } from '../../commands/command.ts';
import { activeCredit, grantCredit } from '../../identity/experience-credit.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { coversCapitalOut } from '../../liabilities/capital-out.ts';
import { noticed } from '../../identity/mail/notices.ts';
import type { Notice } from '../../identity/mail/notices.ts';
import { booksViolation } from '../../payments/books-pause.ts';
import { keepsPromises, paysPositions } from '../../positions/cover.ts';
import type { Terms } from '../../terms/terms.ts';
import { moneyOf } from './bodies.ts';
import type { MoneyBody, ProposalBody } from './bodies.ts';
import { publishedTerms } from './tables.ts';
import { effectiveViolation } from './terms-bodies.ts';

/** Bounds on manual bookings: published terms and country policies. */
export type Bounds = {
  readonly terms: Pick<Terms, 'manual'>;
  readonly jurisdictions: JurisdictionMode;
  /**
   * Books a strategy's result; undefined if results can't be booked. It is injected because this feature doesn't depend on the
   * strategy feature.
   */
  readonly results?: ResultBooking | undefined;
};

export type ReportedResult = {
  readonly proposal: bigint;
  /** Days since 1 January 1970. */
  readonly day: number;
  /** Negative for a loss. */
  readonly result: Amount;
  readonly evidence: string;
  readonly isUsed: boolean;
};

export type ResultBooking = {
  readonly needs: Needs;
  readonly decide: (
    report: ReportedResult,
    facts: Facts,
  ) => Outcome<Done, 'state_abnormal' | 'parameter_wrong' | 'house_funds_insufficient'>;
  readonly isUsed: boolean;
};

export type DoingRefusal =
  | 'amount_above_cap'
  | 'trading_closed'
  | 'state_abnormal'
  | 'account_frozen'
  | 'account_locked'
  | 'self_excluded'
  | 'timed_out'
  | 'product_not_offered'
  | 'credit_active'
  | 'balance_insufficient'
  | 'house_funds_insufficient'
  | 'liabilities_uncovered'
  | 'effective_too_soon'
  | 'withdrawals_paused'
  | 'parameter_wrong';

type Done = Omit<Effects<never>, 'answer'>;
type Doing = Outcome<Done, DoingRefusal>;

export function doingOf(
  id: bigint,
  { body, bounds }: { readonly body: ProposalBody; readonly bounds: Bounds },
  facts: Facts,
): Doing {
  switch (body.kind) {
    case 'correction':
      return correction(id, { body, bounds }, facts);
    case 'promotion':
      return promotion(id, { body, bounds }, facts);
    case 'house_move':
      return moved(id, { body, kind: 'house_move', from: body.from, to: body.to }, facts);
    case 'house_capital':
      return capital(id, body, facts);
    case 'strategy_result':
      return reported(id, { body, bounds }, facts);
    case 'terms': {
      const { subject } = body;
      const effectiveMs = body.effective_at * 1000;
      const publication = {
        ...{ subject, effectiveMs, proposal: id, publishedMs: facts.wallMs },
        body: JSON.stringify(body.body),
      };
      return (
        effectiveViolation({ subject, body: body.body, effectiveMs }, facts.wallMs) ??
        ok({ appends: [append(publishedTerms, publication)] })
      );
    }
  }
}

type Of<Kind extends ProposalBody['kind']> = Extract<ProposalBody, { kind: Kind }>;

/** Pays a customer from the house's equity, or returns to equity an amount that was overpaid to the customer. */
function correction(
  id: bigint,
  { body, bounds }: { body: Of<'correction'>; bounds: Bounds },
  facts: Facts,
): Doing {
  if (gateOf(facts).status === 'closed') return refuse('state_abnormal', { field: 'customer' });
  const { amount, currency } = moneyOf(body);
  const { maxUsdt } = bounds.terms.manual(facts.wallMs);
  const violation = capViolation({ amount, currency, maxUsdt }, facts);
  if (violation !== undefined) return violation;
  const signed = body.takes ? `-${formatAmount(amount)}` : formatAmount(amount);
  const told = notice('balance_corrected', { amount: signed, currency }, facts);
  const move = { body, kind: 'manual_correction' };
  const done = body.takes
    ? moved(id, { ...move, from: 'spot', to: 'equity' }, facts)
    : moved(id, { ...move, from: 'equity', to: 'spot' }, facts);
  return done.ok ? ok({ ...done.value, appends: [told] }) : done;
}

function promotion(
  id: bigint,
  { body, bounds }: { body: Of<'promotion'>; bounds: Bounds },
  facts: Facts,
): Doing {
  const { terms, jurisdictions } = bounds;
  const barred = gateViolation(gateOf(facts), 'promotion', { nowMs: facts.wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const { amount, currency } = moneyOf(body);
  const maxUsdt = terms.manual(facts.wallMs).promotionMaxUsdt;
  const violation = capViolation({ amount, currency, maxUsdt }, facts);
  if (violation !== undefined) return violation;
  if (activeCredit(facts) !== undefined) return refuse('credit_active', { field: 'customer' });
  const done = moved(id, { body, kind: 'promotion_grant', from: 'promotions', to: 'promo' }, facts);
  if (!done.ok) return done;
  const credit = grantCredit(facts, { amount, journalSeq: facts.journalSeq });
  const told = notice('promotion_granted', { amount: formatAmount(amount) }, facts);
  return ok({ ...done.value, ...credit, appends: [told] });
}

/** Books the result of an external strategy, which is a real gain or loss. A simulated strategy has nothing to report. */
function reported(
  proposal: bigint,
  { body, bounds }: { body: Of<'strategy_result'>; bounds: Bounds },
  facts: Facts,
): Doing {
  const { results } = bounds;
  if (results === undefined) return refuse('state_abnormal', { field: 'kind' });
  const { amount } = moneyOf(body);
  const { evidence, direction } = body;
  const day = dayOf(Date.parse(`${body.day}T00:00:00Z`));
  const result = direction === 'gain' ? amount : -amount;
  return results.decide({ proposal, day, result, evidence, isUsed: results.isUsed }, facts);
}

/** Capital paid in increases both custody and equity. Capital paid out must be covered by both. */
function capital(id: bigint, body: Of<'house_capital'>, facts: Facts): Doing {
  const { amount, currency } = moneyOf(body);
  const move = { body, kind: 'house_capital' };
  if (body.direction === 'in') return moved(id, { ...move, from: 'custody', to: 'equity' }, facts);
  const paused = booksViolation(facts);
  if (paused !== undefined) return paused;
  if (!facts.houseHas('custody', currency, amount))
    return refuse('house_funds_insufficient', { field: 'amount' });
  if (!coversCapitalOut({ amount, currency }, facts)) {
    return refuse('liabilities_uncovered', { field: 'amount' });
  }
  return moved(id, { ...move, from: 'equity', to: 'custody' }, facts);
}

type Move = {
  readonly body: MoneyBody;
  readonly kind: string;
  readonly from: CustomerAccount | HouseAccount;
  readonly to: CustomerAccount | HouseAccount;
};

/** Writes one journal. The debited account must cover the amount, unless it is custody, which mirrors the assets. */
function moved(id: bigint, { body, kind, from, to }: Move, facts: Facts): Doing {
  const { amount, currency } = moneyOf(body);
  if (from === 'spot') {
    const available = facts.balance('spot', currency);
    if (available < amount) {
      const params = { needed: formatAmount(amount), currency, available: formatAmount(available) };
      return refuse('balance_insufficient', { field: 'amount', params });
    }
  } else if (from !== 'custody' && !facts.houseHas(from as HouseAccount, currency, amount)) {
    return refuse('house_funds_insufficient', { field: 'amount' });
  }
  // The accounts that pay customers' profits must retain enough to cover the unrealised profits of open positions.
  const leaves = kind.startsWith('house_') && paysPositions(from, currency) && !paysPositions(to, currency);
  if (leaves && !keepsPromises(amount, facts)) return refuse('house_funds_insufficient', { field: 'amount' });
  const postings: Posting[] = [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ];
  return ok({ journals: [journal(kind, `proposal:${id}`, postings)] });
}

/**
 * Limits the value of one manual booking, at the current bid, so that a misplaced decimal point or a wrong currency is refused.
 */
function capViolation(
  { amount, currency, maxUsdt }: { amount: Amount; currency: string; maxUsdt: Amount },
  facts: Facts,
) {
  const head = currency === 'USDT' ? undefined : facts.head(`${currency}/USDT`);
  if (currency !== 'USDT' && (head === undefined || head.seq === 0n)) {
    return refuse('trading_closed', { field: 'currency' });
  }
  const worth = head === undefined ? amount : valuePaid(amount, head.bid);
  if (worth <= maxUsdt) return undefined;
  return refuse('amount_above_cap', { field: 'amount', params: { max: `${formatAmount(maxUsdt)} USDT` } });
}

function notice(kind: Notice['kind'], params: Notice['params'], facts: Facts) {
  return noticed({ book: facts.book, id: facts.newId(), kind, params, timeMs: facts.wallMs });
}
