/**
 * Queries for loans, except those of the command executor: lists, images, the engine's triggers, and facts for a
 * reviewer.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { ALWAYS } from '../../calls/period.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { loanArming } from './marks.ts';
import type { Documents } from './rules.ts';
import { loans } from './tables.ts';
import type { LoanDocument, LoanRow, PaymentRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type Db = Pick<Pool | Connection, 'query'>;
type TextRow = Record<string, string | null>;
type Place = { readonly book: bigint; readonly id: bigint };

export type ListRequest = {
  readonly book: bigint;
  readonly status?: 'open' | 'finished' | undefined;
  readonly period?: Period;
  /** Only loans with an earlier application than this one, because the list runs from newest to oldest. */
  readonly below?: bigint | undefined;
  readonly limit: number;
};

/** Lists the newest first. Reads one row more than the limit so that the caller can tell whether there are more. */
export async function listLoans(db: Db, request: ListRequest): Promise<LoanRow[]> {
  const { book, status, below, limit, period = ALWAYS } = request;
  const found = await db.query<TextRow>({
    name: 'loans-of',
    text: `select l.* from loan l where l.book = $1
        and ($2::bigint is null or (l.applied_ms, l.id) < (select b.applied_ms, b.id from loan b where b.book = $1 and b.id = $2))
        and ($4::text is null or (l.status in ('pending_review', 'disbursed')) = ($4 = 'open'))
        and l.applied_ms >= $5 and l.applied_ms < $6
      order by l.applied_ms desc, l.id desc limit $3`,
    values: [book, below ?? null, limit + 1, status ?? null, period.fromMs, period.beforeMs],
    types: asText,
  });
  return found.rows.map(loans.read);
}

export type OwnedLoan = { readonly row: LoanRow; readonly account: string };

const owned = (raw: TextRow): OwnedLoan => ({ row: loans.read(raw), account: raw['account'] as string });

export async function loanOf(db: Db, { book, id }: Place): Promise<OwnedLoan | undefined> {
  const found = await db.query<TextRow>({
    name: 'loan-of',
    text: 'select l.*, c.account from loan l join customer c on c.id = l.book where l.book = $1 and l.id = $2',
    values: [book, id],
    types: asText,
  });
  return found.rows.map(owned)[0];
}

export type EverybodysRequest = Omit<ListRequest, 'book' | 'status'> & {
  /** Undefined means all customers. */
  readonly book: bigint | undefined;
  readonly status: LoanRow['status'] | undefined;
  /** Only running loans that are due by this time of the market clock. */
  readonly dueByMs: number | undefined;
};

const ABOVE_ALL = 9_000_000_000_000_000_000n;

/**
 * Lists the loans of all customers or of one, newest first. Reads one row more than the limit so that the caller can tell
 * whether there are more.
 */
export async function listOwned(db: Db, request: EverybodysRequest): Promise<OwnedLoan[]> {
  const { book, status, dueByMs, below, limit } = request;
  const found = await db.query<TextRow>({
    text: `select l.*, c.account from loan l join customer c on c.id = l.book
      where l.id < $1 ${status === undefined ? 'and $3::text is null' : 'and l.status = $3'}
        ${book === undefined ? 'and $4::bigint is null' : 'and l.book = $4'} and ($5::bigint is null or l.due_ms <= $5)
      order by l.id desc limit $2`,
    values: [below ?? ABOVE_ALL, limit + 1, status ?? null, book ?? null, dueByMs ?? null],
    types: asText,
  });
  return found.rows.map(owned);
}

/** Returns a loan's payments, oldest first. */
export async function paymentsOf(db: Db, { book, id }: Place): Promise<Omit<PaymentRow, 'book'>[]> {
  const found = await db.query<Record<string, string>>({
    name: 'loan-payments',
    text: `select p.id, p.loan, p.time_ms, p.fee, p.interest, p.principal, p.journal_seq
      from loan_payment p where p.book = $1 and p.loan = $2 order by p.journal_seq`,
    values: [book, id],
    types: asText,
  });
  return found.rows.map((raw) => ({
    id: BigInt(raw['id'] as string),
    loan: BigInt(raw['loan'] as string),
    timeMs: Number(raw['time_ms']),
    fee: fromNumeric(raw['fee'] as string),
    interest: fromNumeric(raw['interest'] as string),
    principal: fromNumeric(raw['principal'] as string),
    journalSeq: BigInt(raw['journal_seq'] as string),
  }));
}

export type Lifetime = { readonly borrowed: Amount; readonly repaid: Amount; readonly score: number };

/** Returns the totals lent to and repaid by a customer, and their credit score. */
export async function lifetimeOf(db: Db, book: bigint): Promise<Lifetime> {
  const found = await db.query<{ borrowed: string; repaid: string; score: number }>({
    name: 'loan-lifetime',
    text: `select c.credit_score::int as score,
        (select coalesce(sum(l.amount), 0)::numeric(38,8)::text from loan l
          where l.book = c.id and l.disbursed_ms is not null) as borrowed,
        (select coalesce(sum(p.amount), 0)::numeric(38,8)::text from loan_payment p where p.book = c.id) as repaid
      from customer c where c.id = $1`,
    values: [book],
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`expected a row for customer ${book} with a session, found none`);
  return { borrowed: fromNumeric(raw.borrowed), repaid: fromNumeric(raw.repaid), score: raw.score };
}

type RawFile = { id: string; hash: string; free: boolean; shown: boolean };

/**
 * Returns the hashes of four images that can be used for a loan. Refuses the first image that already belongs to a loan, is
 * not the customer's, appears twice, or has the same content as another customer's. If a released image was uploaded again,
 * the newer file is used instead.
 */
export async function documentsOf(
  db: Db,
  { customer, files }: { readonly customer: bigint; readonly files: Readonly<Record<LoanDocument, string>> },
): Promise<Outcome<Documents, 'file_not_found' | 'file_duplicate'>> {
  const found = await db.query<RawFile>({
    name: 'loan-documents',
    text: `select f.id, encode(f.digest, 'hex') as hash,
        not f.attached or f.released and not exists (select from stored_file again where again.customer = f.customer
          and again.purpose = f.purpose and again.digest = f.digest and not again.released) as free,
        exists (select from loan_document d where d.digest = f.digest and d.book <> f.customer
          and d.state <> 'released') as shown
      from stored_file f where f.id = any($2) and f.customer = $1 and f.purpose = 'loan'`,
    values: [customer, loanDocuments.map((of) => files[of])],
  });
  const known = new Map(found.rows.map((file) => [file.id, file]));
  const documents = new Map<LoanDocument, RawFile>();
  for (const of of loanDocuments) {
    const file = known.get(files[of]);
    if (file?.free !== true) return refuse('file_not_found', { field: of });
    const isTwice = [...documents.values()].some(({ hash }) => hash === file.hash);
    if (file.shown || isTwice) return refuse('file_duplicate', { field: of });
    documents.set(of, file);
  }
  const shown = (of: LoanDocument) => {
    const { id, hash } = documents.get(of) as RawFile;
    return { file: id, hash };
  };
  return ok({
    ...{ house: shown('house'), income: shown('income'), bank: shown('bank') },
    identity: shown('identity'),
  });
}

/**
 * If two concurrent applications that use the same image caused a unique violation, returns the refusal for the later one.
 * Returns undefined for any other error. If applications are not concurrent, the rule refuses the second.
 */
export function raceViolation(error: unknown) {
  const constraint = (error as { readonly constraint?: unknown }).constraint;
  if (constraint === 'loan_document_once') return refuse('file_duplicate');
  if (constraint === 'loan_file_free' || constraint === 'stored_file_once') return refuse('file_not_found');
  return undefined;
}

/** Facts that help a reviewer to assess an application. */
export type LoanFacts = {
  readonly score: number;
  readonly accountStatus: string;
  readonly registeredMs: number;
  readonly loansBefore: number;
  readonly overdueBefore: number;
  readonly depositedUsdt: Amount;
};

export async function factsBeside(db: Db, { book, id }: Place): Promise<LoanFacts> {
  const found = await db.query<{
    score: number;
    status: string;
    registered_ms: string;
    loans: number;
    overdue: number;
    deposited: string;
  }>({
    name: 'loan-facts',
    text: `select c.credit_score::int as score, c.status, c.registered_ms, b.loans, b.overdue,
        (select coalesce(sum(d.value_usdt), 0)::numeric(38,8)::text from deposit d
          where d.book = c.id and d.status = 'success') as deposited
      from customer c cross join lateral (
        select (count(*))::int as loans, (count(*) filter (where l.next_mark > 2))::int as overdue
        from loan l where l.book = c.id and l.id < $2 and l.disbursed_ms is not null) b
      where c.id = $1`,
    values: [book, id],
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`expected a customer of loan ${id}, found none`);
  return {
    score: raw.score,
    accountStatus: raw.status,
    registeredMs: Number(raw.registered_ms),
    loansBefore: raw.loans,
    overdueBefore: raw.overdue,
    depositedUsdt: fromNumeric(raw.deposited),
  };
}

const TRIGGERS_PAGE = 5000;

/** Yields all loans that await their next mark, for the engine's startup. Reads in pages to limit memory. */
export async function* openTriggers(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'loan-triggers',
      text: `select l.* from loan l where l.status = 'disbursed' and l.next_mark < 5 and (l.book, l.id) > ($1, $2)
        order by l.book, l.id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = loans.read(raw);
      const { level, ...arming } = loanArming(row);
      if (level !== null) yield { ...arming, level, book: row.book };
      after = [row.book, row.id];
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
