/** `candor-verify --fills`: checks the public lists of fills of a platform, their statistics and the sums of voids. */
import { FillChecker, checkList } from '../fill-quality/check-lists.ts';
import { fault } from '../fill-quality/found.ts';
import type { FillFault } from '../fill-quality/found.ts';
import { dayOf, qualityRows } from '../fill-quality/statistics.ts';
import type { QualityRow } from '../fill-quality/statistics.ts';
import { voidDays, voidDifferences } from '../fill-quality/voids.ts';
import type { VoidDay } from '../fill-quality/voids.ts';
import { readFillLists, readFillQuality, readVoidDays } from './fill-server.ts';
import type { PublishedQuality } from './fill-server.ts';
import { tapeServer } from './server.ts';

export type FillsReport = {
  readonly faults: readonly FillFault[];
  readonly lists: number;
  readonly lines: number;
  /** The recomputed statistics of each day, newest first. */
  readonly days: readonly { readonly day: string; readonly rows: readonly QualityRow[] }[];
  readonly voids: readonly VoidDay[];
};

/** Reads everything from the first list on. `logged` are the entries of the log about lists, by their roots. */
export async function checkFills(url: string, logged: ReadonlyMap<number, string>): Promise<FillsReport> {
  const at = url.replace(/\/+$/, '');
  const checker = new FillChecker((symbol, from, limit) => tapeServer(at, symbol).entries(from, limit));
  // Before the lists, which then have everything that was counted.
  const newest = await readFillQuality(at);
  const published = await readVoidDays(at);
  const { faults, roots } = await checkLists(at, checker, logged);
  const days = newest.days.toSorted((one, other) => (one < other ? 1 : -1));
  const recomputed: { day: string; rows: readonly QualityRow[] }[] = [];
  for (const day of days) {
    // oxlint-disable-next-line no-await-in-loop
    const told = day === newest.day ? newest : await readFillQuality(at, day);
    const rowsUpTo = (root?: number) =>
      qualityRows(checker.lines(root).filter((line) => dayOf(line) === day));
    faults.push(...statisticsDifferences(told, day, rowsUpTo(told.to_root ?? 0)));
    recomputed.push({ day, rows: rowsUpTo() });
  }
  const voids = await voidDays(checker.pages, checker.lines());
  faults.push(...voidDifferences(published, voids));
  return { faults, lists: roots, lines: checker.lines().length, days: recomputed, voids };
}

async function checkLists(
  at: string,
  checker: FillChecker,
  logged: ReadonlyMap<number, string>,
): Promise<{ readonly faults: FillFault[]; readonly roots: number }> {
  const faults: FillFault[] = [];
  const newestLogged = Math.max(0, ...logged.keys());
  let expected = 1;
  for (let from: number | null = 1; from !== null;) {
    // Page by page, in order.
    // oxlint-disable-next-line no-await-in-loop
    const { lists, nextRoot } = await readFillLists(at, from);
    for (const list of lists) {
      if (list.root !== expected) faults.push(missing(expected));
      expected = list.root + 1;
      // Lists that are newer than the log that was read are compared with the entry that comes with them.
      const entry = list.root > newestLogged ? list.entry : logged.get(list.root);
      faults.push(...checkList(list, entry));
      // oxlint-disable-next-line no-await-in-loop
      faults.push(...(await checker.check(list)));
    }
    from = nextRoot !== null && nextRoot > from ? nextRoot : null;
  }
  if (expected <= newestLogged) faults.push(missing(expected));
  return { faults, roots: expected - 1 };
}

const missing = (root: number): FillFault =>
  fault('list_differs', `The list of root ${root} is not served.`, '');

function statisticsDifferences(
  { rows, left_out: leftOut }: PublishedQuality,
  day: string,
  own: readonly QualityRow[],
): readonly FillFault[] {
  if (leftOut > 0) return [];
  const byKey = (list: readonly QualityRow[]) =>
    new Map(list.map((row) => [`${row.product} ${row.symbol} ${row.against}`, row]));
  const [told, derived] = [byKey(rows), byKey(own)];
  return [...new Set([...told.keys(), ...derived.keys()])].flatMap((key) => {
    const [published, recomputed] = [told.get(key), derived.get(key)];
    if (canonical(published) === canonical(recomputed)) return [];
    return [
      fault('statistics_differ', `${day}, ${key}: the lists give other figures.`, JSON.stringify(published)),
    ];
  });
}

/** JSON with the names of each object in order. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${canonical(field)}`).join(',')}}`;
}

/** One line for each kind of fills on a day: how many were better and worse, and who waited. */
export function rowSentence({ day, row }: { readonly day: string; readonly row: QualityRow }): string {
  const { better, worse, favour, disfavour } = row;
  const share = `${row.at} at, ${better.count} better by ${better.sum_bp} bp, ${worse.count} worse by ${worse.sum_bp} bp in all`;
  const moved =
    row.against === 'level'
      ? ''
      : `; ${favour.waited} of ${favour.orders} waited when the price moved for them, ${disfavour.waited} of ${disfavour.orders} when against`;
  return `${day} ${row.product} ${row.symbol} ${row.against}: ${row.fills} fills, ${share}${moved}`;
}
