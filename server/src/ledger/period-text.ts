/**
 * The ledger of a period as plain-text accounting: older journals as one sum, the period's journals individually with the house's
 * side, and assertions of the customer's balances at the end.
 */
import type { Account } from '@candor/domain/ledger/account.ts';
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import type { Pool } from '../db/pool.ts';
import { textBalances, textBroughtForward, textHeader, textTransaction } from './plain-text.ts';
import type { TextBalance, TextJournal } from './plain-text.ts';

type Asked = { readonly book: bigint; readonly period: Period; readonly linesMax: number };
type Sum = { account: Account; currency: string; amount: string };

/** Returns undefined if the period has more than `linesMax` journals. */
export async function periodLedger(pool: Pick<Pool, 'query'>, asked: Asked): Promise<string | undefined> {
  const { book, period } = asked;
  const journals = await journalsOf(pool, asked);
  if (journals === undefined) return undefined;
  const older = await sumsBefore(pool, { book, beforeMs: period.fromMs });
  const closing = await sumsBefore(pool, { book, beforeMs: period.toMs });
  const postings = [...journals.flatMap((one) => one.postings), ...closing.sums];
  const lastMs = Math.max(older.lastMs, ...journals.map(({ timeMs }) => timeMs));
  return [
    textHeader({
      title: [
        `The ledger of customer ${book}, ${period.name}`,
        'Plain-text accounting; check it with: hledger -f <this file> check -s',
        'An amount is what the account gains. Days and times are those of the market clock, in UTC.',
      ],
      accounts: postings.map(({ account }) => ({ book, account })),
      currencies: postings.map(({ currency }) => currency),
      kinds: journals.map(({ kind }) => kind),
    }),
    older.journals > 0n
      ? textBroughtForward({ journals: older.journals, timeMs: older.lastMs }, older.sums)
      : '',
    ...journals.map(textTransaction),
    textBalances(
      lastMs,
      closing.sums.filter(({ account }) => !isHouseAccount(account)),
    ),
  ].join('');
}

async function journalsOf(
  pool: Pick<Pool, 'query'>,
  { book, period, linesMax }: Asked,
): Promise<TextJournal[] | undefined> {
  const { rows } = await pool.query<{
    seq: string;
    kind: string;
    ref: string;
    time_ms: string;
    accounts: Account[];
    currencies: string[];
    amounts: string[];
  }>({
    name: 'period-journals',
    text: `select j.seq, j.kind, j.ref, j.time_ms, j.accounts::text[], j.currencies, j.amounts::text[] from journal j
      where j.book = $1 and j.time_ms >= $2 and j.time_ms < $3 order by j.time_ms, j.seq limit $4`,
    values: [book, period.fromMs, period.toMs, linesMax + 1],
  });
  if (rows.length > linesMax) return undefined;
  return rows.map((raw) => ({
    ...{ book, seq: BigInt(raw.seq), kind: raw.kind, ref: raw.ref, timeMs: Number(raw.time_ms) },
    postings: raw.accounts.map((account, line) => ({
      account,
      currency: raw.currencies[line] ?? '',
      amount: fromNumeric(raw.amounts[line] ?? '0'),
    })),
  }));
}

async function sumsBefore(
  pool: Pick<Pool, 'query'>,
  { book, beforeMs }: { readonly book: bigint; readonly beforeMs: number },
): Promise<{ readonly sums: TextBalance[]; readonly journals: bigint; readonly lastMs: number }> {
  const { rows } = await pool.query<Sum & { journals: string; last_ms: string }>({
    name: 'period-sums',
    text: `with older as materialized (
        select j.time_ms, j.accounts, j.currencies, j.amounts from journal j where j.book = $1 and j.time_ms < $2
      ) select p.account::text, p.currency, sum(p.amount) as amount, (select count(*) from older) as journals,
          (select max(time_ms) from older) as last_ms
        from older o, unnest(o.accounts, o.currencies, o.amounts) as p (account, currency, amount)
        group by p.account, p.currency order by p.account, p.currency`,
    values: [book, beforeMs],
  });
  return {
    sums: rows.map(({ account, currency, amount }) => ({
      ...{ book, account, currency, amount: fromNumeric(amount) },
    })),
    journals: BigInt(rows[0]?.journals ?? '0'),
    lastMs: Number(rows[0]?.last_ms ?? '0'),
  };
}
