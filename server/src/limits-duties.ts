/**
 * Thresholds above which operators' activity is flagged. The figures that the database enforces are in its tables
 * (`operator_cap`, `operator_pace`).
 */
export const DUTY_LIMITS = {
  /** An audit event is recorded for each multiple of this number of customers about whom one operator reads within an hour. */
  readsNotedEach: 50,
  /**
   * The thresholds above which the console reports activity as unusual, and the number of newest records and withdrawals that it
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
