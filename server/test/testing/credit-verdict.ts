/** The results that the credit bots' days must have. */
import { expect } from 'vitest';
import type { BotDay } from './credit-day.ts';
import { intervalOf } from './statistics.ts';

const round = (value: number) => Math.round(value * 100) / 100;
/** The error of floating-point sums. */
const DUST = 1e-6;
/** With fewer trades than this, the interval is too wide for a conclusion. */
const ENOUGH = 20;

export function judgeCredit(seeds: string, days: readonly BotDay[]): void {
  for (const name of new Set(days.map((day) => day.name))) {
    const own = days.filter((day) => day.name === name);
    const raw = intervalOf(own.map(({ profit }) => profit));
    // Some bots pay fifty times the fees of others, so a bot is judged by its gain per unit of fees.
    const paying = own.filter(({ fees }) => fees > 0);
    const earned =
      paying.length < 2
        ? undefined
        : intervalOf(paying.map(({ profit, luck, fees }) => (profit - luck) / fees));
    const means = [raw, earned].map((found) =>
      found === undefined
        ? 'nothing paid'
        : `${round(found.mean)} (${round(found.least)} to ${round(found.most)})`,
    );
    const kept = own.reduce((sum, day) => sum + day.kept, 0) / own.length;
    process.stdout.write(
      `${name}: profit ${means[0]}, without luck and by fees paid ${means[1]}, credit won ${round(kept)}, of ${own.length}\n`,
    );
    // None of the days is profitable, so no average of days is.
    for (const { profit, luck } of own) expect(profit - luck, `${seeds}: ${name}`).toBeLessThanOrEqual(DUST);
    expect(raw.least, `${seeds}: ${name}`).toBeLessThanOrEqual(0);
    if (earned !== undefined && paying.length >= ENOUGH)
      expect(earned.most, `${seeds}: ${name}`).toBeLessThanOrEqual(DUST);
  }
  // Control: credit must win an amount that would have been a profit if it were paid out.
  expect(intervalOf(days.map(({ profit, luck, kept }) => profit - luck + kept)).mean).toBeGreaterThan(0);
}
