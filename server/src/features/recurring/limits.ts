/** Limits of recurring purchases, the same for all customers. */
export const limits = {
  /** Maximum number of plans per customer, excluding deleted ones. */
  plansMax: 20,
  /**
   * The time after the due time during which a purchase may still be made, at the first available price, in milliseconds. The app
   * states it in advance, and the database enforces it.
   */
  lateMs: 60 * 60_000,
  /** Number of consecutive purchases that fail for lack of funds before the plan is paused. */
  shortInARow: 3,
  /** Maximum number of days from today to the first purchase. */
  firstDaysMax: 366,
} as const;
