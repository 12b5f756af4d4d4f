/** Compares the public lists of fills with the log, and each fill with the entry of the tape at which it had to be made. */
import { FillChecker, SeenLines, checkList, repeatedLines } from '../fill-quality/check-lists.ts';
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

export type FillsSource = {
  readonly read: ReadLists;
  readonly tape: ReadTape;
  readonly logged: Logged;
  readonly checked?: number | undefined;
};

export class FillsWatch {
  readonly #read: ReadLists;
  readonly #tape: ReadTape;
  readonly #logged: Logged;
  /** A line may be repeated in a list of any later round. */
  readonly #seen = new SeenLines();
  /** The newest root whose list was checked, and the one from which old lists are read again. */
  #checked = 0;
  #again = 1;

  /**
   * `checked` is the newest root that an earlier run checked. A logged list that was never read is not treated as checked.
   */
  constructor({ read, tape, logged, checked = 0 }: FillsSource) {
    this.#checked = checked;
    this.#read = read;
    this.#tape = tape;
    this.#logged = logged;
  }

  /** The newest root whose list was checked. */
  get checked(): number {
    return this.#checked;
  }

  /**
   * Checks the lists that are new in the log, and one page of old ones against it. The alarms go to `found` one by one, and a list
   * is marked as checked after its last line, so a failed answer hides nothing.
   */
  async round(found: Alarm[]): Promise<void> {
    const checker = new FillChecker(this.#tape, this.#seen);
    const newest = this.#logged.fillsLast;
    while (this.#checked < newest) {
      // oxlint-disable-next-line no-await-in-loop
      const lists = await this.#page(this.#checked + 1, newest);
      if (lists.length === 0) {
        this.#checked += 1;
        found.push(this.#missing(this.#checked));
        return;
      }
      for (const list of lists) {
        // oxlint-disable-next-line no-await-in-loop
        await this.#check(checker, list, found);
        this.#checked = list.root;
      }
    }
    await this.#oldLists(found);
  }

  async #check(checker: FillChecker, list: PublicList, found: Alarm[]): Promise<void> {
    const faults = [...checkList(list, this.#logged.fills.get(list.root))];
    try {
      await checker.check(list, faults);
    } finally {
      found.push(...faults.map(alarmOf));
    }
  }

  /** The lists from a root on, up to the first gap. A list after the gap is checked when its turn comes. */
  async #page(from: number, upTo: number): Promise<readonly PublicList[]> {
    const { lists } = await this.#read(from);
    const gap = lists.findIndex(({ root }, at) => root !== from + at || root > upTo);
    return gap < 0 ? lists : lists.slice(0, gap);
  }

  #missing(root: number): Alarm {
    const detail = `The list of fills of root ${root} is in the log and not served.`;
    return alarm('fills_differ', detail, this.#logged.fills.get(root) ?? '');
  }

  async #oldLists(found: Alarm[]): Promise<void> {
    if (this.#checked === 0) return;
    const lists = await this.#page(this.#again, this.#checked);
    const faults = lists.flatMap((list) => [
      ...checkList(list, this.#logged.fills.get(list.root)),
      // From these lists, a restarted watch learns the earlier lines.
      ...repeatedLines(list, this.#seen),
    ]);
    found.push(...faults.map(alarmOf));
    if (lists.length === 0) found.push(this.#missing(this.#again));
    const last = lists.at(-1)?.root ?? this.#again;
    this.#again = last >= this.#checked ? 1 : last + 1;
  }
}

function alarmOf({ kind, detail, line }: FillFault): Alarm {
  return alarm(VOIDS.has(kind) ? 'voids_differ' : 'fills_differ', detail, line);
}
