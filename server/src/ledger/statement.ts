/** Reads a customer's holdings outside a batch. */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Holding } from '@candor/domain/ledger/valuation.ts';
import type { Pool } from '../db/pool.ts';

/** Returns every non-zero holding of a book: its balances and, as frozen amounts, its stakes in the house's escrow. */
export async function readHoldings(pool: Pool, book: bigint): Promise<Holding[]> {
  const result = await pool.query<{ account: string; currency: string; amount: string }>({
    name: 'holdings',
    text: `select account, currency, sum(amount) as amount from (
        select account, currency, amount from balance where book = $1 and amount > 0
        union all select account, currency, amount from open_stake where book = $1
      ) as held group by account, currency`,
    values: [book],
  });
  return result.rows.map((row) => ({
    account: row.account as CustomerAccount,
    currency: row.currency,
    amount: fromNumeric(row.amount),
  }));
}

/** Like `readHoldings`, but for several books in one query. */
export async function readHoldingsOf(
  pool: Pool,
  books: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly Holding[]>> {
  const found = await pool.query<{ book: string; account: string; currency: string; amount: string }>({
    name: 'holdings-of-books',
    text: `select book, account, currency, sum(amount) as amount from (
        select book, account, currency, amount from balance where book = any($1::bigint[]) and amount > 0
        union all select book, account, currency, amount from open_stake where book = any($1::bigint[])
      ) as held group by book, account, currency order by account, currency`,
    values: [books.map(String)],
  });
  const holdings = new Map<bigint, Holding[]>(books.map((book) => [book, []]));
  for (const { book, account, currency, amount } of found.rows) {
    const holding = { account: account as CustomerAccount, currency, amount: fromNumeric(amount) };
    holdings.get(BigInt(book))?.push(holding);
  }
  return holdings;
}

/** Returns the version of the customer's state. A device compares it with its own, and so notices missed events. */
export async function readStateSeq(pool: Pool, book: bigint): Promise<bigint> {
  const result = await pool.query<{ seq: string }>({
    name: 'state-seq',
    text: 'select seq from book where id = $1',
    values: [book],
  });
  return BigInt(result.rows[0]?.seq ?? '0');
}

/** Journals with all postings, newest first, for the data export. */
export type KeptJournal = {
  readonly seq: string;
  readonly kind: string;
  readonly ref: string;
  /** In seconds of the market clock. */
  readonly time_at: number;
  readonly postings: readonly {
    readonly account: string;
    readonly currency: string;
    readonly amount: string;
  }[];
};

type RawJournal = {
  seq: string;
  kind: string;
  ref: string;
  time_ms: string;
  accounts: string[];
  currencies: string[];
  amounts: string[];
};

const JOURNALS = `select seq, kind, ref, time_ms, accounts::text[], currencies, amounts::text[] from journal where book = $1`;

export async function readJournals(pool: Pool, book: bigint, limit: number): Promise<KeptJournal[]> {
  const found = await pool.query<RawJournal>({
    name: 'journals-of-book',
    text: `${JOURNALS} order by seq desc limit $2`,
    values: [book, limit],
  });
  return found.rows.map(keptJournal);
}

/** Reads journals, oldest first. */
export async function readJournalsOf(
  pool: Pool,
  { book, ref }: { readonly book: bigint; readonly ref: string },
): Promise<KeptJournal[]> {
  const found = await pool.query<RawJournal>({
    name: 'journals-of-ref',
    text: `${JOURNALS} and ref = $2 order by seq`,
    values: [book, ref],
  });
  return found.rows.map(keptJournal);
}

function keptJournal(raw: RawJournal): KeptJournal {
  const { seq, kind, ref, time_ms: timeMs, accounts, currencies, amounts } = raw;
  return {
    ...{ seq, kind, ref },
    time_at: Math.floor(Number(timeMs) / 1000),
    postings: accounts.map((account, line) => ({
      account,
      currency: currencies[line] ?? '',
      amount: formatAmount(fromNumeric(amounts[line] ?? '0')),
    })),
  };
}
