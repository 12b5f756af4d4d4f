/** Console calls for deposits: the list, a deposit with facts for its reviewer, its image, and the verdict. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { pageById } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { openPicture } from '../../identity/documents/files.ts';
import { firstSigns } from '../../identity/masks.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { act } from '../../operators/act.ts';
import { operatorPersons } from '../../operators/operators.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { readReference } from '../../payments/reference.ts';
import { wireReference } from '../../payments/deposit-methods.ts';
import { reviewDeposit } from './commands.ts';
import { lookAtDeposit } from './operator-commands.ts';
import { creditOf } from './review.ts';
import type { Verdict } from './review.ts';
import { creditedAs, depositView } from './rules.ts';
import {
  depositOf,
  factsBeside,
  isReferenceCredited,
  listDeposits,
  referenceRaceViolation,
} from './store.ts';
import type { OwnedDeposit } from './store.ts';
import { isOpen } from './tables.ts';
import type { DepositRow } from './tables.ts';

export type DepositsConsoleDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  readonly vault: Vault;
  /**
   * Returns the name on the customer's verified document, or null if there is none. Another feature supplies this function.
   */
  readonly verifiedNameOf: (customer: bigint) => Promise<string | null>;
  readonly isVerified: (customer: bigint) => Promise<boolean>;
  /** Returns the latest published rate of a symbol. */
  readonly published: (symbol: string) => Amount | undefined;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type Call = 'GET deposits' | 'GET deposit' | 'POST deposit_picture' | 'POST deposit_decide';

export function depositsConsoleHandlers(deps: DepositsConsoleDeps): Pick<ConsoleHandlers, Call> {
  const { pool, now } = deps;
  return {
    'GET deposits': (input) => {
      const { status, customer } = input;
      const book = customer === undefined ? undefined : BigInt(customer);
      return pageById(input, {
        read: (at) => listDeposits(pool, { ...at, book, status }),
        idOf: ({ row }) => row.id,
        view: (one) => ownedView(one, now()),
      });
    },

    'GET deposit': async (input) => {
      const found = await depositOf(pool, placeOf(input));
      return found === undefined ? refuse('not_found') : ok(await detailOf(deps, found));
    },

    'POST deposit_picture': async (input, { operator }) => {
      const looked = await act({ pool, operator, now }, lookAtDeposit, placeOf(input));
      if (!looked.ok) return looked;
      const { book, voucher } = looked.value;
      const [{ mime, bytes }, name] = await Promise.all([
        openPicture({ db: pool, vault: deps.vault }, { id: voucher, customer: book }),
        deps.verifiedNameOf(book),
      ]);
      // The reviewer compares the full name with the sender's while the deposit is undecided; afterwards the name is masked.
      const shown = name === null || isOpen(looked.value) ? name : firstSigns(name);
      return ok({ mime, base64: bytes.toString('base64'), verified_name: shown });
    },

    'POST deposit_decide': async (input, context) => decided(deps, input, context),
  };
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

function missing(field: string) {
  return refuse('parameter_missing', { field, params: { field } });
}

function placeOf({ customer, id }: { readonly customer: string; readonly id: string }) {
  return { book: BigInt(customer), id: BigInt(id) };
}

function ownedView({ row, account }: OwnedDeposit, nowMs: number) {
  return {
    ...depositView(row, nowMs),
    customer: row.book.toString(),
    account,
    needs_second: row.needsSecond,
    first_by: row.first?.by ?? null,
    first_at: row.first === null ? null : seconds(row.first.atMs),
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

async function detailOf(
  { pool, isVerified, published, now }: DepositsConsoleDeps,
  found: OwnedDeposit,
): Promise<ConsoleOutput<'GET deposit'>> {
  const { row } = found;
  const [verified, beside, persons] = await Promise.all([
    isVerified(row.book),
    factsBeside(pool, row),
    operatorPersons(pool),
  ]);
  const credit = isOpen(row) ? creditOf(row, published) : undefined;
  return {
    ...ownedView(found, now()),
    voucher_hash: row.voucherHash,
    voucher_size: { width: beside.width, height: beside.height },
    credit:
      credit === undefined
        ? null
        : {
            currency: credit.currency,
            amount: formatAmount(credit.amount),
            rate: credit.rate === null ? null : formatAmount(credit.rate),
          },
    facts: {
      verified,
      deposits_before: beside.before,
      credited_before_usdt: formatAmount(beside.creditedUsdt),
      failed_before: beside.failed,
      registered_at: seconds(beside.registeredMs),
    },
    first_person: row.first === null ? null : (persons.get(row.first.by) ?? null),
    first_reference: row.first?.reference.text ?? null,
    decided_by: row.decidedBy,
  };
}

async function decided(
  { pool, submitAct, now }: DepositsConsoleDeps,
  input: ConsoleInput<'POST deposit_decide'>,
  context: ConsoleContext,
) {
  const amount = parseAmount(input.amount);
  if (amount === undefined) return wrong('amount');
  const place = placeOf(input);
  const before = await depositOf(pool, place);
  if (before === undefined) return refuse('deposit_not_found');
  const verdict = await verdictOf(pool, input, before.row);
  if (!verdict.ok) return verdict;
  const review = {
    id: place.id,
    operator: context.operator,
    verdict: verdict.value,
    amount,
    voucherHash: input.voucher_hash,
    note: input.note,
    credits: creditedAs(before.row),
    persons: await operatorPersons(pool),
  };
  try {
    const done = await submitAct({
      command: reviewDeposit,
      input: review,
      book: place.book,
      body: input,
      context,
    });
    if (!done.ok) return done;
  } catch (error) {
    const violation = referenceRaceViolation(error);
    if (violation === undefined) throw error;
    return violation;
  }
  const after = await depositOf(pool, place);
  if (after === undefined) throw new Error(`deposit ${place.id} of customer ${place.book} not found`);
  return ok(ownedView(after, now()));
}

/** Parses a verdict and its required fields. A reference that names the customer instead of the payment is invalid. */
async function verdictOf(
  pool: Pool,
  { verdict, reason, reference }: ConsoleInput<'POST deposit_decide'>,
  { network, book }: DepositRow,
): Promise<Outcome<Verdict, 'parameter_missing' | 'parameter_wrong'>> {
  if (verdict === 'await') return ok({ kind: 'await' });
  if (verdict === 'reject') {
    if (reason === undefined) return missing('reason');
    return reason === 'cancelled_by_customer' ? wrong('reason') : ok({ kind: 'reject', reason });
  }
  if (reference === undefined) return missing('reference');
  const read = readReference(network, reference);
  if (read === undefined || (network === 'wire' && read.key === wireReference(book)))
    return wrong('reference');
  const isReferenceUsed = await isReferenceCredited(pool, { network, key: read.key });
  return ok({ kind: 'approve', reference: read, isReferenceUsed });
}
