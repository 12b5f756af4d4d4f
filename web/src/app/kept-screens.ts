/**
 * Decides which screens stay mounted while another is in front. A tab's screen stays forever; a page stays as long as it can be
 * reached by going back. Screens that the customer returns to are as they were left, and unreachable ones are unmounted. Pure.
 */
import type { Entry } from '../lib/hash-history.ts';

export const KEPT_MAX = 12;

export type Kept = {
  /** The same id means the same mounted screen. */
  readonly id: string;
  readonly isTab: boolean;
  readonly entry: Entry;
};

export function keepScreens(
  kept: readonly Kept[],
  entry: Entry,
  tabPath: string | undefined,
): readonly Kept[] {
  const id = tabPath ?? entry.key;
  const front: Kept = { id, isTab: tabPath !== undefined, entry };
  const others = kept.filter((one) => one.id !== id && (one.isTab || one.entry.index < entry.index));
  // The least recently shown screens come first and are dropped first.
  return [...others, front].slice(-KEPT_MAX);
}
