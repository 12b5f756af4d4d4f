/** What operators do, before somebody looks; the figures that the database holds are in its tables (`operator_cap`, `operator_pace`). */
export const DUTY_LIMITS = {
  /** Customers that one person reads about within an hour are put on record at every so many. */
  readsNotedEach: 50,
  /** From what on the console says that it is unusual, and over how many of the newest records and withdrawals it looks. */
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
