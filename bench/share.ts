/** How much of a bench's full size to run: 1 for the figures, less to see whether the bench still runs to its end. */
export const FULL = 1;

/** Takes `--share <number>` out of the arguments. Returns undefined if the number is not between 0 and 1. */
export function takeShare(args: string[]): number | undefined {
  const at = args.indexOf('--share');
  if (at === -1) return FULL;
  const [, text = ''] = args.splice(at, 2);
  const share = Number(text);
  return share > 0 && share <= FULL ? share : undefined;
}

/** A count or a duration at the share, but not below the least that works. */
export function atShare(share: number, full: number, least: number): number {
  return Math.min(full, Math.max(least, Math.round(full * share)));
}
