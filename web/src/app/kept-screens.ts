/**
 * Which screens stay alive while another is in front. A tab's screen is one for ever; a page stays as long as the
 * way back leads to it. What one returns to is as one left it, and what cannot be returned to is let go. Pure.
 */
import type { Entry } from '../lib/hash-history.ts';

export const KEPT_MAX = 12;

export type Kept = {
  /** Same id, same living screen. */
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
  // The least recently shown ones stand first and go first.
  return [...others, front].slice(-KEPT_MAX);
}
