/** The kinds of costs, files and sections as plain lists, so that a browser can offer them as choices without the schemas. */

export const costKinds = [
  'spot_fee',
  'spot_spread',
  'exchange_fee',
  'exchange_spread',
  'contract_fee',
  'contract_spread',
  'forex_fee',
  'forex_spread',
  'overnight',
  'loan_fee',
  'loan_interest',
  'withdrawal_fee',
  'fund_exit_fee',
] as const;

export const statementForms = ['pdf', 'csv', 'ofx', 'hledger'] as const;
export const taxForms = ['pdf', 'csv'] as const;
export const costMethods = ['fifo', 'average'] as const;
export const taxSections = ['leverage', 'options', 'fund', 'other'] as const;
