/** A day of the ledger for an auditor: its journals, and the balances before and after it. */
import type { Connection } from '../db/pool.ts';

const PAGE = 2000;

export type JournalLine = readonly [
  book: string,
  seq: string,
  kind: string,
  ref: string,
  timeMs: number,
  accounts: readonly string[],
  currencies: readonly string[],
  /** Decimals, as in the ledger's rows. */
  amounts: readonly string[],
];

/** A customer's balance, or that of a house account over all books, for which the book is `house`. */
export type BalanceLine = readonly [book: string, account: string, currency: string, amount: string];

type JournalRow = {
  book: string;
  seq: string;
  kind: string;
  ref: string;
  time_ms: string;
  accounts: string[];
  currencies: string[];
  amounts: string[];
};

/** Yields journals ordered by book and number. Times are in milliseconds of the market clock. */
export async function* journalsBetween(
  connection: Connection,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): AsyncGenerator<JournalLine> {
  let after = ['-1', '0'];
  for (;;) {
    const { rows } = await connection.query<JournalRow>(
      `select j.book, j.seq, j.kind, j.ref, j.time_ms, j.accounts::text[], j.currencies, j.amounts::text[]
        from journal j where (j.book, j.seq) > ($1::bigint, $2::bigint) and j.time_ms >= $3 and j.time_ms < $4
        order by j.book, j.seq limit $5`,
      [...after, fromMs, untilMs, PAGE],
    );
    for (const { book, seq, kind, ref, time_ms, accounts, currencies, amounts } of rows)
      yield [book, seq, kind, ref, Number(time_ms), accounts, currencies, amounts];
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = [last.book, last.seq];
  }
}

/** Yields the sums of all journals before a market time. Sums of zero are omitted. */
export async function* balancesBefore(connection: Connection, untilMs: number): AsyncGenerator<BalanceLine> {
  const { rows } = await connection.query<{
    book: string;
    account: string;
    currency: string;
    amount: string;
  }>(
    `select b.* from (select case when is_house(p.account) then 'house' else j.book::text end as book, p.account::text, p.currency,
          sum(p.amount)::numeric(38,8)::text as amount
        from journal j cross join unnest(j.accounts, j.currencies, j.amounts) as p (account, currency, amount)
        where j.time_ms < $1 group by 1, 2, 3 having sum(p.amount) <> 0) b
      order by b.book collate "C", b.account collate "C", b.currency collate "C"`,
    [untilMs],
  );
  for (const { book, account, currency, amount } of rows) yield [book, account, currency, amount];
}
