/** Queries for deposits, except those of the command executor: lists, earlier deposits, and facts for a reviewer. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { ALWAYS } from '../../calls/period.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { deposits } from './tables.ts';
import type { DepositRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type Db = Pick<Pool | Connection, 'query'>;
type TextRow = Record<string, string | null>;

export type ListRequest = {
  /** Undefined means all customers. */
  readonly book?: bigint | undefined;
  readonly status?: DepositRow['status'] | undefined;
  readonly currency?: string | undefined;
  readonly period?: Period;
  /** Only deposits with smaller ids, because the list runs from newest to oldest. */
  readonly below?: bigint | undefined;
  readonly limit: number;
};

const ABOVE_ALL = 9_000_000_000_000_000_000n;

export type OwnedDeposit = { readonly row: DepositRow; readonly account: string };

const owned = (raw: TextRow): OwnedDeposit => ({
  row: deposits.read(raw),
  account: raw['account'] as string,
});

/** Lists the newest first. Reads one row more than the limit so that the caller can tell whether there are more. */
export async function listDeposits(db: Db, request: ListRequest): Promise<OwnedDeposit[]> {
  const { book, status, currency, below, limit, period = ALWAYS } = request;
  const found = await db.query<TextRow>({
    text: `select d.*, c.account from deposit d join customer c on c.id = d.book
      where d.id < $1 and ($3::text is null or d.status = $3) and ($4::text is null or d.currency = $4)
        ${book === undefined ? 'and $5::bigint is null' : 'and d.book = $5'}
        and d.submitted_ms >= $6 and d.submitted_ms < $7
      order by d.id desc limit $2`,
    values: [
      ...[below ?? ABOVE_ALL, limit + 1, status ?? null, currency ?? null, book ?? null],
      ...[period.fromMs, period.beforeMs],
    ],
    types: asText,
  });
  return found.rows.map(owned);
}

export async function depositOf(
  db: Db,
  at: { readonly book: bigint; readonly id: bigint },
): Promise<OwnedDeposit | undefined> {
  const found = await db.query<TextRow>({
    name: 'deposit-of',
    text: `select d.*, c.account from deposit d join customer c on c.id = d.book where d.book = $1 and d.id = $2`,
    values: [at.book, at.id],
    types: asText,
  });
  const raw = found.rows[0];
  return raw === undefined ? undefined : owned(raw);
}

/**
 * Returns the hash of an image that can prove a deposit. Refuses if the image already belongs to a deposit, or a different
 * deposit has an image with the same content. If a released image was uploaded again, the newer file is used instead.
 */
export async function proofOf(
  db: Db,
  { customer, voucher }: { readonly customer: bigint; readonly voucher: string },
): Promise<Outcome<string, 'file_not_found' | 'file_duplicate'>> {
  const found = await db.query<{ hash: string; free: boolean; shown: boolean }>({
    name: 'deposit-proof',
    text: `select encode(f.digest, 'hex') as hash,
        not f.attached or f.released and not exists (select from stored_file again where again.customer = f.customer
          and again.purpose = f.purpose and again.digest = f.digest and not again.released) as free,
        exists (select from deposit d where d.voucher_digest = f.digest and d.status <> 'failed') as shown
      from stored_file f where f.id = $1 and f.customer = $2 and f.purpose = 'voucher'`,
    values: [voucher, customer],
  });
  const file = found.rows[0];
  if (file?.free !== true) return refuse('file_not_found', { field: 'voucher' });
  return file.shown ? refuse('file_duplicate', { field: 'voucher' }) : ok(file.hash);
}

type Named = { readonly network: string; readonly key: string };

/** Whether a payment was credited, or is claimed by a deposit that did not fail. */
export async function isReferenceKnown(db: Db, { network, key }: Named): Promise<boolean> {
  const found = await db.query<{ known: boolean }>({
    name: 'deposit-reference-known',
    text: `select exists (select from deposit d where d.network = $1 and d.reference_key = $2)
      or exists (select from deposit d where d.network = $1 and d.claimed_key = $2 and d.status <> 'failed') as known`,
    values: [network, key],
  });
  return found.rows[0]?.known === true;
}

export async function isReferenceCredited(db: Db, { network, key }: Named): Promise<boolean> {
  const found = await db.query({
    name: 'deposit-reference-credited',
    text: 'select from deposit d where d.network = $1 and d.reference_key = $2',
    values: [network, key],
  });
  return found.rowCount !== 0;
}

/**
 * If two concurrent submissions caused a unique violation, returns the refusal for the later one. Returns undefined for any other
 * error. If submissions are not concurrent, the rule refuses the second.
 */
export function raceViolation(error: unknown) {
  const constraint = (error as { readonly constraint?: unknown }).constraint;
  if (constraint === 'deposit_voucher_once') return refuse('file_duplicate', { field: 'voucher' });
  if (constraint === 'deposit_voucher_free' || constraint === 'stored_file_once') {
    return refuse('file_not_found', { field: 'voucher' });
  }
  return undefined;
}

export function referenceRaceViolation(error: unknown) {
  const constraint = (error as { readonly constraint?: unknown }).constraint;
  const isUsed = constraint === 'deposit_claim_once' || constraint === 'deposit_reference_once';
  return isUsed ? refuse('reference_used', { field: 'reference' }) : undefined;
}

/** Facts that help a reviewer to assess a deposit. */
export type DepositFacts = {
  readonly width: number;
  readonly height: number;
  readonly before: number;
  readonly creditedUsdt: Amount;
  readonly failed: number;
  readonly registeredMs: number;
};

export async function factsBeside(db: Db, { book, id, voucher }: DepositRow): Promise<DepositFacts> {
  const found = await db.query<{
    width: number;
    height: number;
    before: number;
    credited: string;
    failed: number;
    registered_ms: string;
  }>({
    name: 'deposit-facts',
    text: `select f.width, f.height, c.registered_ms, b.before, b.credited, b.failed
      from customer c join stored_file f on f.id = $3 and f.customer = c.id
      cross join lateral (select (count(*) filter (where d.status = 'success'))::int as before,
          coalesce(sum(d.value_usdt) filter (where d.status = 'success'), 0)::numeric(38,8)::text as credited,
          (count(*) filter (where d.status = 'failed'))::int as failed
        from deposit d where d.book = c.id and d.id < $2) b
      where c.id = $1`,
    values: [book, id, voucher],
  });
  const raw = found.rows[0];
  if (raw === undefined)
    throw new Error(`expected an image of deposit ${id} of customer ${book}, found none`);
  return {
    width: raw.width,
    height: raw.height,
    before: raw.before,
    creditedUsdt: fromNumeric(raw.credited),
    failed: raw.failed,
    registeredMs: Number(raw.registered_ms),
  };
}
