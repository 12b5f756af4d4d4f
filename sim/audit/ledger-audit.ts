/** Recomputes the ledger's balances from its journals. */
import type pg from 'pg';
import { formatAmount, fromNumeric } from '../../domain/src/money/amount.ts';

type Journal = {
  readonly book: string;
  readonly seq: string;
  readonly slot: number;
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
};

export async function wrongInLedger(control: pg.Client): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await control.query<Journal>(
    `select book, seq, slot, accounts::text[] as accounts, currencies, amounts::text[] as amounts from journal order by book, seq`,
  );
  const totals = new Map<string, bigint>();
  const add = (name: string, value: bigint) => totals.set(name, (totals.get(name) ?? 0n) + value);
  const houses = new Set(
    (await control.query<{ account: string }>('select distinct account::text from house_balance')).rows.map(
      ({ account }) => account,
    ),
  );
  let before = '';
  let seq = 0;
  for (const journal of rows) {
    seq = journal.book === before ? seq + 1 : 1;
    before = journal.book;
    const sums = new Map<string, bigint>();
    for (const [at, account] of journal.accounts.entries()) {
      const currency = journal.currencies[at] ?? '';
      const value = fromNumeric(journal.amounts[at] ?? '0');
      sums.set(currency, (sums.get(currency) ?? 0n) + value);
      add(
        houses.has(account)
          ? `the house's ${account} ${currency}`
          : `${journal.book}'s ${account} ${currency}`,
        value,
      );
    }
    for (const [currency, sum] of sums)
      if (sum !== 0n)
        wrong.push(`journal ${journal.book}/${journal.seq} makes ${formatAmount(sum)} ${currency}`);
  }
  const balances = await control.query<{ name: string; amount: string }>(
    `select format('%s''s %s %s', book, account, currency) as name, amount::text from balance
      union all
     select format('the house''s %s %s', account, currency), sum(amount)::text from house_balance group by account, currency`,
  );
  for (const { name, amount } of balances.rows) {
    const stored = fromNumeric(amount);
    const journals = totals.get(name) ?? 0n;
    totals.delete(name);
    if (stored !== journals)
      wrong.push(`${name} holds ${formatAmount(stored)}, and its journals make ${formatAmount(journals)}`);
    if (stored < 0n && !name.startsWith('the house'))
      wrong.push(`${name} is negative: ${formatAmount(stored)}`);
  }
  for (const [name, value] of totals)
    if (value !== 0n) wrong.push(`${name} has journals of ${formatAmount(value)} and no balance`);
  return wrong;
}
