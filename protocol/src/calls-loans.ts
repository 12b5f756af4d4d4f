/** The rows of credit. */
import { call } from './call.ts';
import * as loans from './schemas/loans.ts';
import { none } from './schemas/fields.ts';

export const loanCalls = {
  'GET lh/loan/config': call({
    who: 'customer',
    summary: 'What may be borrowed, for how long and at what cost.',
    input: none,
    output: loans.loanConfig,
    refusals: [],
    idempotent: false,
  }),
  'GET lh/loan/statistics': call({
    who: 'customer',
    summary: 'What was borrowed and paid back, and what is owed now.',
    input: none,
    output: loans.loanStatistics,
    refusals: [],
    idempotent: false,
  }),
  'GET lh/loan/order': call({
    who: 'customer',
    summary: 'The customer’s loans, newest first.',
    input: loans.loanListInput,
    output: loans.loanList,
    refusals: [],
    idempotent: false,
  }),
  'GET lh/loan/payments': call({
    who: 'customer',
    summary: 'What was paid back of one loan, and what of it was fee, interest and principal.',
    input: loans.repaymentsInput,
    output: loans.repayments,
    refusals: ['loan_not_found'],
    idempotent: false,
  }),
  'POST lh/loan/submit': call({
    who: 'customer',
    summary:
      'Applies for a loan with four documents and the consent to its agreement; an operator reviews it.',
    input: loans.loanInput,
    output: loans.loanOutput,
    refusals: [
      'product_not_offered',
      'verification_needed',
      'amount_wrong',
      'loan_out_of_range',
      'loan_days_not_offered',
      'agreement_changed',
      'terms_changed',
      'credit_score_low',
      'loan_open',
      'file_not_found',
      'file_duplicate',
    ],
    idempotent: true,
  }),
  'POST lh/loan/cancel': call({
    who: 'customer',
    summary: 'Takes an application back while it is under review.',
    input: loans.loanCancelInput,
    output: loans.loanOutput,
    refusals: ['loan_not_found', 'order_state_wrong'],
    idempotent: true,
    whenFrozen: true,
  }),
  'POST lh/loan/repayment': call({
    who: 'customer',
    summary: 'Pays back in part or whole, early or late: fee first, then interest, then principal.',
    input: loans.repaymentInput,
    output: loans.repaymentOutput,
    refusals: [
      'loan_not_found',
      'order_state_wrong',
      'amount_wrong',
      'repayment_above_due',
      'trading_password_missing',
      'trading_password_wrong',
      'too_many_attempts',
      'reset_needed',
      'balance_insufficient',
    ],
    idempotent: true,
    whenFrozen: true,
  }),
};
