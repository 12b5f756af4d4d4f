/** What the morning view reports as unusual, in the order in which it is shown. */
export const unusualKinds = [
  'freeze',
  'guard_silent',
  'breach',
  'silent',
  'halt',
  'voids',
  'large_withdrawal',
] as const;
