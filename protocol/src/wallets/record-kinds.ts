/** What records are about and whose part they are in: plain lists, which a browser shows as choices without the schemas. */

export const ownAccounts = ['spot', 'contract', 'option', 'experience', 'fund'] as const;

export const recordGroups = [
  'deposit',
  'withdrawal',
  'transfer',
  'exchange',
  'spot',
  'leverage',
  'option',
  'credit',
  'fund',
  'loan',
  'referral',
  'correction',
  'demo',
] as const;
