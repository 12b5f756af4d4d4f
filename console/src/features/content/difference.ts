/** Compares two texts line by line: lines in both are kept, and the others are removed or added. */
import { diffArrays } from 'diff';

export type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

/**
 * The maximum number of changed lines. If there are more, all lines are returned as removed and added, because the cost grows
 * with the square.
 */
const CHANGES_MAX = 1000;

const all = (sign: Line['sign'], texts: readonly string[]): Line[] => texts.map((text) => ({ sign, text }));

export function difference(before: string, after: string): Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const parts = diffArrays(old, now, { maxEditLength: CHANGES_MAX });
  if (parts === undefined) return [...all('-', old), ...all('+', now)];
  return parts.flatMap(({ added, removed, value }) => all(added ? '+' : removed ? '-' : ' ', value));
}

/** Returns only the changed lines with some lines of context; undefined stands for an omitted part. */
export function shortened(lines: readonly Line[], around: number): (Line | undefined)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '),
  );
  return lines.flatMap((line, at) => {
    if (near[at] === true) return [line];
    return near[at - 1] === true || at === 0 ? [undefined] : [];
  });
}
