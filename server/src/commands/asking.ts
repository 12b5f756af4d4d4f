/**
 * Sends the queries of a batch in the order in which the database must answer them: the locks of the books first, then
 * everything else. They are separate statements, so that each one sees what was committed before the locks were granted.
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
// The batch of a receipt is looked up for each answer by itself: most batches of commands find no stored answer.
const ANSWERS = `select a.book, a.key, a.body_hash, a.answer, a.place, b.number, b.at_ms, b.leaves, b.root, b.signature
  from unnest($1::bigint[], ${listSql('$2')}) as u (book, key) join answer a on a.book = u.book and a.key = u.key
    left join lateral (select r.number, r.at_ms, r.leaves, encode(r.root, 'hex') as root, encode(r.signature, 'hex') as signature
      from receipt_batch r where r.number = a.batch limit 1) b on true`;
const LOCK_COUNTERS = 'select hold_counters($1::text[])';
/**
 * An arbitrary key for an advisory lock that is held until the commit. A batch that raises a tally takes the lock in shared
 * mode; a batch that needs exact tallies takes it exclusively.
 */
const TALLY_LOCK = 7_305_142;
const TALLY_BESIDE = { name: 'tally-beside', text: `select pg_advisory_xact_lock_shared(${TALLY_LOCK})` };
const TALLY_ALONE = { name: 'tally-alone', text: `select pg_advisory_xact_lock(${TALLY_LOCK})` };
const BEFORE = `select u.symbol, u.ms, entry_before(u.symbol, u.ms)
  from unnest($1::text[], $2::bigint[]) as u (symbol, ms)`;
const COUNTERS = 'select name, sum(value) from counter where name = any($1::text[]) group by name';

export type AskOptions = {
  readonly slot: number;
  /** Whether to wait for a lock that another transaction holds, instead of deferring the command. */
  readonly waitForLocks: boolean;
  /** SQL that takes another lock, right after those of the books. */
  readonly lockSql: string | undefined;
};

/** Sends every query. If one fails, the others are still awaited, so that no rejection remains unhandled. */
export async function ask(connection: Connection, needs: BatchNeeds, options: AskOptions) {
  const begun = connection.query('begin');
  const locked = lockBooks(connection, needs, options.waitForLocks);
  const further = options.lockSql === undefined ? undefined : connection.query(options.lockSql);
  const answers = storedAnswers(connection, needs);
  const known = namedBalances(connection, needs);
  const all = everyBalance(connection, needs);
  // Counters are shared by many customers, so they are locked last. Rows and the market are read after that, for two reasons. A
  // read made before waiting for a lock would be outdated, and a row that aggregates many customers must include the changes of
  // every earlier holder of the counter.
  const counters = readCounters(connection, needs);
  const tables = Promise.all([...needs.tables].map((entry) => loadTable(connection, entry)));
  // Another lane that held a counter may have drawn on this slot before it released the counter.
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
 * From this query on, other batches that raise a counter wait. Batches that raise a tally wait only if this batch needs exact
 * tallies. The sums are read after the locks are granted.
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
