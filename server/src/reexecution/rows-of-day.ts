/**
 * Checks the rows of orders, positions, tickets and so on. A row that a record was given must be the result of the commands
 * before it. Rows that are also written outside commands, such as a customer's gate, are not compared.
 */
import type { BookFacts } from '../commands/facts.ts';
import type { BatchNeeds } from '../commands/needs.ts';
import type { ReplayedFound } from '../commands/replay.ts';
import type { RowTable } from '../commands/table.ts';
import type { Differences } from './differences.ts';

type AnyTable = RowTable<unknown>;

export class RowsOfDay {
  readonly #differences: Differences;
  readonly #changedElsewhere: ReadonlySet<string>;
  /** Open rows by table and book, then by id, each as the text of its columns. */
  readonly #open = new Map<string, Map<string, string>>();
  readonly #ended = new Set<string>();
  compared = 0;

  constructor(differences: Differences, changedElsewhere: ReadonlySet<string>) {
    this.#differences = differences;
    this.#changedElsewhere = changedElsewhere;
  }

  /** Compares the rows that a batch was given. */
  compareGiven({ tables, locked }: ReplayedFound, needs: BatchNeeds, where: string): void {
    const books = new Set(locked.map(([book]) => String(book)));
    for (const { table: given, found } of tables) {
      const table = given as unknown as AnyTable;
      if (!this.#isCompared(table)) continue;
      const seen = new Set<string>();
      for (const texts of found) {
        const row = table.readTexts(texts);
        const book = String(texts[0]);
        const id = String(table.idOf(row));
        seen.add(`${book} ${id}`);
        this.#compare({ table, book, id, row }, where);
      }
      const asked = needs.tables.get(given);
      for (const bookId of asked?.openBooks ?? []) {
        const book = String(bookId);
        if (!books.has(book)) continue;
        for (const id of this.#open.get(`${table.name} ${book}`)?.keys() ?? []) {
          if (!seen.has(`${book} ${id}`))
            this.#differences.add('row', `${where}: open ${table.name} ${book}/${id} was left out`);
        }
      }
    }
  }

  #compare(
    { table, book, id, row }: { table: AnyTable; book: string; id: string; row: unknown },
    where: string,
  ): void {
    const key = `${table.name} ${book}`;
    const given = textOf(row);
    const left = this.#open.get(key)?.get(id);
    if (left === undefined) {
      if (table.isOpen(row)) {
        if (this.#ended.has(`${key} ${id}`))
          this.#differences.add(
            'row',
            `${where}: ${table.name} ${book}/${id} was given as open; it had ended`,
          );
        else this.#keep(key, id, given);
      }
      return;
    }
    this.compared += 1;
    if (left !== given)
      this.#differences.add(
        'row',
        `${where}: ${table.name} ${book}/${id} was given with ${changes(left, given)}`,
      );
  }

  /** Whether rows of a table are compared. A view has no columns to write. */
  #isCompared(table: AnyTable): boolean {
    return table.changes.length > 0 && !this.#changedElsewhere.has(table.name);
  }

  #keep(key: string, id: string, text: string): void {
    const rows = this.#open.get(key);
    if (rows === undefined) this.#open.set(key, new Map([[id, text]]));
    else rows.set(id, text);
  }

  /** Adopts the rows that the batch changed. */
  take(book: BookFacts): void {
    for (const [any, rows] of book.tables) {
      const table = any as unknown as AnyTable;
      if (!this.#isCompared(table)) continue;
      const key = `${table.name} ${book.book}`;
      for (const [id, { row, dirty }] of rows) {
        if (!dirty) continue;
        if (table.isOpen(row)) this.#keep(key, String(id), textOf(row));
        else {
          this.#open.get(key)?.delete(String(id));
          this.#ended.add(`${key} ${id}`);
        }
      }
    }
  }
}

/** Returns JSON with sorted names and without empty values, because the database stores JSON in a different order. */
function textOf(row: unknown): string {
  return JSON.stringify(sorted(row));
}

function sorted(value: unknown): unknown {
  if (typeof value === 'bigint') return `#${value}`;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(
    parts.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, sorted(part)]),
  );
}

/** Returns the properties that differ, with both values. */
function changes(left: string, given: string): string {
  const [before, after] = [left, given].map((text) => JSON.parse(text) as Record<string, unknown>);
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => [name, JSON.stringify(before?.[name]), JSON.stringify(after?.[name])])
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name} as ${other}, which commands left at ${one}`)
    .join('; ');
}
