/** Limits of recurring purchases, the same for all customers. */
export const limits = {
  /** Maximum number of plans per customer, excluding deleted ones. */
  plansMax: 20,
  /**
   * How long after the due time a purchase may still be made, at the first available price, in milliseconds. The app states this
   * in advance, and the database enforces it.
   */
  lateMs: 60 * 60_000,
  /** Number of consecutive purchases that may fail for lack of funds; the last of them pauses the plan. */
  shortInARow: 3,
  /** Maximum number of days from today to the first purchase. */
  firstDaysMax: 366,
} as const;
