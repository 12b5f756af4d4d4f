/** Checks lists of fills against the log and the tapes, line by line. */
import { EntryPages } from './entries.ts';
import type { ReadEntries } from './entries.ts';
import { fault } from './found.ts';
import type { FillFault } from './found.ts';
import { entryOf, readLine } from './lines.ts';
import type { PublicLine, PublicList } from './lines.ts';
import { checkFill, checkUnfilled } from './rule.ts';
import { checkTicket } from './tickets.ts';

/** Checks that a list is the one in its log entry; `entry` is undefined if the log has none. */
export function checkList(list: PublicList, entry: string | undefined): readonly FillFault[] {
  const own = entryOf(list.root, list.lines);
  if (entry === own) return [];
  return [fault('list_differs', `The list of root ${list.root} is not the one in the log.`, entry ?? own)];
}

/** The maximum number of line ids that are kept. The oldest are dropped, since a watch runs indefinitely. */
const IDS_KEPT = 1_000_000;

/** The ids of the lines of all lists, to detect repeated lines. Reading the same list again is not a repetition. */
export class SeenLines {
  readonly #roots = new Map<string, number>();

  /** Adds the lines of a list and returns those that were already seen, in this list or in another one. */
  add({ root, lines }: Pick<PublicList, 'root' | 'lines'>): ReadonlySet<number> {
    const own = new Set<string>();
    const again = new Set<number>();
    for (const [at, text] of lines.entries()) {
      const id = readLine(text)?.id;
      if (id === undefined) continue;
      if (own.has(id) || (this.#roots.get(id) ?? root) !== root) again.add(at);
      own.add(id);
      this.#keep(id, root);
    }
    return again;
  }

  #keep(id: string, root: number): void {
    if (this.#roots.has(id)) return;
    const [oldest] = this.#roots.keys();
    if (this.#roots.size >= IDS_KEPT && oldest !== undefined) this.#roots.delete(oldest);
    this.#roots.set(id, root);
  }
}

/** Returns a fault for each line that was already seen, and adds the list's lines to those seen. */
export function repeatedLines(list: PublicList, seen: SeenLines): readonly FillFault[] {
  return [...seen.add(list)].map((at) =>
    fault('line_repeated', 'A line of the public list is repeated.', list.lines[at] ?? ''),
  );
}

/** Checks the lines of lists. Repeated lines are found only among lists whose checkers share `seen`. */
export class FillChecker {
  readonly #pages: EntryPages;
  readonly #seen: SeenLines;
  readonly #lines: { readonly root: number; readonly line: PublicLine }[] = [];

  constructor(read: ReadEntries, seen = new SeenLines()) {
    this.#pages = new EntryPages(read);
    this.#seen = seen;
  }

  get pages(): EntryPages {
    return this.#pages;
  }

  /** The lines that were read so far, in order, up to a root of the ledger. */
  lines(upToRoot = Number.MAX_SAFE_INTEGER): readonly PublicLine[] {
    return this.#lines.flatMap(({ root, line }) => (root <= upToRoot ? [line] : []));
  }

  /**
   * Adds a list's violations to `found` and returns it. If a tape can't be read, the violations found until then are
   * kept.
   */
  async check(list: PublicList, found: FillFault[] = []): Promise<readonly FillFault[]> {
    const { root, lines } = list;
    found.push(...repeatedLines(list, this.#seen));
    for (const text of lines) {
      const line = readLine(text);
      if (line === undefined) {
        found.push(fault('line_unreadable', 'A line of the public list has no known form.', text));
        continue;
      }
      this.#lines.push({ root, line });
      // One line after the other, since neighbours need the same entries.
      // oxlint-disable-next-line no-await-in-loop
      found.push(...(await checkLine(this.#pages, line, text)));
    }
    return found;
  }
}

function checkLine(pages: EntryPages, line: PublicLine, text: string): Promise<readonly FillFault[]> {
  switch (line.kind) {
    case 'fill':
      return checkFill(pages, line, text);
    case 'ticket':
      return checkTicket(pages, line, text);
    case 'unfilled':
      return checkUnfilled(pages, line, text);
  }
}
