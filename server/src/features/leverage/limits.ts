/** Limits of applications for leverage. */
export const limits = {
  /** An application that waits longer than this is shown as overdue. */
  reviewMs: 24 * 60 * 60_000,
} as const;
