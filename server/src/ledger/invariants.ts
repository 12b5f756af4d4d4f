/**
 * Invariants as SQL, which check the data without relying on the code that wrote it. They are numbered as in
 * `docs/invariants.md`. Invariants of a feature's rows are defined in the feature; those of all accounts are defined here.
 */
import type { Pool } from '../db/pool.ts';

/** The statement returns one row of text per violation, so it returns none if the invariant holds. */
export type Invariant = {
  readonly invariant: string;
  readonly sql: string;
  /** Whether the statement reads only balances and open rows, so that its cost does not grow with the age of the ledger. */
  readonly quick?: true;
  /**
   * Whether a violation concerns no money, or may merely be due to lateness or to a price, so that the guard does not freeze
   * payouts because of it.
   */
  readonly noFreeze?: true;
};

export type Breach = { readonly invariant: string; readonly detail: string };

export async function ask(pool: Pick<Pool, 'query'>, invariants: readonly Invariant[]): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const { invariant, sql } of invariants) {
    const result = await pool.query<{ format: string }>(sql);
    for (const row of result.rows) found.push({ invariant, detail: row.format });
  }
  return found;
}

export const ledgerInvariants: readonly Invariant[] = [
  {
    invariant: 'L1: what all accounts hold sums to zero per currency',
    quick: true,
    sql: `select format('%s %s too much', sum(amount), currency) from (select currency, amount from balance
        union all select currency, amount from house_balance) held group by currency having sum(amount) <> 0`,
  },
  {
    invariant: 'L1: a journal sums to zero per currency',
    sql: `select format('journal %s/%s leaves %s %s', book, seq, sum(amount), currency) from posting
      group by book, seq, currency having sum(amount) <> 0`,
  },
  {
    invariant: 'L1: all postings sum to zero per currency',
    sql: `select format('%s %s too much', sum(amount), currency) from posting group by currency having sum(amount) <> 0`,
  },
  {
    invariant: 'L2: a customer balance is the sum of its postings',
    sql: `select format('%s %s of %s: %s, postings %s', account, currency, book, b.amount, p.amount)
      from (select book, account, currency, sum(amount) as amount from posting where not is_house(account)
        group by book, account, currency) p
      full join balance b using (book, account, currency) where coalesce(b.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    invariant: 'L2: a house account is the sum of its postings',
    sql: `select format('%s %s: %s, postings %s', account, currency, h.amount, p.amount)
      from (select account, currency, sum(amount) as amount from posting where is_house(account)
        group by account, currency) p
      full join (select account, currency, sum(amount) as amount from house_balance group by account, currency) h
      using (account, currency) where coalesce(h.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    invariant: 'L3: no account is below zero, custody not above',
    quick: true,
    sql: `select format('%s %s of %s: %s', account, currency, book, amount) from balance where amount < 0
      union all select format('%s %s slot %s: %s', account, currency, slot, amount) from house_balance
      where case when account = 'custody' then amount > 0 else amount < 0 end`,
  },
  {
    invariant: 'L4: what is frozen is the sum of open holds',
    quick: true,
    sql: `select format('%s %s of %s: frozen %s, holds %s', account, currency, book, b.amount, h.amount)
      from (select book, account, currency, sum(amount) as amount from open_hold group by book, account, currency) h
      full join (select * from balance where account::text like '%\\_frozen' and amount > 0) b
      using (book, account, currency) where coalesce(b.amount, 0) <> coalesce(h.amount, 0)`,
  },
  {
    invariant: 'L5: journals of a book are numbered without a repeat, none above its number',
    sql: `select format('book %s is at %s and has journal %s', b.id, b.seq, max(j.seq)) from book b
      join journal j on j.book = b.id group by b.id, b.seq having max(j.seq) > b.seq`,
  },
];
