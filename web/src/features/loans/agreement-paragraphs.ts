/** The paragraphs of the loan agreement, in order. */
export const agreementParagraphs = [
  'parties',
  'review',
  'payout',
  'interest',
  'maturity',
  'early',
  'order',
  'overdue',
  'score',
  'seizure',
  'unchanged',
  'documents',
] as const;
