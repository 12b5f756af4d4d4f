/** Collects the needs of all commands of a batch, without duplicates. */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Needs, TapeTime } from './command.ts';
import type { Waiting } from './queue.ts';
import { promisedIn } from './receipts.ts';
import type { RowTable } from './table.ts';

export type TableNeeds = {
  ids: { book: bigint; id: bigint }[];
  openBooks: Set<bigint>;
  countBooks: Set<bigint>;
};

export type BatchNeeds = ReturnType<typeof collect>;

/**
 * The facts that earlier commands of the batch have requested for a book. There are only a few pairs, and comparing them is
 * faster than joining them into a text.
 */
type AskedOfBook = {
  readonly balances: [CustomerAccount, string][];
  readonly rows: [RowTable<never>, bigint][];
};

function isListed<One, Other>(pairs: readonly (readonly [One, Other])[], one: One, other: Other): boolean {
  for (const pair of pairs) if (pair[0] === one && pair[1] === other) return true;
  return false;
}

export function collect(batch: readonly Waiting[]) {
  const books = new Set<bigint>();
  const balances: [bigint, CustomerAccount, string][] = [];
  const askedOf = new Map<bigint, AskedOfBook>();
  const allBalances = new Set<bigint>();
  const house = new Map<string, readonly [HouseAccount, string]>();
  const tables = new Map<RowTable<never>, TableNeeds>();
  const counters = new Set<string>();
  const tallies = new Set<string>();
  const before = new Map<string, TapeTime>();
  const tableNeeds = (table: RowTable<never>): TableNeeds => {
    let entry = tables.get(table);
    if (entry === undefined)
      tables.set(table, (entry = { ids: [], openBooks: new Set(), countBooks: new Set() }));
    return entry;
  };
  for (const { submission } of batch) {
    const { book } = submission;
    books.add(book);
    let asked = askedOf.get(book);
    if (asked === undefined) askedOf.set(book, (asked = { balances: [], rows: [] }));
    const needs: Needs = submission.command.gather(submission.input);
    for (const [account, currency] of needs.balances ?? []) {
      if (isListed(asked.balances, account, currency)) continue;
      asked.balances.push([account, currency]);
      balances.push([book, account, currency]);
    }
    if (needs.allBalances === true) allBalances.add(book);
    for (const pair of needs.house ?? []) house.set(`${pair[0]} ${pair[1]}`, pair);
    for (const { table, id } of needs.rows ?? []) {
      // Several commands may need one row: every order of a customer needs the row with the customer's permissions.
      if (isListed(asked.rows, table, id)) continue;
      asked.rows.push([table, id]);
      tableNeeds(table).ids.push({ book, id });
    }
    for (const table of needs.open ?? []) tableNeeds(table).openBooks.add(book);
    for (const table of needs.openCounts ?? []) tableNeeds(table).countBooks.add(book);
    for (const name of needs.counters ?? []) counters.add(name);
    for (const name of needs.tallies ?? []) tallies.add(name);
    for (const at of needs.before ?? []) before.set(`${at.symbol} ${at.timeMs}`, at);
  }
  const keyed = batch.filter(
    ({ submission, tried }) =>
      submission.keepsNoAnswer !== true && (submission.freshKey !== true || tried === true),
  );
  return {
    promised: promisedOf(keyed),
    books: [...books],
    answerBooks: keyed.map((waiting) => waiting.submission.book),
    answerKeys: keyed.map((waiting) => waiting.submission.key),
    balances,
    allBalances: [...allBalances],
    house: [...house.values()],
    tables,
    counters: [...counters],
    tallies: [...tallies].filter((name) => !counters.has(name)),
    before: [...before.values()],
    alone: batch.some((waiting) => waiting.alone === true),
  };
}

/** Returns orders that may already be committed under keys that only this process knows. */
function promisedOf(keyed: readonly Waiting[]) {
  return keyed.flatMap(({ submission: { book, key, order, freshKey } }) => {
    const at = freshKey === true && order !== undefined ? promisedIn(order) : undefined;
    return at === undefined ? [] : [{ book, key, ...at }];
  });
}
