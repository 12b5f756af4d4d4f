/**
 * The payment provider's reports. A report settles a payment in the same way as a treasurer's, but is recorded under the
 * provider's own name. A repeated report is accepted. A report that contradicts the recorded outcome changes nothing and is shown
 * to operators.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../../db/pool.ts';
import type { Actor } from '../../../operators/operators.ts';
import type { SubmitAct } from '../../../operators/submit-act.ts';
import type { PayoutReport } from './callback.ts';
import { noteHandover, noteReport } from './notes.ts';
import { paidReference, settle } from '../settlement.ts';
import type { PayoutOutcome } from '../settling.ts';
import { withdrawalOf } from '../store.ts';
import type { WithdrawalRow } from '../tables.ts';

export type ProviderReportsDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  readonly onError: (error: Error) => void;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

const PROVIDER: Actor = { account: 'payout-provider', role: 'provider', person: 'payout-provider' };

export function providerReports(deps: ProviderReportsDeps) {
  const { pool, submitAct, now } = deps;
  return async (report: PayoutReport) => {
    const found = await withdrawalOf(pool, report);
    if (found === undefined) return refuse('not_found');
    const { row } = found;
    const outcome = outcomeOf(row, report);
    if (outcome === undefined) return contradicted(deps, row, report);
    if (saysSame(row, outcome)) return ok({});
    await noteReport(pool, { ...report, outcome });
    const { id, currency, amount } = row;
    const settlement = { id, currency, amount, outcome, operator: PROVIDER };
    // A report has no idempotency key. The withdrawal's row shows whether it was already processed.
    const context = { operator: PROVIDER, idempotencyKey: undefined };
    const done = await settle({ pool, submitAct }, { settlement, row, body: {}, context });
    if (done.ok) {
      await noteHandover(pool, row, { acknowledgedMs: now(), trouble: null });
      return ok({});
    }
    if (done.refusal.code !== 'order_state_wrong' && done.refusal.code !== 'reference_used') return done;
    const after = await withdrawalOf(pool, row);
    return after !== undefined && saysSame(after.row, outcome) ? ok({}) : contradicted(deps, row, report);
  };
}

/**
 * Returns the reported outcome, or undefined if the amount differs from the withdrawal's or the reference isn't valid on its
 * chain.
 */
function outcomeOf(row: WithdrawalRow, { amount, outcome }: PayoutReport): PayoutOutcome | undefined {
  if (amount !== row.amount - row.fee) return undefined;
  if (outcome.kind === 'failed') {
    return { kind: 'failed', reason: 'payout_returned', proof: outcome.proof };
  }
  const reference = paidReference(row.network, outcome.reference);
  return reference === undefined ? undefined : { kind: 'paid', reference };
}

function saysSame(row: WithdrawalRow, outcome: PayoutOutcome): boolean {
  return outcome.kind === 'paid'
    ? row.status === 'success' && row.paidReference === outcome.reference
    : row.status === 'failed' && row.reason === outcome.reason;
}

/** Records a contradicting report for operators to examine. Moves no money. */
async function contradicted(
  { pool, onError }: ProviderReportsDeps,
  row: WithdrawalRow,
  report: PayoutReport,
) {
  const { outcome, amount } = report;
  const said = outcome.kind === 'paid' ? `paid as ${outcome.reference}` : `failed: ${outcome.proof}`;
  const trouble = `the provider says of ${formatAmount(amount)}: ${said}`;
  await noteHandover(pool, row, { acknowledgedMs: null, trouble });
  onError(
    new Error(
      `expected a report consistent with withdrawal ${row.id} of ${row.book}, which is ${row.status}: ${trouble}`,
    ),
  );
  return refuse('order_state_wrong');
}
