/**
 * Console calls for loans: the list, a loan with facts for its reviewer, its documents, and the verdict, which pays it out.
 */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { pageById } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { openPicture } from '../../identity/documents/files.ts';
import { firstSigns } from '../../identity/masks.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { act } from '../../operators/act.ts';
import { operatorPersons } from '../../operators/operators.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import type { Platform } from '../../platform/platform.ts';
import { reviewLoan } from './commands.ts';
import { lookAtDocument } from './operator-commands.ts';
import { REJECT_REASONS } from './review.ts';
import type { Verdict } from './review.ts';
import type { LoanPolicy } from './rules.ts';
import { factsBeside, listOwned, loanOf } from './store.ts';
import type { OwnedLoan } from './store.ts';
import { loanView } from './view.ts';

export type LoansConsoleDeps = LoanPolicy & {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  readonly vault: Vault;
  /**
   * Returns the name on the customer's verified document, or null if there is none. Another feature supplies this function.
   */
  readonly verifiedNameOf: (customer: bigint) => Promise<string | null>;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
  readonly marketNow: () => number;
} & Pick<Platform, 'worthOf'>;

type Call = 'GET loans' | 'GET loan' | 'POST loan_picture' | 'POST loan_decide';
type Row = ConsoleOutput<'POST loan_decide'>;

export function loansConsoleHandlers(deps: LoansConsoleDeps): Pick<ConsoleHandlers, Call> {
  const { pool, vault, now } = deps;
  return {
    'GET loans': (input) => {
      const { status, customer } = input;
      const book = customer === undefined ? undefined : BigInt(customer);
      const wanted =
        status === 'overdue'
          ? { status: 'disbursed' as const, dueByMs: deps.marketNow() }
          : { status, dueByMs: undefined };
      return pageById(input, {
        read: (at) => listOwned(pool, { ...at, ...wanted, book }),
        idOf: ({ row }) => row.id,
        view: (one) => rowOf(deps, one),
      });
    },

    'GET loan': async (input) => {
      const found = await loanOf(pool, placeOf(input));
      return found === undefined ? refuse('not_found') : ok(await detailOf(deps, found));
    },

    'POST loan_picture': async (input, { operator }) => {
      const looked = await act({ pool, operator, now }, lookAtDocument, {
        ...placeOf(input),
        of: input.of,
      });
      if (!looked.ok) return looked;
      const { book, documents, status } = looked.value;
      const [{ mime, bytes }, name] = await Promise.all([
        openPicture({ db: pool, vault }, { id: documents[input.of].file, customer: book }),
        deps.verifiedNameOf(book),
      ]);
      // The reviewer compares the full name with the documents while the loan is undecided; afterwards the name is masked.
      const shown = name === null || status === 'pending_review' ? name : firstSigns(name);
      return ok({ mime, base64: bytes.toString('base64'), verified_name: shown });
    },

    'POST loan_decide': deciding(deps),
  };
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

function placeOf({ customer, id }: { readonly customer: string; readonly id: string }) {
  return { book: BigInt(customer), id: BigInt(id) };
}

function rowOf({ now, marketNow }: LoansConsoleDeps, { row, account }: OwnedLoan): Row {
  return {
    ...loanView(row, marketNow()),
    customer: row.book.toString(),
    account,
    review_overdue: row.status === 'pending_review' && row.reviewDueMs <= now(),
    needs_second: row.needsSecond,
    first_by: row.first?.by ?? null,
    first_at: row.first === null ? null : Math.floor(row.first.atMs / 1000),
  };
}

async function detailOf(deps: LoansConsoleDeps, found: OwnedLoan): Promise<ConsoleOutput<'GET loan'>> {
  const { row } = found;
  const [beside, worth, persons] = await Promise.all([
    factsBeside(deps.pool, row),
    deps.worthOf(row.book),
    operatorPersons(deps.pool),
  ]);
  return {
    ...rowOf(deps, found),
    documents: loanDocuments.map((of) => ({ of, ...row.documents[of] })),
    facts: {
      score: beside.score,
      registered_at: Math.floor(beside.registeredMs / 1000),
      account_status: beside.accountStatus,
      loans_before: beside.loansBefore,
      overdue_before: beside.overdueBefore,
      claims_usdt: formatAmount(worth.total),
      deposited_usdt: formatAmount(beside.depositedUsdt),
    },
    first_person: row.first === null ? null : (persons.get(row.first.by) ?? null),
    decided_by: row.decidedBy,
  };
}

function deciding(deps: LoansConsoleDeps) {
  const { pool, submitAct } = deps;
  const command = reviewLoan(deps.terms);
  return async (input: ConsoleInput<'POST loan_decide'>, context: ConsoleContext) => {
    const amount = parseAmount(input.amount);
    if (amount === undefined) return wrong('amount');
    const verdict = verdictOf(input);
    if (!verdict.ok) return verdict;
    const { book, id } = placeOf(input);
    const { documents, note } = input;
    const review = {
      ...{ id, operator: context.operator, verdict: verdict.value, amount, documents, note },
      persons: await operatorPersons(pool),
      jurisdictions: deps.jurisdictions,
    };
    // The customer must be the loan's borrower.
    if ((await loanOf(pool, { book, id })) === undefined) return refuse('loan_not_found');
    const done = await submitAct({ command, input: review, book, body: input, context });
    if (!done.ok) return done;
    const after = await loanOf(pool, { book, id });
    if (after === undefined) throw new Error(`loan ${id} of customer ${book} not found`);
    return ok(rowOf(deps, after));
  };
}

/** Parses the verdict. A rejection needs one of the platform's predefined reasons. */
function verdictOf({
  verdict,
  reason,
}: ConsoleInput<'POST loan_decide'>): Outcome<Verdict, 'parameter_missing' | 'parameter_wrong'> {
  if (verdict === 'approve') return ok({ kind: 'approve' });
  if (reason === undefined)
    return refuse('parameter_missing', { field: 'reason', params: { field: 'reason' } });
  return REJECT_REASONS.includes(reason) ? ok({ kind: 'reject', reason }) : wrong('reason');
}
