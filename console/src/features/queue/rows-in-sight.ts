/** Which rows of a long list are drawn: those in sight and a few around, so that a thousand cost no more than thirty. */

export const ROW_HEIGHT = 50;
const AROUND = 8;

export type Sight = { readonly scrollTop: number; readonly height: number };

/** The first row drawn, and the one behind the last. */
export function rowsInSight({ scrollTop, height }: Sight, total: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - AROUND);
  const to = Math.min(total, Math.ceil((scrollTop + height) / ROW_HEIGHT) + AROUND);
  return { from: Math.min(from, total), to: Math.max(to, 0) };
}

/** Where to scroll so that a row is in sight; the same place when it is. */
export function scrolledTo(row: number, { scrollTop, height }: Sight): number {
  const top = row * ROW_HEIGHT;
  if (top < scrollTop) return top;
  if (top + ROW_HEIGHT > scrollTop + height) return top + ROW_HEIGHT - height;
  return scrollTop;
}

/** What is in sight now; the very same as before where nothing changed, so that nothing is rendered for it. */
export function sightNow(before: Sight, now: Sight): Sight {
  return before.scrollTop === now.scrollTop && before.height === now.height ? before : now;
}
