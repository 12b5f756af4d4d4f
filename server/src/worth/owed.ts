/** Reads the amounts that the platform owes customers outside their balances, and their debts on loans. */
import { loanStanding } from '@candor/domain/credit/loan.ts';
import { nothingOwed } from '@candor/domain/ledger/valuation.ts';
import type { Owed } from '@candor/domain/ledger/valuation.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { asText } from '../db/as-text.ts';
import type { Pool } from '../db/pool.ts';
import { loanOf, LOAN_COLUMNS } from './loan.ts';

/**
 * SQL for the income of a fund order `f` on the one day whose rate `r` is published but not paid yet. It is the same
 * expression as in a statement of liabilities, in which customers find the amount.
 */
export const UNPAID_INCOME = `div(f.amount * r.rate * 100000000 * case f.paid_days when 0 then 86400000 - f.counts_from_ms % 86400000
    when f.days then f.counts_from_ms % 86400000 else 86400000 end, 86400000) * 0.00000001`;
const UNPAID_ORDERS = `fund_order f join fund_rate r on r.day = f.due_ms / 86400000 - 1 and r.project = f.project
    and r.terms_version = f.terms_version`;

type Row = Record<string, string | null>;

/**
 * Returns what is owed. A debt for a position on experience credit is paid as credit, so it is not counted. `nowMs` is by the
 * market clock. Customers to whom nothing is owed and who owe nothing are absent from the result.
 */
export async function readOwed(
  pool: Pick<Pool, 'query'>,
  { books, nowMs }: { readonly books: readonly bigint[]; readonly nowMs: number },
): Promise<ReadonlyMap<bigint, Owed>> {
  const values = [books.map(String)];
  const [due, loans] = await Promise.all([
    pool.query<Row>({
      name: 'owed-due',
      text: `select c.book, sum(c.amount) as amount from (
          select d.book, d.amount - d.paid as amount from house_debt d
            where d.book = any($1::bigint[]) and d.status = 'owed' and d.collateral = 'contract'
          union all
          select w.book, w.amount from referral_reward w where w.book = any($1::bigint[]) and w.status = 'due'
          union all
          select f.book, ${UNPAID_INCOME} from ${UNPAID_ORDERS}
            where f.book = any($1::bigint[]) and f.started_ms is not null and f.due_ms is not null
        ) c group by c.book`,
      values,
      types: asText,
    }),
    pool.query<Row>({
      name: 'owed-loans',
      text: `select l.book, ${LOAN_COLUMNS} from loan l where l.book = any($1::bigint[]) and l.status = 'disbursed'`,
      values,
      types: asText,
    }),
  ]);
  const owed = new Map<bigint, Owed>();
  const add = (book: string | null | undefined, more: Partial<Owed>): void => {
    const before = owed.get(BigInt(book ?? 0)) ?? nothingOwed;
    owed.set(BigInt(book ?? 0), {
      due: before.due + (more.due ?? 0n),
      loans: before.loans + (more.loans ?? 0n),
    });
  };
  for (const { book, amount } of due.rows) add(book, { due: fromNumeric(amount ?? '0') });
  for (const row of loans.rows) add(row['book'], { loans: loanStanding(loanOf(row), nowMs).due });
  return owed;
}
