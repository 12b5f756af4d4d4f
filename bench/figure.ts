/** A measured figure next to its goal. */

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The goal; absent if the figure only explains another one. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
};

/** "name value goal", one line per figure. */
export function figureLine({ name, value, unit, goal }: Figure): string {
  const shown =
    `${Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`.trim();
  if (goal === undefined) return `${name}  ${shown}`;
  const reached = 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
  const asked = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return `${name}  ${shown}  goal ${asked}${reached ? '' : '  not reached'}`;
}

/** The median; of two middle values, their mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that the given share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
