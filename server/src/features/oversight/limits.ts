/**
 * Thresholds above which operators' activity is flagged. Limits that the database enforces are in its tables (`operator_cap`,
 * `operator_pace`).
 */
export const limits = {
  /**
   * An audit event is recorded whenever the number of customers that one operator has read about within an hour reaches a
   * multiple of this.
   */
  readsNotedEach: 50,
  /**
   * The thresholds above which the console reports activity as unusual, and how many of the newest records and withdrawals it
   * examines.
   */
  alarms: {
    approvalsHour: 40,
    verificationsHour: 20,
    capPercent: 80,
    readsPercent: 50,
    signInMisses: 5,
    recordsMax: 5000,
    withdrawalsMax: 200,
  },
} as const;
