/** `candor-verify --fills`: checks the public lists of fills of a platform, their statistics and the sums of voids. */
import { FillChecker, checkList } from '../fill-quality/check-lists.ts';
import { fault } from '../fill-quality/found.ts';
import type { FillFault } from '../fill-quality/found.ts';
import { refusedDifferences, refusedOf } from '../fill-quality/refused.ts';
import type { RefusedCount } from '../fill-quality/refused.ts';
import { dayOf, qualityRows } from '../fill-quality/statistics.ts';
import type { QualityRow } from '../fill-quality/statistics.ts';
import { oneSided, unfilledOutcomes, unfilledRows } from '../fill-quality/unfilled.ts';
import type { UnfilledRow } from '../fill-quality/unfilled.ts';
import { voidDays, voidDifferences } from '../fill-quality/voids.ts';
import type { VoidDay } from '../fill-quality/voids.ts';
import { readFillLists, readFillQuality, readVoidDays } from './fill-server.ts';
import type { PublishedQuality } from './fill-server.ts';
import type { LoggedFills } from './logged-fills.ts';
import { tapeServer } from './server.ts';

export type FillsReport = {
  readonly faults: readonly FillFault[];
  readonly lists: number;
  readonly lines: number;
  /** The recomputed statistics of each day, newest first. */
  readonly days: readonly DayOfFills[];
  readonly voids: readonly VoidDay[];
};

export type DayOfFills = {
  readonly day: string;
  readonly rows: readonly QualityRow[];
  readonly unfilled: readonly UnfilledRow[];
  readonly refused: readonly RefusedCount[];
};

/** Reads everything from the first list on, and compares it with the entries of the log. */
export async function checkFills(url: string, logged: LoggedFills): Promise<FillsReport> {
  const at = url.replace(/\/+$/, '');
  const checker = new FillChecker((symbol, from, limit) => tapeServer(at, symbol).entries(from, limit));
  // Read before the lists, so that the lists include everything that these statistics counted.
  const newest = await readFillQuality(at);
  const published = await readVoidDays(at);
  const { faults, roots } = await checkLists(at, checker, logged.fills);
  const days = newest.days.toSorted((one, other) => (one < other ? 1 : -1));
  const newestRefused = logged.refused.at(-1)?.minuteMs ?? 0;
  const outcomes = await unfilledOutcomes(checker.pages, checker.lines());
  faults.push(...oneSided(outcomes));
  const recomputed: DayOfFills[] = [];
  for (const day of days) {
    // oxlint-disable-next-line no-await-in-loop
    const statistics = day === newest.day ? newest : await readFillQuality(at, day);
    const rowsUpTo = (root?: number) =>
      qualityRows(checker.lines(root).filter((line) => dayOf(line) === day));
    faults.push(...statisticsDifferences(statistics, day, rowsUpTo(statistics.to_root ?? 0)));
    const unfilledUpTo = (root?: number) => {
      const known = new Set<unknown>(checker.lines(root));
      return unfilledRows(outcomes.filter(({ line }) => known.has(line) && dayOf(line) === day));
    };
    faults.push(...unfilledDifferences(statistics, day, unfilledUpTo(statistics.to_root ?? 0)));
    const refused = refusedOf(logged.refused, day, Math.min(statistics.refused_to_ms ?? 0, newestRefused));
    faults.push(
      ...refusedFaults(statistics, {
        day,
        refused,
        isWhole: (statistics.refused_to_ms ?? 0) <= newestRefused,
      }),
    );
    recomputed.push({ day, rows: rowsUpTo(), unfilled: unfilledUpTo(), refused });
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
  const [listed, derived] = [byKey(rows), byKey(own)];
  return [...new Set([...listed.keys(), ...derived.keys()])].flatMap((key) => {
    const [published, recomputed] = [listed.get(key), derived.get(key)];
    if (canonical(published) === canonical(recomputed)) return [];
    return [
      fault(
        'statistics_differ',
        `${day}, ${key}: the lists give different figures.`,
        JSON.stringify(published),
      ),
    ];
  });
}

/** A day with undecided orders is skipped, because the tape has grown between the two readings. */
function unfilledDifferences(
  { unfilled, left_out: leftOut }: PublishedQuality,
  day: string,
  own: readonly UnfilledRow[],
): readonly FillFault[] {
  if (leftOut > 0 || [...unfilled, ...own].some(({ undecided }) => undecided > 0)) return [];
  if (canonical(unfilled) === canonical(own)) return [];
  const detail = `${day}, orders without a fill: the lists and the tape give different figures.`;
  return [fault('statistics_differ', detail, JSON.stringify(unfilled))];
}

/** The published counts may be newer than the log that was read; then they are compared the next time. */
function refusedFaults(
  { refused: published }: PublishedQuality,
  own: { readonly day: string; readonly refused: readonly RefusedCount[]; readonly isWhole: boolean },
): readonly FillFault[] {
  if (!own.isWhole) return [];
  return refusedDifferences(published, own.refused).map((key) =>
    fault('statistics_differ', `${own.day}, refused at once, ${key}: the log has a different count.`, ''),
  );
}

/** JSON with the names of each object in order. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${canonical(field)}`).join(',')}}`;
}

/**
 * One line for each kind of fill on a day: how many were better or worse, and how many orders waited while the price
 * moved.
 */
export function rowSentence({ day, row }: { readonly day: string; readonly row: QualityRow }): string {
  const { better, worse, favour, disfavour } = row;
  const share = `${row.at} at, ${better.count} better by ${better.sum_bp} bp, ${worse.count} worse by ${worse.sum_bp} bp in all`;
  const moved =
    row.against === 'level'
      ? ''
      : `; ${favour.waited} of ${favour.orders} waited when the price moved for them, ${disfavour.waited} of ${disfavour.orders} when against`;
  return `${day} ${row.product} ${row.symbol} ${row.against}: ${row.fills} fills, ${share}${moved}`;
}

/** One line for each reason: orders that ended without a fill, and orders that were refused immediately. */
export function refusalSentences({ day, unfilled, refused }: DayOfFills): string[] {
  const atOnce = new Map<string, number>();
  for (const { reason, count } of refused) atOnce.set(reason, (atOnce.get(reason) ?? 0) + count);
  return [
    ...unfilled.map(
      ({ reason, count, gained, lost }) =>
        `${day} unfilled ${reason}: ${count} orders; a minute later the price had moved for ${gained} and against ${lost}`,
    ),
    ...[...atOnce].map(([reason, count]) => `${day} refused at once ${reason}: ${count} orders`),
  ];
}
