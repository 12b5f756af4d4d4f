/**
 * What a command left in an account's rows, without what differs from run to run: numbers of rows, times and hashes. Two runs that
 * left the same did the same.
 */
import type pg from 'pg';

/** Rows that others write later, for delivery and proofs, or that depend on who commits with whom. */
const BESIDE =
  /^(answer|signed_order|engine_inbox|journal_seal|push_delivery|webhook_delivery|guard_subject|liability_\w+|public_\w+|tlog_\w+)$/;

/** The market sets a ticket's strike at the next price, before or after the account is read. */
const LATER = new Set(['option_ticket strike']);

/** Amounts, states and choices; an instrument or a currency is a choice too. */
const KEPT = ['numeric', 'text', 'boolean', 'account', '_numeric', '_text', '_account'];
const WORD = '^[A-Za-z_/{},"-]{0,200}$';

export type Left = ReadonlyMap<string, number>;

/** The statement that reads every row of a book, as text. */
export async function readerOf(control: pg.Client): Promise<(book: string) => Promise<Left>> {
  const { rows } = await control.query<{ name: string; columns: { name: string; type: string }[] }>(
    `select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'book' and b.atttypid = 'bigint'::regtype)
      group by c.relname order by c.relname`,
  );
  const parts = rows
    .filter(({ name }) => !BESIDE.test(name))
    .map(({ name, columns }) => {
      const shown = columns
        .filter((column) => KEPT.includes(column.type) && !LATER.has(`${name} ${column.name}`))
        .map((column) => textOf(column));
      return `select concat_ws(' ', '${name}', ${['null', ...shown].join(', ')}) as line from ${name} where book = $1`;
    });
  const text = `select line, count(*)::int as count from (${parts.join(' union all ')}) every group by line`;
  return async (book) => {
    const found = await control.query<{ line: string; count: number }>({
      name: 'account',
      text,
      values: [book],
    });
    return new Map(found.rows.map(({ line, count }) => [line, count]));
  };
}

function textOf({ name, type }: { readonly name: string; readonly type: string }): string {
  const shown = `"${name}"::text`;
  const value = /numeric|bool/.test(type) ? shown : `case when ${shown} ~ '${WORD}' then ${shown} end`;
  return `'${name}=' || (${value})`;
}

/** The rows that came and went, as lines. */
export function difference(before: Left, after: Left): string {
  const lines: string[] = [];
  for (const line of new Set([...before.keys(), ...after.keys()])) {
    const change = (after.get(line) ?? 0) - (before.get(line) ?? 0);
    if (change !== 0) lines.push(`${change > 0 ? '+' : ''}${change} ${line}`);
  }
  return lines.toSorted().join('\n');
}

/** What is wrong with the account's books: a journal that does not sum to zero, or a balance that its journals do not make. */
export async function wrongInBooks(control: pg.Client, book: string): Promise<string[]> {
  const { rows } = await control.query<{ wrong: string }>({
    name: 'books',
    text: `with line as (
        select j.seq, u.account, u.currency, u.amount
          from journal j cross join lateral unnest(j.accounts, j.currencies, j.amounts) as u (account, currency, amount)
         where j.book = $1)
      select format('journal %s makes %s %s', seq, sum(amount), currency) as wrong from line
       group by seq, currency having sum(amount) <> 0
      union all
      select format('%s %s holds %s, and its journals make %s', b.account, b.currency, b.amount, coalesce(sum(l.amount), 0))
        from balance b left join line l on l.account = b.account and l.currency = b.currency
       where b.book = $1 group by b.account, b.currency, b.amount having b.amount <> coalesce(sum(l.amount), 0) or b.amount < 0`,
    values: [book],
  });
  return rows.map(({ wrong }) => wrong);
}
