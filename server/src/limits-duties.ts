/**
 * Thresholds for operators' activity before it is flagged. The figures that the database enforces are in its tables
 * (`operator_cap`, `operator_pace`).
 */
export const DUTY_LIMITS = {
  /** An audit event is recorded for each multiple of this number of customers that one person reads about within an hour. */
  readsNotedEach: 50,
  /** From what on the console reports activity as unusual, and how many of the newest records and withdrawals it examines. */
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
