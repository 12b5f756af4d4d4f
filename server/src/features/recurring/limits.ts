/** Recurring buys, alike for all. */
export const limits = {
  /** Plans of one customer that are not deleted. */
  plansMax: 20,
  /** So late a purchase is still made, at the first price that there is; the app says so beforehand, and the database holds it. */
  lateMs: 60 * 60_000,
  /** So many times in a row without the money the plan is paused. */
  shortInARow: 3,
  /** How far ahead the first may be. */
  firstDaysMax: 366,
} as const;
