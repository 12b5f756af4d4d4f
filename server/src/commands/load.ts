/**
 * Loads what a batch needs, in one transaction begun here: first the books' locks, then, as statements of their own so
 * that each sees what was committed before the locks were had, stored answers, balances, shared counters, rows, the
 * house's slot, and last the clock and the heads of the tape. All travel in one round trip.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import { fillsAtNewest } from '@candor/domain/trading/fill.ts';
import { listSql, plainArray, textList } from '../db/arrays.ts';
import { sendTogether } from '../db/pool.ts';
import type { Connection } from '../db/pool.ts';
import { allBalancesSql, balancesSql, houseSlotSql } from '../ledger/balances.ts';
import { headsSql, readHeads } from '../quotes/heads.ts';
import type { Needs, TapeTime } from './command.ts';
import { BatchFacts, BookFacts } from './facts.ts';
import type { Waiting } from './queue.ts';
import type { RowTable } from './table.ts';
import { asText } from '../db/as-text.ts';

export type StoredAnswer = { readonly bodyHash: string; readonly answer: string };
export type Loaded = { readonly facts: BatchFacts; readonly answers: ReadonlyMap<string, StoredAnswer> };

type TextRow = (string | null)[];

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

export type LoadOptions = {
  readonly slot: number;
  readonly newId: () => bigint;
  /** Wait for a lock that somebody holds instead of leaving that command for later. */
  readonly waitForLocks: boolean;
  /** A further lock, taken right after the books. */
  readonly lockSql: string | undefined;
  /** Wall clock. */
  readonly wallNow: () => number;
  /** Whether the engine is behind on a symbol. */
  readonly lagging: (symbol: string) => boolean;
  /** Whether published terms let nothing new be opened on a symbol. */
  readonly closed: (symbol: string, wallMs: number) => boolean;
};

export async function load(
  connection: Connection,
  batch: readonly Waiting[],
  options: LoadOptions,
): Promise<Loaded> {
  const needs = collect(batch);
  const found = await sendTogether(connection, () => ask(connection, needs, options));
  const facts = new BatchFacts(options.newId);
  facts.alone = needs.alone;
  for (const [id, seq] of found.locked) {
    facts.books.set(BigInt(id as string), new BookFacts(BigInt(id as string), BigInt(seq as string)));
  }
  takeBalances(facts, found);
  takeTables(facts, found.tables);
  for (const [name, value] of found.counters) {
    facts.counters.set(name as string, { locked: fromNumeric(value as string), by: 0n, raised: 0n });
  }
  const { nowMs, heads } = readHeads(found.heads);
  facts.nowMs = nowMs;
  facts.wallMs = options.wallNow();
  for (const head of heads) {
    const { symbol } = head;
    const closed = options.closed(symbol, facts.wallMs);
    const aged = !fillsAtNewest(head, { acceptedMs: nowMs, fillAgeMs: head.fillAgeMs });
    facts.heads.set(symbol, { ...head, aged, lagging: options.lagging(symbol), closed });
  }
  for (const [symbol, timeMs, seq] of found.before)
    facts.seqsBefore.set(`${symbol} ${timeMs}`, BigInt(seq as string));
  const answers = new Map(
    found.answers.map(([book, key, bodyHash, answer]) => [
      `${book} ${key}`,
      { bodyHash: bodyHash as string, answer: answer as string },
    ]),
  );
  return { facts, answers };
}

/** Sends every question; what was begun is waited for even when one of them fails, so none is left unheard. */
async function ask(connection: Connection, needs: BatchNeeds, options: LoadOptions) {
  const { balances, house } = needs;
  const begun = connection.query('begin');
  const locked = rows(connection, {
    name: options.waitForLocks ? 'lock-wait' : 'lock-skip',
    text: options.waitForLocks ? LOCK : `${LOCK} skip locked`,
    values: [plainArray(needs.books)],
  });
  const further = options.lockSql === undefined ? undefined : connection.query(options.lockSql);
  const answers =
    needs.answerKeys.length === 0
      ? []
      : rows(connection, {
          name: 'answers',
          text: ANSWERS,
          values: [plainArray(needs.answerBooks), textList(needs.answerKeys)],
        });
  const known = rows(connection, {
    name: 'balances',
    text: balancesSql,
    values: [0, 1, 2].map((part) => plainArray(balances.map((key) => key[part] as string))),
  });
  const all =
    needs.allBalances.length === 0
      ? []
      : rows(connection, {
          name: 'all-balances',
          text: allBalancesSql,
          values: [plainArray(needs.allBalances)],
        });
  // Shared by many and therefore locked last; rows and the market are read behind them, so that no wait for a lock makes them
  // old, and a row that sums up many customers' is of all who held the counter before.
  const counters = readCounters(connection, needs);
  const tables = Promise.all([...needs.tables].map((entry) => loadTable(connection, entry)));
  // Whoever was waited for may have drawn on this slot until just now.
  const slots = rows(connection, {
    name: 'house',
    text: houseSlotSql,
    values: [plainArray(house.map((key) => key[0])), plainArray(house.map((key) => key[1])), options.slot],
  });
  const heads = rows(connection, { name: 'heads', text: headsSql, values: [] });
  const before =
    needs.before.length === 0
      ? []
      : rows(connection, {
          name: 'entries-before',
          text: BEFORE,
          values: [needs.before.map(({ symbol }) => symbol), needs.before.map(({ timeMs }) => timeMs)],
        });
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

function takeBalances(facts: BatchFacts, found: { balances: TextRow[]; slots: TextRow[] }): void {
  for (const [book, account, currency, amount] of found.balances) {
    facts.books.get(BigInt(book as string))?.balances.set(`${account} ${currency}`, {
      account: account as CustomerAccount,
      currency: currency as string,
      amount: fromNumeric(amount as string),
      stored: true,
    });
  }
  for (const [account, currency, text] of found.slots) {
    const amount = fromNumeric(text as string);
    facts.house.set(`${account} ${currency}`, {
      account: account as HouseAccount,
      currency: currency as string,
      amount,
      inDatabase: amount,
      stored: true,
    });
  }
}

function takeTables(facts: BatchFacts, tables: readonly TableRows[]): void {
  for (const { table, found, counts } of tables) {
    for (const [book, count] of counts) {
      facts.books.get(BigInt(book as string))?.openCounts.set(table, Number(count));
    }
    for (const texts of found) {
      const row: unknown = table.readTexts(texts);
      facts.books
        .get(BigInt(texts[0] as string))
        ?.table(table)
        .set((table.idOf as (row: unknown) => bigint)(row), { row, stored: true, dirty: false });
    }
  }
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

type TableNeeds = {
  ids: Map<string, { book: bigint; id: bigint }>;
  openBooks: Set<bigint>;
  countBooks: Set<bigint>;
};
type TableRows = { table: RowTable<never>; found: TextRow[]; counts: TextRow[] };

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

type BatchNeeds = ReturnType<typeof collect>;

function collect(batch: readonly Waiting[]) {
  const books = new Set<bigint>();
  const balances = new Map<string, [bigint, CustomerAccount, string]>();
  const allBalances = new Set<bigint>();
  const house = new Map<string, readonly [HouseAccount, string]>();
  const tables = new Map<RowTable<never>, TableNeeds>();
  const counters = new Set<string>();
  const tallies = new Set<string>();
  const before = new Map<string, TapeTime>();
  const tableNeeds = (table: RowTable<never>): TableNeeds => {
    let entry = tables.get(table);
    if (entry === undefined)
      tables.set(table, (entry = { ids: new Map(), openBooks: new Set(), countBooks: new Set() }));
    return entry;
  };
  for (const { submission } of batch) {
    const { book } = submission;
    books.add(book);
    const needs: Needs = submission.command.gather(submission.input);
    for (const [account, currency] of needs.balances ?? []) {
      balances.set(`${book} ${account} ${currency}`, [book, account, currency]);
    }
    if (needs.allBalances === true) allBalances.add(book);
    for (const pair of needs.house ?? []) house.set(`${pair[0]} ${pair[1]}`, pair);
    for (const { table, id } of needs.rows ?? []) {
      // Several commands of a batch may need one row, as a customer's orders need the customer's gate.
      tableNeeds(table).ids.set(`${book} ${id}`, { book, id });
    }
    for (const table of needs.open ?? []) tableNeeds(table).openBooks.add(book);
    for (const table of needs.openCounts ?? []) tableNeeds(table).countBooks.add(book);
    for (const name of needs.counters ?? []) counters.add(name);
    for (const name of needs.tallies ?? []) tallies.add(name);
    for (const at of needs.before ?? []) before.set(`${at.symbol} ${at.timeMs}`, at);
  }
  const asked = batch.filter(
    ({ submission, tried }) =>
      submission.keepsNoAnswer !== true && (submission.freshKey !== true || tried === true),
  );
  return {
    books: [...books],
    answerBooks: asked.map((waiting) => waiting.submission.book),
    answerKeys: asked.map((waiting) => waiting.submission.key),
    balances: [...balances.values()],
    allBalances: [...allBalances],
    house: [...house.values()],
    tables,
    counters: [...counters],
    tallies: [...tallies].filter((name) => !counters.has(name)),
    before: [...before.values()],
    alone: batch.some((waiting) => waiting.alone === true),
  };
}
