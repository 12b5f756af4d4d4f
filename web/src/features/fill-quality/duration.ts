/** Chooses the unit in which a duration is shortest. Pure. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export type Duration = {
  readonly unit: 'millisecond' | 'second' | 'minute' | 'hour';
  readonly value: `${number}`;
};

/** Returns milliseconds below a second, seconds below two minutes, minutes below two hours, then hours, to a decimal place. */
export function durationOf(ms: number): Duration {
  const [unit, size] =
    ms < SECOND
      ? (['millisecond', 1] as const)
      : ms < 2 * MINUTE
        ? (['second', SECOND] as const)
        : ms < 2 * HOUR
          ? (['minute', MINUTE] as const)
          : (['hour', HOUR] as const);
  return { unit, value: (ms / size).toFixed(unit === 'millisecond' ? 0 : 1) as `${number}` };
}
