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

/** Checks the lines of lists. One checker sees all lists, so that a line that comes twice is found. */
export class FillChecker {
  readonly #pages: EntryPages;
  readonly #seen = new Set<string>();
  readonly #lines: { readonly root: number; readonly line: PublicLine }[] = [];

  constructor(read: ReadEntries) {
    this.#pages = new EntryPages(read);
  }

  get pages(): EntryPages {
    return this.#pages;
  }

  /** The lines that were read so far, in order, up to a root of the ledger. */
  lines(upToRoot = Number.MAX_SAFE_INTEGER): readonly PublicLine[] {
    return this.#lines.flatMap(({ root, line }) => (root <= upToRoot ? [line] : []));
  }

  async check({ root, lines }: PublicList): Promise<readonly FillFault[]> {
    const found: FillFault[] = [];
    for (const text of lines) {
      const line = readLine(text);
      if (line === undefined) {
        found.push(fault('line_unreadable', 'A line of the public list has no known form.', text));
        continue;
      }
      if (this.#seen.has(line.id)) {
        found.push(fault('line_repeated', 'A line of the public list comes twice.', text));
      }
      this.#seen.add(line.id);
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
