/** Limits of identity verification, per customer and day, so that nobody can guess document numbers. */
export const limits = {
  submissionsDayMax: 30,
  /** A submission that has been pending for longer than this is shown as overdue. */
  reviewMs: 24 * 60 * 60_000,
} as const;
