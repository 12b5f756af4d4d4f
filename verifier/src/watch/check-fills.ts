/** Compares the public lists of fills with the log, and each fill with the entry of the tape at which it had to be made. */
import { FillChecker, checkList } from '../fill-quality/check-lists.ts';
import type { FillFault } from '../fill-quality/found.ts';
import type { PublicList } from '../fill-quality/lines.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { ReadTape } from './check-tape.ts';
import type { Logged } from './logged.ts';

export type ListsPage = { readonly lists: readonly PublicList[]; readonly nextRoot: number | null };
/** Reads a page of lists from a root of the ledger on. */
export type ReadLists = (fromRoot: number) => Promise<ListsPage>;

const VOIDS: ReadonlySet<FillFault['kind']> = new Set(['void_unfounded', 'voids_differ']);

export class FillsWatch {
  readonly #read: ReadLists;
  readonly #tape: ReadTape;
  readonly #logged: Logged;
  /** The newest root whose list was checked, and the one from which old lists are read again. */
  #checked = 0;
  #again = 1;

  constructor(read: ReadLists, tape: ReadTape, logged: Logged) {
    this.#read = read;
    this.#tape = tape;
    this.#logged = logged;
  }

  /** Takes the lists that are in the log already as checked by an earlier run; they are only compared with the log again. */
  skipLogged(): void {
    this.#checked = this.#logged.fillsLast;
  }

  /** Checks the lists that are new in the log, and one page of old ones against it. */
  async round(): Promise<readonly Alarm[]> {
    const found: FillFault[] = [];
    const checker = new FillChecker(this.#tape);
    const newest = this.#logged.fillsLast;
    while (this.#checked < newest) {
      // oxlint-disable-next-line no-await-in-loop
      const lists = await this.#page(this.#checked + 1, newest);
      for (const list of lists) {
        found.push(...checkList(list, this.#logged.fills.get(list.root)));
        // oxlint-disable-next-line no-await-in-loop
        found.push(...(await checker.check(list)));
      }
      const last = lists.at(-1)?.root ?? 0;
      if (lists[0]?.root !== this.#checked + 1) {
        const missing = this.#checked + 1;
        this.#checked = Math.max(last, missing);
        return [...found.map(alarmOf), this.#missing(missing)];
      }
      this.#checked = last;
    }
    return [...found.map(alarmOf), ...(await this.#oldLists())];
  }

  async #page(from: number, upTo: number): Promise<readonly PublicList[]> {
    const { lists } = await this.#read(from);
    return lists.filter(({ root }) => root <= upTo);
  }

  #missing(root: number): Alarm {
    const detail = `The list of fills of root ${root} is in the log and not served.`;
    return alarm('fills_differ', detail, this.#logged.fills.get(root) ?? '');
  }

  async #oldLists(): Promise<readonly Alarm[]> {
    if (this.#checked === 0) return [];
    const lists = await this.#page(this.#again, this.#checked);
    const found = lists.flatMap((list) => checkList(list, this.#logged.fills.get(list.root))).map(alarmOf);
    if (lists[0]?.root !== this.#again) found.push(this.#missing(this.#again));
    const last = lists.at(-1)?.root ?? this.#again;
    this.#again = last >= this.#checked ? 1 : last + 1;
    return found;
  }
}

function alarmOf({ kind, detail, line }: FillFault): Alarm {
  return alarm(VOIDS.has(kind) ? 'voids_differ' : 'fills_differ', detail, line);
}
