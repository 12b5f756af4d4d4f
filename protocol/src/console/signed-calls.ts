/**
 * Which of the operators' calls are signed, and what about whom each of them is then on record as. Whatever moves or releases
 * money, or says who may, is one of them; what the log takes without a signature the database says (`action_is_signed`).
 */
import type { SignedAct } from './approval.ts';
import type { ConsoleCallName, ConsoleRequest } from './console-calls.ts';

type SignedCalls = {
  readonly [Name in ConsoleCallName]?: (sent: ConsoleRequest<Name>) => SignedAct;
};

/** Book 0 is the house's own. */
const customer = (id: string): string => (/^0+$/.test(id) ? 'house' : `customer:${id.replace(/^0+/, '')}`);
const operator = (account: string): string => `operator:${account.trim().toLowerCase()}`;
const SETTLED = { paid: 'withdrawal.paid', failed: 'withdrawal.payout_failed' } as const;

export const signedCalls: SignedCalls = {
  'POST kyc_decide': (sent) => ({ action: `kyc.${sent.verdict}`, subject: customer(sent.customer) }),
  'POST leverage_decide': (sent) => ({ action: `lever.${sent.verdict}`, subject: customer(sent.customer) }),
  'POST standing': (sent) => ({ action: `customer.${sent.change}`, subject: customer(sent.customer) }),
  'POST credit': (sent) => ({ action: 'credit.set', subject: customer(sent.customer) }),
  'POST factor_reset': (sent) => ({ action: 'factor.reset', subject: customer(sent.customer) }),
  'POST deposit_decide': (sent) => ({ action: `deposit.${sent.verdict}`, subject: customer(sent.customer) }),
  'POST withdrawal_decide': (sent) => ({
    action: `withdrawal.${sent.verdict}`,
    subject: customer(sent.customer),
  }),
  'POST withdrawal_settle': (sent) => ({ action: SETTLED[sent.outcome], subject: customer(sent.customer) }),
  'POST fund_order_decide': (sent) => ({ action: `fund.${sent.verdict}`, subject: customer(sent.customer) }),
  'POST recurring_pause': (sent) => ({ action: 'recurring.pause', subject: customer(sent.customer) }),
  'POST loan_decide': (sent) => ({ action: `loan.${sent.verdict}`, subject: customer(sent.customer) }),
  'POST article_release': ({ slug, verdict }) => ({
    action: `publication.${verdict}`,
    subject: `article:${slug}`,
  }),
  'POST custody_note': () => ({ action: 'custody.note', subject: 'house' }),
  'POST propose': ({ proposal }) => ({
    action: 'proposal.make',
    subject: 'customer' in proposal ? customer(proposal.customer) : 'house',
  }),
  'POST proposal_decide': (sent) => ({
    action: `proposal.${sent.verdict}`,
    subject: customer(sent.customer),
  }),
  'POST operator_add': (sent) => ({ action: 'operator.add', subject: operator(sent.account) }),
  'POST operator_confirm': (sent) => ({ action: 'operator.confirm', subject: operator(sent.account) }),
  'POST operator_disable': (sent) => ({ action: 'operator.disable', subject: operator(sent.account) }),
  'POST operator_unlock': (sent) => ({ action: 'operator.unlock', subject: operator(sent.account) }),
  'POST passkey_confirm': (sent) => ({ action: 'key.confirm', subject: operator(sent.account) }),
  'POST passkey_revoke': (sent) => ({ action: 'key.revoke', subject: operator(sent.account) }),
  'POST own_password': (sent) => ({ action: 'operator.password', subject: operator(sent.account) }),
  'POST own_authenticator': (sent) => ({ action: 'operator.authenticator', subject: operator(sent.account) }),
  'POST operator_reset': (sent) => ({ action: 'operator.reset', subject: operator(sent.account) }),
  'POST operator_reset_decide': (sent) => ({
    action: `operator.reset_${sent.verdict}`,
    subject: operator(sent.account),
  }),
  'POST operator_allow': (sent) => ({ action: 'operator.allow', subject: operator(sent.account) }),
  'POST tie': (sent) => ({ action: 'operator.tie', subject: `person:${sent.person.trim()}` }),
};

/** What a key signs for `POST confirm`, which proves that its owner is there and decides nothing. */
export function confirmationOf(account: string): SignedAct {
  return { action: 'session.confirm', subject: operator(account) };
}

/** What a call says when it is signed; undefined where none is asked for, or where what is sent is no such call. */
export function signedActOf(
  name: ConsoleCallName,
  sent: Readonly<Record<string, unknown>>,
): SignedAct | undefined {
  const act = signedCalls[name] as ((given: unknown) => SignedAct) | undefined;
  return act?.(sent);
}
