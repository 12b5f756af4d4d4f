/**
 * Handlers of operators' calls for withdrawals: the list, a single withdrawal with the facts for its review, the verdict, and the
 * outcome of a payment.
 */
import { valueOfHoldings } from '@candor/domain/ledger/valuation.ts';
import type { BidOf } from '@candor/domain/ledger/valuation.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { holdReasons } from '@candor/protocol/withdrawals/schemas.ts';
import { pageById } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { limits } from './limits.ts';
import { operatorPersons } from '../../operators/operators.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { handoverOf } from './payout/notes.ts';
import { reviewWithdrawal } from './commands.ts';
import { secondsDown, withdrawalView } from './effects.ts';
import { REJECT_REASONS } from './reviewing.ts';
import type { Verdict } from './reviewing.ts';
import { PAYOUT_REASONS } from './settling.ts';
import { paidReference, settle } from './settlement.ts';
import { factsBeside, listWithdrawals, withdrawalOf } from './store.ts';
import type { OwnedWithdrawal } from './store.ts';
import type { HoldReason } from './tables.ts';

export type WithdrawalsConsoleDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  /** Whether a document verified the customer. No name is compared, because a blockchain address has none. */
  readonly isVerified: (customer: bigint) => Promise<boolean>;
  readonly bidOf: BidOf;
  /** Whether a payment provider makes the payments. If not, treasurers do. */
  readonly byProvider: boolean;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type Call = 'GET withdrawals' | 'GET withdrawal' | 'POST withdrawal_decide' | 'POST withdrawal_settle';
type Row = ConsoleOutput<'POST withdrawal_decide'>;

export function withdrawalsConsoleHandlers(deps: WithdrawalsConsoleDeps): Pick<ConsoleHandlers, Call> {
  const { pool, now } = deps;
  return {
    'GET withdrawals': (input) => {
      const { status, customer } = input;
      const book = customer === undefined ? undefined : BigInt(customer);
      return pageById(input, {
        read: (at) => listWithdrawals(pool, { ...at, book, status }),
        idOf: ({ row }) => row.id,
        view: (one) => ownedView(one, now()),
      });
    },

    'GET withdrawal': async (input) => {
      const found = await withdrawalOf(pool, placeOf(input));
      return found === undefined ? refuse('not_found') : ok(await detailOf(deps, found));
    },

    'POST withdrawal_decide': (input, context) => decided(deps, input, context),
    'POST withdrawal_settle': (input, context) => settled(deps, input, context),
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

function ownedView({ row, account, paused, failingBy }: OwnedWithdrawal, nowMs: number): Row {
  return {
    ...withdrawalView(row, nowMs, paused),
    customer: row.book.toString(),
    account,
    needs_second: row.needsSecond,
    first_by: row.firstBy,
    second_by: row.secondBy,
    failing_by: failingBy,
    holds_left: limits.holdsMax - row.holds,
  };
}

async function detailOf(
  { pool, isVerified, bidOf, now }: WithdrawalsConsoleDeps,
  found: OwnedWithdrawal,
): Promise<ConsoleOutput<'GET withdrawal'>> {
  const { row } = found;
  const [verified, beside, handover] = await Promise.all([
    isVerified(row.book),
    factsBeside(pool, row),
    handoverOf(pool, row),
  ]);
  const orNull = (ms: number | null) => (ms === null ? null : secondsDown(ms));
  return {
    ...ownedView(found, now()),
    facts: {
      verified,
      registered_at: secondsDown(beside.registeredMs),
      address_added_at: secondsDown(beside.addressAddedMs),
      address_paid_before: beside.paidBefore,
      address_shared_with: [...beside.sharedWith],
      deposited_usdt: formatAmount(beside.depositedUsdt),
      withdrawn_usdt: formatAmount(valueOfHoldings(beside.withdrawn, bidOf)),
      security_changed_at: orNull(beside.securityChangedMs),
      new_device_at: orNull(beside.newDeviceMs),
      account_status: beside.accountStatus,
    },
    payout: handover ?? null,
  };
}

async function decided(
  { pool, submitAct, byProvider, now }: WithdrawalsConsoleDeps,
  input: ConsoleInput<'POST withdrawal_decide'>,
  context: ConsoleContext,
) {
  const amount = parseAmount(input.amount);
  if (amount === undefined) return wrong('amount');
  const verdict = verdictOf(input);
  if (!verdict.ok) return verdict;
  const place = placeOf(input);
  const before = await withdrawalOf(pool, place);
  if (before === undefined) return refuse('not_found');
  const review = {
    id: place.id,
    currency: before.row.currency,
    verdict: verdict.value,
    amount,
    address: input.address,
    note: input.note,
    operator: context.operator,
    persons: await operatorPersons(pool),
    byProvider,
  };
  const { book } = place;
  const done = await submitAct({ command: reviewWithdrawal, input: review, book, body: input, context });
  return done.ok ? ok(await rowNow(pool, place, now())) : done;
}

/** Parses the verdict. Refuses if a field that it needs is missing or invalid. */
function verdictOf({
  verdict,
  reason,
  until,
}: ConsoleInput<'POST withdrawal_decide'>): Outcome<Verdict, 'parameter_missing' | 'parameter_wrong'> {
  if (verdict === 'approve' || verdict === 'release') return ok({ kind: verdict });
  if (reason === undefined) return missing('reason');
  if (verdict === 'reject') {
    const why = REJECT_REASONS.find((one) => one === reason);
    return why === undefined ? wrong('reason') : ok({ kind: 'reject', reason: why });
  }
  const why: HoldReason | undefined = holdReasons.find((one) => one === reason);
  if (why === undefined) return wrong('reason');
  if (until === undefined) return missing('until');
  return ok({ kind: 'hold', reason: why, untilMs: until * 1000 });
}

async function settled(
  { pool, submitAct, now }: WithdrawalsConsoleDeps,
  input: ConsoleInput<'POST withdrawal_settle'>,
  context: ConsoleContext,
) {
  const amount = parseAmount(input.amount);
  if (amount === undefined) return wrong('amount');
  const place = placeOf(input);
  const before = await withdrawalOf(pool, place);
  if (before === undefined) return refuse('not_found');
  const { currency, network } = before.row;
  const outcome = outcomeOf(input, network);
  if (!outcome.ok) return outcome;
  const { operator } = context;
  const settlement = { id: place.id, currency, outcome: outcome.value, amount, operator };
  const done = await settle({ pool, submitAct }, { settlement, row: before.row, body: input, context });
  return done.ok ? ok(await rowNow(pool, place, now())) : done;
}

/** Parses the outcome. Refuses if a field that it needs is missing or invalid. */
function outcomeOf(
  { outcome, reference, proof, reason }: ConsoleInput<'POST withdrawal_settle'>,
  network: OwnedWithdrawal['row']['network'],
) {
  if (outcome === 'paid') {
    if (reference === undefined) return missing('reference');
    const read = paidReference(network, reference);
    return read === undefined ? wrong('reference') : ok({ kind: 'paid' as const, reference: read });
  }
  if (proof === undefined) return missing('proof');
  if (reason === undefined) return missing('reason');
  const why = PAYOUT_REASONS.find((one) => one === reason);
  return why === undefined ? wrong('reason') : ok({ kind: 'failed' as const, reason: why, proof });
}

async function rowNow(pool: Pool, place: { book: bigint; id: bigint }, nowMs: number): Promise<Row> {
  const after = await withdrawalOf(pool, place);
  if (after === undefined) throw new Error(`expected withdrawal ${place.id} of ${place.book}, found none`);
  return ownedView(after, nowMs);
}
