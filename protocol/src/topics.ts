/**
 * What answers are about. A row of the table of calls says which topics its answer `reads` and which ones it `touches` when it
 * changes something, so whoever keeps answers knows which to ask for anew.
 */
export const topics = [
  'acts',
  'addresses',
  'alerts',
  'bank card',
  'credit',
  'deposits',
  'exchanges',
  'experience',
  'fund',
  'leverage',
  'limits',
  'loans',
  'messages',
  /** What trades are offered at, until it is said that this has changed. */
  'offers',
  'passkeys',
  'positions',
  'profile',
  'recurring',
  'security',
  'sessions',
  'spot orders',
  'tickets',
  'verification',
  /** What is in the wallets, and what is worked out of it. */
  'wallets',
  'withdrawals',
  /** What everything was worth day by day, which no single change is worth reading anew for. */
  'worth',
] as const;

export type Topic = (typeof topics)[number];

/** `everything`: all that was ever answered about the customer. */
export type Touched = readonly Topic[] | 'everything';
