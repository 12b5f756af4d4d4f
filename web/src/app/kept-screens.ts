/**
 * Selects the screens that stay mounted while another screen is in front: those of the tabs, and every page that can be reached
 * by going back. A customer who returns to a screen finds it unchanged, and unreachable screens are unmounted. Pure.
 */
import type { Entry } from '../lib/hash-history.ts';

export const KEPT_MAX = 12;

export type Kept = {
  /** Entries with the same id share a mounted screen. */
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
  // The list is ordered by the time at which each screen was last shown, oldest first.
  return [...others, front].slice(-KEPT_MAX);
}
