/** Limits of second factors. */
export const limits = {
  /** Per customer. */
  passkeysMax: 10,
} as const;
