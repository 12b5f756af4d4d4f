/** Collects the needs of all commands of a batch, without duplicates. */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Needs, TapeTime } from './command.ts';
import type { Waiting } from './queue.ts';
import type { RowTable } from './table.ts';

export type TableNeeds = {
  ids: Map<string, { book: bigint; id: bigint }>;
  openBooks: Set<bigint>;
  countBooks: Set<bigint>;
};

export type BatchNeeds = ReturnType<typeof collect>;

export function collect(batch: readonly Waiting[]) {
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
      // Several commands of a batch may need the same row; for example, all orders of a customer need the customer's gate.
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
