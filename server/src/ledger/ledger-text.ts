/**
 * Streams the ledger as plain-text accounting: either one customer's part, which balances because every journal does, or the
 * entire ledger.
 */
import type { Account } from '@candor/domain/ledger/account.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { limitTime } from '../db/time-limit.ts';
import { textBalances, textBroughtForward, textHeader, textTransaction } from './plain-text.ts';
import type { TextBalance, TextJournal } from './plain-text.ts';

type Asking = Pick<Pool, 'query'>;

type RawBalance = { book: string; account: Account; currency: string; amount: string };
type RawJournal = {
  book: string;
  seq: string;
  kind: string;
  ref: string;
  time_ms: string;
  accounts: Account[];
  currencies: string[];
  amounts: string[];
};

const COLUMNS = `j.book, j.seq, j.kind, j.ref, j.time_ms, j.accounts::text[], j.currencies, j.amounts::text[]`;
const NOTES = [
  'Plain-text accounting; check it with: hledger -f <this file> check -s',
  'An amount is what the account gains. Days and times are those of the market clock, in UTC.',
];

export type CustomerText = {
  readonly book: bigint;
  /** This many of the newest journals are written individually. Older ones are written as one sum. */
  readonly journalsMax: number;
  readonly journalsAtOnce: number;
};

/** Streams a customer's part as of one point in time, with the house's side of each journal. */
export async function* customerText(pool: Asking, { book, ...bounds }: CustomerText): AsyncGenerator<string> {
  const { balances, lastSeq, lastMs } = await standing(pool, book);
  const kinds = await kindsOf(pool);
  const edge = await edgeOf(pool, { book, lastSeq, journalsMax: bounds.journalsMax });
  const brought = await sumsUpTo(pool, { book, edge });
  const house = await houseAccounts(pool);
  yield textHeader({
    title: [`The ledger of customer ${book}`, ...NOTES],
    accounts: [...balances, ...house],
    currencies: [...balances, ...house].map(({ currency }) => currency),
    kinds,
  });
  if (edge > 0n) yield textBroughtForward(brought, brought.sums);
  for (let after = edge; after < lastSeq;) {
    const page = await pageAfter(pool, { book, after, lastSeq, limit: bounds.journalsAtOnce });
    if (page.length === 0) break;
    yield page.map(textTransaction).join('');
    after = page.at(-1)?.seq ?? lastSeq;
  }
  yield textBalances(lastMs, balances);
}

/** Reads the balances and the newest journal in one statement, so that the balances are exactly those after this journal. */
async function standing(pool: Asking, book: bigint) {
  const found = await pool.query<RawBalance & { last_seq: string; last_ms: string }>({
    name: 'text-standing',
    text: `select b.book, b.account, b.currency, b.amount, j.last_seq, j.last_ms
      from (select coalesce(max(seq), 0) as last_seq, coalesce(max(time_ms), 0) as last_ms from journal where book = $1) j
      left join balance b on b.book = $1 order by b.account, b.currency`,
    values: [book],
  });
  return {
    balances: found.rows.filter(({ account }) => account !== null).map(readBalance),
    lastSeq: BigInt(found.rows[0]?.last_seq ?? '0'),
    lastMs: Number(found.rows[0]?.last_ms ?? '0'),
  };
}

/** Returns the number of the last journal before those that are written individually. */
async function edgeOf(
  pool: Asking,
  at: { readonly book: bigint; readonly lastSeq: bigint; readonly journalsMax: number },
): Promise<bigint> {
  const found = await pool.query<{ seq: string }>({
    name: 'text-edge',
    text: 'select seq from journal where book = $1 and seq <= $2 order by seq desc offset $3 limit 1',
    values: [at.book, at.lastSeq, at.journalsMax],
  });
  return BigInt(found.rows[0]?.seq ?? '0');
}

async function sumsUpTo(pool: Asking, { book, edge }: { readonly book: bigint; readonly edge: bigint }) {
  const found = await pool.query<RawBalance & { journals: string; last_ms: string }>({
    name: 'text-brought-forward',
    text: `with older as materialized (select * from journal where book = $1 and seq <= $2)
      select $1::bigint as book, p.account, p.currency, sum(p.amount) as amount,
        (select count(*) from older) as journals, (select max(time_ms) from older) as last_ms
      from older o, unnest(o.accounts, o.currencies, o.amounts) as p (account, currency, amount)
      group by p.account, p.currency order by p.account, p.currency`,
    values: [book, edge],
  });
  return {
    sums: found.rows.map(readBalance),
    journals: BigInt(found.rows[0]?.journals ?? '0'),
    timeMs: Number(found.rows[0]?.last_ms ?? '0'),
  };
}

async function pageAfter(
  pool: Asking,
  at: { readonly book: bigint; readonly after: bigint; readonly lastSeq: bigint; readonly limit: number },
): Promise<TextJournal[]> {
  const found = await pool.query<RawJournal>({
    name: 'text-page',
    text: `select ${COLUMNS} from journal j where j.book = $1 and j.seq > $2 and j.seq <= $3 order by j.seq limit $4`,
    values: [at.book, at.after, at.lastSeq, at.limit],
  });
  return found.rows.map(readJournal);
}

const FETCHED = 2000;

/**
 * Streams the ledger in chronological order, as of one point in time. A cursor keeps all but a small part out of memory. The
 * caller passes a separate connection with long timeouts, which stays in a transaction until the generator completes.
 */
export async function* wholeText(connection: Pick<Connection, 'query'>): AsyncGenerator<string> {
  await connection.query('begin isolation level repeatable read read only');
  try {
    await limitTime(connection, 0);
    await connection.query('set local idle_in_transaction_session_timeout = 0');
    const balances = await wholeBalances(connection);
    yield textHeader({
      title: ['The whole ledger', ...NOTES],
      accounts: balances,
      currencies: balances.map(({ currency }) => currency),
      kinds: await kindsOf(connection),
    });
    await connection.query(
      `declare journals no scroll cursor for select ${COLUMNS} from journal j order by j.time_ms, j.book, j.seq`,
    );
    let lastMs = 0;
    for (;;) {
      const { rows } = await connection.query<RawJournal>(`fetch ${FETCHED} from journals`);
      if (rows.length === 0) break;
      yield rows.map((raw) => textTransaction(readJournal(raw))).join('');
      lastMs = Number(rows.at(-1)?.time_ms ?? lastMs);
    }
    yield textBalances(lastMs, balances);
  } finally {
    await connection.query('rollback');
  }
}

/** A house account is the sum of its slots. */
async function wholeBalances(connection: Pick<Connection, 'query'>): Promise<TextBalance[]> {
  const found = await connection.query<RawBalance>(
    `select book, account, currency, amount from balance
      union all select 0, account, currency, sum(amount) from house_balance group by account, currency
      order by book, account, currency`,
  );
  return found.rows.map(readBalance);
}

async function houseAccounts(pool: Asking): Promise<TextBalance[]> {
  const found = await pool.query<RawBalance>({
    name: 'text-house',
    text: `select distinct 0 as book, account, currency, 0::numeric as amount from house_balance`,
  });
  return found.rows.map(readBalance);
}

async function kindsOf(pool: Asking): Promise<string[]> {
  const found = await pool.query<{ kind: string }>('select distinct kind from journal_template');
  return found.rows.map(({ kind }) => kind);
}

function readBalance({ book, account, currency, amount }: RawBalance): TextBalance {
  return { book: BigInt(book), account, currency, amount: fromNumeric(amount) };
}

function readJournal(raw: RawJournal): TextJournal {
  return {
    book: BigInt(raw.book),
    seq: BigInt(raw.seq),
    kind: raw.kind,
    ref: raw.ref,
    timeMs: Number(raw.time_ms),
    postings: raw.accounts.map((account, line) => ({
      account,
      currency: raw.currencies[line] ?? '',
      amount: fromNumeric(raw.amounts[line] ?? '0'),
    })),
  };
}
