/** Periods of statements: a month such as "2026-11" or a year such as "2026", in UTC. */

export type Period = {
  readonly name: string;
  /** Inclusive. */ readonly fromMs: number;
  /** Exclusive. */ readonly toMs: number;
};

const NAME = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/;

/** Returns undefined for any text that names no period. */
export function periodOf(name: string): Period | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const [year, month] = [Number(match[1]), match[2]];
  if (year < 1970) return undefined;
  if (month === undefined) return { name, fromMs: Date.UTC(year, 0), toMs: Date.UTC(year + 1, 0) };
  return { name, fromMs: Date.UTC(year, Number(month) - 1), toMs: Date.UTC(year, Number(month)) };
}

/** Returns the names of all months and of all years from one instant to another, newest first. */
export function periodsBetween(
  fromMs: number,
  toMs: number,
): { readonly months: string[]; readonly years: string[] } {
  const [first, last] = [new Date(fromMs), new Date(toMs)];
  const months: string[] = [];
  const years: string[] = [];
  for (let year = last.getUTCFullYear(); year >= first.getUTCFullYear(); year -= 1) {
    years.push(String(year));
    const start = year === first.getUTCFullYear() ? first.getUTCMonth() : 0;
    const end = year === last.getUTCFullYear() ? last.getUTCMonth() : 11;
    for (let month = end; month >= start; month -= 1)
      months.push(`${year}-${String(month + 1).padStart(2, '0')}`);
  }
  return { months, years };
}
