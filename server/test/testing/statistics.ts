/**
 * The limits of chance: intervals that contain the share of wins of a fair coin, and tests of whether groups differ by more
 * than chance.
 */

/** 99.9% of a normal distribution lies within this many standard deviations. */
const INTERVAL = 3.290_527;

/** The value that a chi-square variable with a given number of degrees of freedom exceeds with a probability of 0.1%. */
const CHI_SQUARE_AT_ONE_IN_1000 = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322] as const;

export type Tally = { readonly won: number; readonly lost: number };

export function winRate({ won, lost }: Tally): number {
  return won / (won + lost);
}

/** The greatest deviation from one half of the win rate of this many fair tickets, with a probability of 99.9%. */
export function strayOf({ won, lost }: Tally): number {
  return (INTERVAL * 0.5) / Math.sqrt(won + lost);
}

/** Whether a group's win rate is within the range that contains a fair coin's rate with a probability of 99.9%. */
export function isFairShare(tally: Tally): boolean {
  return Math.abs(winRate(tally) - 0.5) <= strayOf(tally);
}

/** How much the win rates of groups differ, and the difference that chance exceeds with a probability of 0.1%. */
export function differenceOf(groups: readonly Tally[]): {
  readonly chiSquare: number;
  readonly chance: number;
} {
  const won = groups.reduce((sum, group) => sum + group.won, 0);
  const all = groups.reduce((sum, group) => sum + group.won + group.lost, 0);
  const share = won / all;
  const chiSquare = groups.reduce((sum, group) => {
    const tickets = group.won + group.lost;
    return sum + (group.won - tickets * share) ** 2 / (tickets * share * (1 - share));
  }, 0);
  const chance = CHI_SQUARE_AT_ONE_IN_1000[groups.length - 2];
  if (chance === undefined) throw new Error(`expected two to eight groups, found ${groups.length}`);
  return { chiSquare, chance };
}

export type Interval = {
  readonly count: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
};

/** The 99.9% interval of a mean by Student's distribution. With few values, it is wider than the normal interval. */
export function intervalOf(values: readonly number[]): Interval {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) throw new Error(`expected at least two values, found ${count}`);
  const free = count - 1;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / free;
  const z = INTERVAL;
  // The quantile is a series in powers of one over the degrees of freedom.
  const wider =
    (z ** 3 + z) / (4 * free) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * free ** 3);
  const half = (z + wider) * Math.sqrt(variance / count);
  return { count, mean, least: mean - half, most: mean + half };
}
