/** A measured figure next to its goal. */

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Absent if the figure only explains another one. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
};

/** One line per figure, such as "name value goal". */
export function figureLine({ name, value, unit, goal }: Figure): string {
  const shown =
    `${Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`.trim();
  if (goal === undefined) return `${name}  ${shown}`;
  const reached = 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
  const asked = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return `${name}  ${shown}  goal ${asked}${reached ? '' : '  not reached'}`;
}

/** The mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A `share` of 0.99 gives the 99th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
