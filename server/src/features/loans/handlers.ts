/** Customer calls for loans: cost, debt, application with documents, cancellation, and repayment. */
import { LOAN_DAYS } from '@candor/domain/credit/loan.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { checkedSubmit } from '../../calls/checked-submit.ts';
import type { Submit } from '../../calls/submit.ts';
import { pageOfPeriod } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { readRowId } from '../../db/row-id.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import { gateViolation, readGateOf } from '../../identity/gates.ts';
import type { TradingPasswords } from '../../identity/secrets/trading-password.ts';
import { applyForLoan, cancelLoan, repayLoan } from './commands.ts';
import type { LoanPolicy } from './rules.ts';
import { documentsOf, lifetimeOf, listLoans, loanOf, paymentsOf, raceViolation } from './store.ts';
import { isOpen, LOAN_CURRENCY } from './tables.ts';
import { loanView, owedOf, paymentView, perCent } from './view.ts';

export type LoansDeps = LoanPolicy & {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly tradingPasswords: Pick<TradingPasswords, 'check'>;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
  readonly marketNow: () => number;
};

type Call =
  | 'GET lh/loan/config'
  | 'GET lh/loan/statistics'
  | 'GET lh/loan/order'
  | 'GET lh/loan/payments'
  | 'POST lh/loan/submit'
  | 'POST lh/loan/cancel'
  | 'POST lh/loan/repayment';

const notFound = () => refuse('loan_not_found', { field: 'id' });

export function loansHandlers(deps: LoansDeps): Pick<Handlers, Call> {
  const { pool, submit, marketNow } = deps;
  return {
    'GET lh/loan/config': async (_, { customer }) => configFor(deps, customer),
    'GET lh/loan/statistics': async (_, { customer }) => statisticsOf(deps, customer),

    'GET lh/loan/order': (input, { customer }) =>
      pageOfPeriod(input, {
        read: (at) => listLoans(pool, { ...at, book: customer, status: input.status }),
        idOf: (row) => row.id,
        view: (row) => loanView(row, marketNow()),
      }),

    'GET lh/loan/payments': async ({ id }, { customer }) => {
      const place = placeOf(customer, id);
      if (place === undefined || (await loanOf(pool, place)) === undefined) return notFound();
      return ok({ items: (await paymentsOf(pool, place)).map(paymentView) });
    },

    'POST lh/loan/submit': applying(deps),

    'POST lh/loan/cancel': async (body, context) => {
      const id = readRowId(body.id);
      return id === undefined ? notFound() : submit({ command: cancelLoan, input: { id }, body, context });
    },

    'POST lh/loan/repayment': repaying(deps),
  };
}

function placeOf(book: bigint, id: string) {
  const row = readRowId(id);
  return row === undefined ? undefined : { book, id: row };
}

async function configFor({ pool, terms, now }: LoansDeps, customer: bigint) {
  const of = terms.loan(now());
  const { score } = await lifetimeOf(pool, customer);
  return ok({
    currency: LOAN_CURRENCY,
    open: of.open,
    min: formatAmount(of.min),
    max: formatAmount(of.max),
    days: [...LOAN_DAYS],
    daily_rate: perCent(of.dailyRate),
    overdue_rate: perCent(of.overdueRate),
    overdue_cap: perCent(of.overdueCap),
    terms_version: of.version,
    score,
    score_min: of.scoreMin,
    agreement: AGREEMENT_VERSION,
  });
}

async function statisticsOf({ pool, marketNow }: LoansDeps, customer: bigint) {
  const [lifetime, [newest]] = await Promise.all([
    lifetimeOf(pool, customer),
    listLoans(pool, { book: customer, status: 'open', limit: 1 }),
  ]);
  const nowMs = marketNow();
  const open = newest === undefined || !isOpen(newest) ? null : loanView(newest, nowMs);
  const due = newest === undefined ? 0n : owedOf(newest, nowMs).due;
  return ok({
    currency: LOAN_CURRENCY,
    borrowed: formatAmount(lifetime.borrowed),
    repaid: formatAmount(lifetime.repaid),
    due: formatAmount(due),
    overdue: formatAmount(open?.overdue === true ? due : 0n),
    score: lifetime.score,
    open,
  });
}

function applying(deps: LoansDeps) {
  const { pool, submit, jurisdictions } = deps;
  const command = applyForLoan(deps.terms);
  return async (body: CallInput<'POST lh/loan/submit'>, context: CallContext) => {
    const { house, income, bank, identity } = body;
    const amount = parseAmount(body.amount);
    if (amount === undefined) return refuse('amount_wrong', { field: 'amount' });
    const files = { house, income, bank, identity };
    const documents = await documentsOf(pool, { customer: context.customer, files });
    const { days, agree, terms_version: termsVersion } = body;
    const input = { amount, days, agree, termsVersion, documents, jurisdictions };
    try {
      return await submit({ command, input, body, context });
    } catch (error) {
      const violation = raceViolation(error);
      if (violation === undefined) throw error;
      return violation;
    }
  };
}

/** Checks the trading password of a repayment. The password is neither stored nor compared with that of a retry. */
function repaying(deps: LoansDeps) {
  const { pool, submit, tradingPasswords, jurisdictions, now } = deps;
  const submitChecked = checkedSubmit({ pool, submit });
  return async (given: CallInput<'POST lh/loan/repayment'>, context: CallContext) => {
    const { customer } = context;
    const { trading_password, ...body } = given;
    const amount = body.amount === undefined ? undefined : parseAmount(body.amount);
    if (body.amount !== undefined && (amount === undefined || amount <= 0n)) {
      return refuse('amount_wrong', { field: 'amount' });
    }
    const place = placeOf(customer, body.id);
    // Refuses an unknown loan before the password is checked.
    if (place === undefined || (await loanOf(pool, place)) === undefined) return notFound();
    const call = { command: repayLoan, input: { id: place.id, amount, jurisdictions }, body, context };
    return submitChecked(call, async () => {
      const gate = await readGateOf(pool, customer);
      return (
        gateViolation(gate, 'loan_repay', { nowMs: now(), jurisdictions }) ??
        tradingPasswords.check(customer, trading_password, context)
      );
    });
  };
}
