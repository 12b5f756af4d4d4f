/** The groups and accounts of records as plain lists, so that a browser can offer them as choices without the schemas. */

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
