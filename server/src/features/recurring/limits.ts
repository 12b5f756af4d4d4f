/** Limits of recurring purchases, the same for all customers. */
export const limits = {
  /** Maximum number of a customer's plans that aren't deleted. */
  plansMax: 20,
  /**
   * How late a purchase may still be made, at the first available price. The app states this in advance, and the database
   * enforces it.
   */
  lateMs: 60 * 60_000,
  /** Number of consecutive purchases without sufficient funds after which the plan is paused. */
  shortInARow: 3,
  /** How far ahead the first purchase may be. */
  firstDaysMax: 366,
} as const;
