/** The texts for staff actions, roles and reasons. Codes unknown to this version have a generic text. Pure. */

const acts = {
  'kyc.read': 'kyc_read',
  'kyc.approve': 'kyc_approve',
  'kyc.reject': 'kyc_reject',
  'lever.approve': 'lever_approve',
  'lever.reject': 'lever_reject',
  'lever.off': 'lever_off',
  'customer.freeze': 'customer_freeze',
  'customer.lock': 'customer_lock',
  'customer.release': 'customer_release',
  'credit.set': 'credit_set',
  'factor.reset': 'factor_reset',
  'deposit.read': 'deposit_read',
  'deposit.await': 'deposit_await',
  'deposit.approve_first': 'deposit_approve_first',
  'deposit.approve': 'deposit_approve',
  'deposit.reject': 'deposit_reject',
  'withdrawal.approve': 'withdrawal_approve',
  'withdrawal.hold': 'withdrawal_hold',
  'withdrawal.release': 'withdrawal_release',
  'withdrawal.reject': 'withdrawal_reject',
  'withdrawal.paid': 'withdrawal_paid',
  'withdrawal.payout_failed': 'withdrawal_payout_failed',
  'loan.read': 'loan_read',
  'loan.approve_first': 'loan_approve_first',
  'loan.approve': 'loan_approve',
  'loan.reject': 'loan_reject',
  'fund.approve': 'fund_approve',
  'fund.reject': 'fund_reject',
  'proposal.make': 'proposal_make',
  'proposal.approve': 'proposal_approve',
  'proposal.reject': 'proposal_reject',
  'proposal.withdraw': 'proposal_withdraw',
  'chat.assign': 'chat_assign',
  'chat.release': 'chat_release',
  'chat.close': 'chat_close',
  'chat.evidence': 'chat_evidence',
  'chat.picture': 'chat_picture',
} as const;
export type ActWord = (typeof acts)[keyof typeof acts] | 'other';

const roles = ['support', 'reviewer', 'treasurer', 'admin', 'provider'] as const;
export type RoleWord = (typeof roles)[number] | 'other';

const reasonsOf = [
  ['kyc.', 'verification.reason'],
  ['lever.', 'leverage.reason'],
  ['customer.', 'account.frozenReason'],
  ['credit.', 'settings.credit.reason'],
  ['deposit.', 'deposits.reason'],
  ['withdrawal.hold', 'withdrawals.holdReason'],
  ['withdrawal.', 'withdrawals.reason'],
  ['loan.', 'loans.reason'],
  ['fund.', 'fund.reason'],
] as const;

function isKnown(action: string): action is keyof typeof acts {
  return Object.hasOwn(acts, action);
}

export function actWord(action: string): ActWord {
  return isKnown(action) ? acts[action] : 'other';
}

export function roleWord(role: string): RoleWord {
  return roles.find((known) => known === role) ?? 'other';
}

/** Returns the key of the text for a reason, or undefined if there is none. */
export function reasonText(action: string, reason: string | null): string | undefined {
  const group = reasonsOf.find(([beginning]) => action.startsWith(beginning));
  return reason === null || group === undefined ? undefined : `${group[1]}.${reason}`;
}
