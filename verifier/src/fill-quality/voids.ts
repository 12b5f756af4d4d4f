/**
 * The amounts that void tickets saved and cost the house by day, from the public lists and the tapes, to compare with the
 * published sums.
 */
import { printDecimal } from '../decimal.ts';
import type { EntryPages } from './entries.ts';
import { fault } from './found.ts';
import type { FillFault } from './found.ts';
import type { PublicLine } from './lines.ts';
import { dayOf } from './statistics.ts';
import { withoutGap } from './tickets.ts';

/** A day as `GET transparency/voids` returns it. */
export type VoidDay = {
  readonly day: string;
  readonly tickets: number;
  readonly saved_usdt: string;
  readonly cost_usdt: string;
  readonly undecided: number;
};

/** Sums the voids of lines by day, newest first. */
export async function voidDays(pages: EntryPages, lines: readonly PublicLine[]): Promise<readonly VoidDay[]> {
  const sums = new Map<string, { tickets: number; saved: bigint; cost: bigint; undecided: number }>();
  for (const line of lines) {
    if (line.kind !== 'ticket' || line.status !== 'void' || line.reason === 'start_over') continue;
    const day = dayOf(line);
    const sum = sums.get(day) ?? { tickets: 0, saved: 0n, cost: 0n, undecided: 0 };
    sums.set(day, sum);
    sum.tickets += 1;
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await withoutGap(pages, line);
    if (outcome === undefined) sum.undecided += 1;
    if (outcome === 'won') sum.saved += line.profit ?? 0n;
    if (outcome === 'lost') sum.cost += line.stake ?? 0n;
  }
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, { tickets, saved, cost, undecided }]) => ({
      ...{ day, tickets, undecided },
      ...{ saved_usdt: printDecimal(saved), cost_usdt: printDecimal(cost) },
    }));
}

/**
 * Compares published days with those of the lists. A day with undecided tickets is skipped, because the tape has grown
 * between the two readings.
 */
export function voidDifferences(
  published: readonly VoidDay[],
  own: readonly VoidDay[],
): readonly FillFault[] {
  const shown = new Map(published.map((day) => [day.day, day]));
  return own.flatMap((day) => {
    const other = shown.get(day.day);
    const isSame =
      other !== undefined &&
      (day.undecided + other.undecided > 0 ||
        (other.tickets === day.tickets &&
          other.saved_usdt === day.saved_usdt &&
          other.cost_usdt === day.cost_usdt));
    const recomputed = `${day.tickets} tickets, saved ${day.saved_usdt} and cost ${day.cost_usdt} USDT`;
    const says =
      other === undefined ? 'nothing' : `${other.tickets}, ${other.saved_usdt} and ${other.cost_usdt}`;
    return isSame
      ? []
      : [fault('voids_differ', `Voids of ${day.day}: the lists give ${recomputed}; published: ${says}.`, '')];
  });
}
