/** Limits of second factors. */
export const limits = {
  /** Passkeys per customer. */
  passkeysMax: 10,
} as const;
