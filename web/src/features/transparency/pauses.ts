/** The texts about a tape's pauses. Pure. */

/** Returns the displayed reason for refusing a quote. The guard's own reasons are more detailed. */
export function refusedAs(reason: string): 'jump' | 'time' | 'malformed' {
  if (reason === 'jump') return 'jump';
  return TIMES.has(reason) ? 'time' : 'malformed';
}

const TIMES: ReadonlySet<string> = new Set([
  'time_invalid',
  'time_ahead',
  'too_old',
  'feed_time_stands',
  'backdated',
]);

/** Returns the number of markets for each maximum age of quotes, largest age first. */
export function marketsByAge(
  fills: readonly { readonly fill_age_ms: number }[],
): readonly { readonly ageMs: number; readonly count: number }[] {
  const counts = new Map<number, number>();
  for (const { fill_age_ms: ageMs } of fills) counts.set(ageMs, (counts.get(ageMs) ?? 0) + 1);
  return [...counts].map(([ageMs, count]) => ({ ageMs, count })).toSorted((a, b) => b.ageMs - a.ageMs);
}
