/** The filter of a list of past items: the list's own choices, and a period in days of the customer's time zone. Pure. */

/** Days such as "2026-11-28", both included. */
export type Days = { readonly from?: string; readonly to?: string };
export type ListFilter<Own extends object> = Partial<Own> & Days;

/** Returns the filter in the form of the calls, whose period is in seconds. */
export function requestOf<Own extends object>({ from, to, ...own }: ListFilter<Own>) {
  return {
    ...(own as unknown as Partial<Own>),
    ...(from !== undefined && { from: startOf(from) }),
    ...(to !== undefined && { to: startOf(to, 1) - 1 }),
  };
}

/** The first second of a day, or of one some days later. A day may have 23 or 25 hours. */
function startOf(day: string, daysLater = 0): number {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.getTime() / 1000;
}

/** The day of a time, or of one some days earlier. */
export function dayOf(seconds: number, daysEarlier = 0): string {
  const at = new Date(seconds * 1000);
  at.setDate(at.getDate() - daysEarlier);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => `${part}`.padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** Noon of a day in the device's time zone, in Unix seconds. At noon, formatting the time shows the same date. */
export const noonOf = (day: string): number => new Date(`${day}T12:00`).getTime() / 1000;

export function isFiltered(filter: object): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Whether the filter has a period and nothing else. */
export function isOnlyPeriod<Own extends object>({ from, to, ...own }: ListFilter<Own>): boolean {
  return (from !== undefined || to !== undefined) && !isFiltered(own);
}

/** Returns the filter with another choice; undefined removes it. */
export function withChoice<Own extends object>(
  filter: ListFilter<Own>,
  name: keyof Own & string,
  value: string | undefined,
): ListFilter<Own> {
  return chosenOf({ ...filter, [name]: value });
}

export function withPeriod<Own extends object>(filter: ListFilter<Own>, { from, to }: Days): ListFilter<Own> {
  return chosenOf({ ...filter, from, to });
}

function chosenOf<Own extends object>(fields: object): ListFilter<Own> {
  const all = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as ListFilter<Own>;
}
