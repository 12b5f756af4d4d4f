/**
 * Sends the queries of a batch in the order in which the database must answer them: the locks of the books first, then
 * everything else. They are separate statements, so that each one sees what was committed before the locks were granted.
 */
import { listSql, plainArray, textList } from '../db/arrays.ts';
import type { Connection } from '../db/pool.ts';
import { isShared } from '../db/shared-client.ts';
import { sendStatements } from '../db/statements.ts';
import type { Answered, Statement, TextRow } from '../db/statements.ts';
import { allBalancesSql, balancesSql, houseSlotSql } from '../ledger/balances.ts';
import { headsSql } from '../quotes/heads.ts';
import { firingLagStatement } from './firing-lag.ts';
import type { BatchNeeds, TableNeeds } from './needs.ts';
import type { RowTable } from './table.ts';

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };
const SLOT = `select set_config('candor.slot', $1::text, true)`;
const LOCK = 'select id, seq from book where id = any($1::bigint[]) order by id for no key update';
// A receipt's batch is looked up for each answer separately, because most batches of commands find no stored answer.
const ANSWERS = `select a.book, a.key, a.body_hash, a.answer, a.place, b.number, b.at_ms, b.accepted_ms, b.heads, b.leaves, b.root, b.signature
  from unnest($1::bigint[], ${listSql('$2')}) as u (book, key) join answer a on a.book = u.book and a.key = u.key
    left join lateral (select r.number, r.at_ms, r.accepted_ms, r.heads, encode(r.leaves, 'hex') as leaves, encode(r.root, 'hex') as root,
        encode(r.signature, 'hex') as signature
      from receipt_batch r where r.number = a.batch limit 1) b on true`;
// The answer to an order whose key only this process knows is stored with the order's receipt. It is found by the batch's number
// and root, because the number alone could be guessed.
const PROMISED = `select u.book, u.key, '', substr(l.line, length(u.book::text) + 2), u.place, r.number, r.at_ms, r.accepted_ms, r.heads,
    encode(r.leaves, 'hex'), encode(r.root, 'hex'), encode(r.signature, 'hex')
  from unnest($1::bigint[], ${listSql('$2')}, $3::bigint[], $4::smallint[], ${listSql('$5')}) as u (book, key, batch, place, root)
    join receipt_batch r on r.number = u.batch and r.root = decode(u.root, 'hex')
    cross join lateral (select split_part(r.answers, chr(10), u.place + 1) as line offset 0) l
  where l.line like u.book || ' %'`;
const LOCK_COUNTERS = `select hold_counters(${listSql('$1')})`;
/**
 * An arbitrary key for an advisory lock that is held until the commit. A batch that raises a tally takes the lock in shared
 * mode; a batch that needs exact tallies takes it exclusively.
 */
const TALLY_LOCK = 7_305_142;
const TALLY_BESIDE: Statement = {
  name: 'tally-beside',
  text: `select pg_advisory_xact_lock_shared(${TALLY_LOCK})`,
  values: [],
};
const TALLY_ALONE: Statement = {
  name: 'tally-alone',
  text: `select pg_advisory_xact_lock(${TALLY_LOCK})`,
  values: [],
};
const BEFORE = `select u.symbol, u.ms, entry_before(u.symbol, u.ms)
  from unnest($1::text[], $2::bigint[]) as u (symbol, ms)`;
const COUNTERS = `select name, sum(value) from counter where name = any(${listSql('$1')}) group by name`;

export type AskOptions = {
  readonly slot: number;
  /** Whether to wait for a lock that another transaction holds, instead of deferring the command. */
  readonly waitForLocks: boolean;
  /** SQL that takes another lock right after the books are locked. */
  readonly lockSql: string | undefined;
  /** Whether to read how far the leader's firings are behind. */
  readonly asksLag: boolean;
};

/** Collects the statements to send. Each one's answer can be read once all have arrived. */
class Questions {
  readonly statements: Statement[] = [];
  #answered: readonly Answered[] = [];

  /** Adds a statement, and returns a function that reads its rows. */
  ask(statement: Statement): () => TextRow[] {
    const place = this.statements.push(statement) - 1;
    return () => this.#answered[place]?.rows ?? [];
  }

  async send(connection: Connection): Promise<void> {
    this.#answered = await sendStatements(connection, this.statements);
  }
}

type Ask = Questions['ask'];
const nothing = (): TextRow[] => [];

/** Sends all queries of a batch together. */
export async function ask(connection: Connection, needs: BatchNeeds, options: AskOptions) {
  const questions = new Questions();
  const asking: Ask = (statement) => questions.ask(statement);
  asking(BEGIN);
  if (isShared(connection)) asking({ name: 'slot', text: SLOT, values: [options.slot] });
  const locked = asking(lockBooks(needs, options.waitForLocks));
  if (options.lockSql !== undefined) asking({ name: 'lock-further', text: options.lockSql, values: [] });
  const answers = storedAnswers(asking, needs);
  const promised = promisedAnswers(asking, needs);
  const known = asking(namedBalances(needs));
  const all = everyBalance(asking, needs);
  // Counters are shared by many customers, so they are locked last. Rows and the market are read after that, for two reasons. A
  // read made before waiting for a lock would be outdated, and a row that aggregates many customers must include the changes of
  // every earlier holder of the counter.
  const counters = readCounters(asking, needs);
  const tables = [...needs.tables].map((entry) => loadTable(asking, entry));
  // Another lane may have drawn on this slot while it held a counter, so the slot is read after the counters are locked.
  const slots = asking(houseSlots(needs, options.slot));
  const heads = asking({ name: 'heads', text: headsSql, values: [] });
  // The lag is read after the heads, so that a firing that one of their entries is about to cause is included in it.
  const lag = options.asksLag ? asking(firingLagStatement) : nothing;
  const before = entriesBefore(asking, needs);
  await questions.send(connection);
  return {
    locked: locked(),
    answers: [...answers(), ...promised()],
    balances: [...known(), ...all()],
    slots: slots(),
    tables: tables.map((table) => table()),
    heads: heads(),
    counters: counters(),
    before: before(),
    lag: lag(),
  };
}

function lockBooks({ books }: BatchNeeds, waitForLocks: boolean): Statement {
  return {
    name: waitForLocks ? 'lock-wait' : 'lock-skip',
    text: waitForLocks ? LOCK : `${LOCK} skip locked`,
    values: [plainArray(books)],
  };
}

function storedAnswers(asking: Ask, { answerBooks, answerKeys }: BatchNeeds): () => TextRow[] {
  if (answerKeys.length === 0) return nothing;
  const values = [plainArray(answerBooks), textList(answerKeys)];
  return asking({ name: 'answers', text: ANSWERS, values });
}

function promisedAnswers(asking: Ask, { promised }: BatchNeeds): () => TextRow[] {
  if (promised.length === 0) return nothing;
  const values = [
    plainArray(promised.map(({ book }) => book)),
    textList(promised.map(({ key }) => key)),
    plainArray(promised.map(({ batch }) => batch)),
    plainArray(promised.map(({ place }) => place)),
    textList(promised.map(({ root }) => root)),
  ];
  return asking({ name: 'promised-answers', text: PROMISED, values });
}

function namedBalances({ balances }: BatchNeeds): Statement {
  const values = [
    plainArray(balances.map(([book]) => book)),
    plainArray(balances.map(([, account]) => account)),
    plainArray(balances.map(([, , currency]) => currency)),
  ];
  return { name: 'balances', text: balancesSql, values };
}

function everyBalance(asking: Ask, { allBalances }: BatchNeeds): () => TextRow[] {
  if (allBalances.length === 0) return nothing;
  return asking({ name: 'all-balances', text: allBalancesSql, values: [plainArray(allBalances)] });
}

function houseSlots({ house }: BatchNeeds, slot: number): Statement {
  const values = [plainArray(house.map((key) => key[0])), plainArray(house.map((key) => key[1])), slot];
  return { name: 'house', text: houseSlotSql, values };
}

function entriesBefore(asking: Ask, { before }: BatchNeeds): () => TextRow[] {
  if (before.length === 0) return nothing;
  const values = [
    plainArray(before.map(({ symbol }) => symbol)),
    plainArray(before.map(({ timeMs }) => timeMs)),
  ];
  return asking({ name: 'entries-before', text: BEFORE, values });
}

/**
 * Locks the counters and reads their values. From this query on, other batches that raise a counter wait. Batches that raise a
 * tally wait only if this batch needs exact tallies. The sums are read after the locks are granted.
 */
function readCounters(asking: Ask, { counters, tallies, alone }: BatchNeeds): () => TextRow[] {
  const names = [...counters, ...tallies];
  if (names.length === 0) return nothing;
  if (tallies.length > 0) asking(alone ? TALLY_ALONE : TALLY_BESIDE);
  if (counters.length > 0) {
    asking({ name: 'counters-lock', text: LOCK_COUNTERS, values: [textList(counters)] });
  }
  return asking({ name: 'counters', text: COUNTERS, values: [textList(names)] });
}

export type TableRows = { table: RowTable<never>; found: TextRow[]; counts: TextRow[] };

function loadTable(
  asking: Ask,
  [table, { ids, openBooks, countBooks }]: [RowTable<never>, TableNeeds],
): () => TableRows {
  const at = [plainArray(ids.map(({ book }) => book)), plainArray(ids.map(({ id }) => id))];
  const byId = ids.length === 0 ? nothing : asking({ ...table.byId, values: at });
  const open =
    openBooks.size === 0 ? nothing : asking({ ...table.open, values: [plainArray([...openBooks])] });
  const counts =
    countBooks.size === 0 ? nothing : asking({ ...table.openCounts, values: [plainArray([...countBooks])] });
  return () => ({ table, found: [...byId(), ...open()], counts: counts() });
}
