/**
 * The questions of a batch, begun in the order in which the database is to answer them: the books' locks, then, as statements of
 * their own so that each sees what was committed before the locks were had, everything else.
 */
import { listSql, plainArray, textList } from '../db/arrays.ts';
import { asText } from '../db/as-text.ts';
import type { Connection } from '../db/pool.ts';
import { allBalancesSql, balancesSql, houseSlotSql } from '../ledger/balances.ts';
import { headsSql } from '../quotes/heads.ts';
import type { BatchNeeds, TableNeeds } from './needs.ts';
import type { RowTable } from './table.ts';

export type TextRow = (string | null)[];

async function rows(
  connection: Connection,
  statement: { name: string; text: string; values: unknown[] },
): Promise<TextRow[]> {
  const result = await connection.query<TextRow>({ ...statement, rowMode: 'array', types: asText });
  return result.rows;
}

const LOCK = 'select id, seq from book where id = any($1::bigint[]) order by id for no key update';
const ANSWERS = `select a.book, a.key, a.body_hash, a.answer
  from unnest($1::bigint[], ${listSql('$2')}) as u (book, key) join answer a on a.book = u.book and a.key = u.key`;
const LOCK_COUNTERS = 'select hold_counters($1::text[])';
/** Any fixed number; held until the commit. Who raises a tally shares it, who must count alone has it to themselves. */
const TALLY_LOCK = 7_305_142;
const TALLY_BESIDE = { name: 'tally-beside', text: `select pg_advisory_xact_lock_shared(${TALLY_LOCK})` };
const TALLY_ALONE = { name: 'tally-alone', text: `select pg_advisory_xact_lock(${TALLY_LOCK})` };
const BEFORE = `select u.symbol, u.ms, entry_before(u.symbol, u.ms)
  from unnest($1::text[], $2::bigint[]) as u (symbol, ms)`;
const COUNTERS = 'select name, sum(value) from counter where name = any($1::text[]) group by name';

export type AskOptions = {
  readonly slot: number;
  /** Wait for a lock that somebody holds instead of leaving that command for later. */
  readonly waitForLocks: boolean;
  /** A further lock, taken right after the books. */
  readonly lockSql: string | undefined;
};

/** Sends every question; what was begun is waited for even when one of them fails, so none is left unheard. */
export async function ask(connection: Connection, needs: BatchNeeds, options: AskOptions) {
  const begun = connection.query('begin');
  const locked = lockBooks(connection, needs, options.waitForLocks);
  const further = options.lockSql === undefined ? undefined : connection.query(options.lockSql);
  const answers = storedAnswers(connection, needs);
  const known = namedBalances(connection, needs);
  const all = everyBalance(connection, needs);
  // Shared by many and therefore locked last; rows and the market are read behind them, so that no wait for a lock makes them
  // old, and a row that sums up many customers' is of all who held the counter before.
  const counters = readCounters(connection, needs);
  const tables = Promise.all([...needs.tables].map((entry) => loadTable(connection, entry)));
  // Whoever was waited for may have drawn on this slot until just now.
  const slots = houseSlots(connection, needs, options.slot);
  const heads = rows(connection, { name: 'heads', text: headsSql, values: [] });
  const before = entriesBefore(connection, needs);
  const found = await Promise.all([
    locked,
    answers,
    known,
    all,
    slots,
    tables,
    heads,
    counters,
    before,
    begun,
    further,
  ]);
  return {
    locked: found[0],
    answers: found[1],
    balances: [...found[2], ...found[3]],
    slots: found[4],
    tables: found[5],
    heads: found[6],
    counters: found[7],
    before: found[8],
  };
}

type Asked = TextRow[] | Promise<TextRow[]>;

function lockBooks(connection: Connection, { books }: BatchNeeds, waitForLocks: boolean): Asked {
  return rows(connection, {
    name: waitForLocks ? 'lock-wait' : 'lock-skip',
    text: waitForLocks ? LOCK : `${LOCK} skip locked`,
    values: [plainArray(books)],
  });
}

function storedAnswers(connection: Connection, { answerBooks, answerKeys }: BatchNeeds): Asked {
  if (answerKeys.length === 0) return [];
  const values = [plainArray(answerBooks), textList(answerKeys)];
  return rows(connection, { name: 'answers', text: ANSWERS, values });
}

function namedBalances(connection: Connection, { balances }: BatchNeeds): Asked {
  const values = [0, 1, 2].map((part) => plainArray(balances.map((key) => key[part] as string)));
  return rows(connection, { name: 'balances', text: balancesSql, values });
}

function everyBalance(connection: Connection, { allBalances }: BatchNeeds): Asked {
  if (allBalances.length === 0) return [];
  return rows(connection, { name: 'all-balances', text: allBalancesSql, values: [plainArray(allBalances)] });
}

function houseSlots(connection: Connection, { house }: BatchNeeds, slot: number): Asked {
  const values = [plainArray(house.map((key) => key[0])), plainArray(house.map((key) => key[1])), slot];
  return rows(connection, { name: 'house', text: houseSlotSql, values });
}

function entriesBefore(connection: Connection, { before }: BatchNeeds): Asked {
  if (before.length === 0) return [];
  const values = [before.map(({ symbol }) => symbol), before.map(({ timeMs }) => timeMs)];
  return rows(connection, { name: 'entries-before', text: BEFORE, values });
}

/**
 * Whoever else may raise a counter waits from here on, and a tally only where this batch counts alone; what they came to is
 * read behind the locks.
 */
async function readCounters(connection: Connection, needs: BatchNeeds): Promise<TextRow[]> {
  const { counters, tallies, alone } = needs;
  const names = [...counters, ...tallies];
  if (names.length === 0) return [];
  const locks: Promise<unknown>[] = [];
  if (tallies.length > 0) locks.push(connection.query(alone ? TALLY_ALONE : TALLY_BESIDE));
  if (counters.length > 0) {
    locks.push(rows(connection, { name: 'counters-lock', text: LOCK_COUNTERS, values: [counters] }));
  }
  const sums = rows(connection, { name: 'counters', text: COUNTERS, values: [names] });
  return (await Promise.all([sums, ...locks]))[0];
}

export type TableRows = { table: RowTable<never>; found: TextRow[]; counts: TextRow[] };

async function loadTable(
  connection: Connection,
  [table, { ids, openBooks, countBooks }]: [RowTable<never>, TableNeeds],
): Promise<TableRows> {
  const found = ({ name, text }: RowTable<never>['byId'], values: unknown[]) =>
    rows(connection, { name, text, values });
  const keys = [...ids.values()];
  const [byId, open, counts] = await Promise.all([
    keys.length === 0 ? [] : found(table.byId, [keys.map((at) => at.book), keys.map((at) => at.id)]),
    openBooks.size === 0 ? [] : found(table.open, [[...openBooks]]),
    countBooks.size === 0 ? [] : found(table.openCounts, [[...countBooks]]),
  ]);
  return { table, found: [...byId, ...open], counts };
}
