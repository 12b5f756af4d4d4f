/** Checks lists of fills against the log and the tapes, line by line. */
import { EntryPages } from './entries.ts';
import type { ReadEntries } from './entries.ts';
import { fault } from './found.ts';
import type { FillFault } from './found.ts';
import { entryOf, readLine } from './lines.ts';
import type { PublicLine, PublicList } from './lines.ts';
import { checkFill, checkUnfilled } from './rule.ts';
import { checkTicket } from './tickets.ts';

/** Whether a list is the one of its entry in the log; `entry` is undefined if the log has none. */
export function checkList(list: PublicList, entry: string | undefined): readonly FillFault[] {
  const own = entryOf(list.root, list.lines);
  if (entry === own) return [];
  return [fault('list_differs', `The list of root ${list.root} is not the one in the log.`, entry ?? own)];
}

/** The ids of kept lines; the oldest ones are dropped, since a watch runs indefinitely. */
const IDS_KEPT = 1_000_000;

/** The ids of the lines of all lists, so that a line that comes twice is found. A list may be read again. */
export class SeenLines {
  readonly #roots = new Map<string, number>();

  /** Takes the lines of a list and returns those that came before, in it or in another list. */
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

/** The lines of a list that came before; it counts as seen from then on. */
export function repeatedLines(list: PublicList, seen: SeenLines): readonly FillFault[] {
  return [...seen.add(list)].map((at) =>
    fault('line_repeated', 'A line of the public list comes twice.', list.lines[at] ?? ''),
  );
}

/** Checks the lines of lists. One checker, or several with the same seen lines, see all lists. */
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

  /** Returns `found` with the violations of a list. Lines that it has already received count even if a tape can't be read. */
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
