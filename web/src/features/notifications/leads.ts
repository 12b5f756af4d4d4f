/** Where a message leads: the screen of what it tells, and its title. */
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Messages } from '../../i18n/provider.tsx';
import {
  accountLink,
  actsLink,
  addressesLink,
  articleLink,
  bankLink,
  chartLink,
  chatLink,
  contractPositionsLink,
  depositLink,
  devicesLink,
  experienceLink,
  forexPositionsLink,
  forexTicketsLink,
  friendLink,
  fundOrdersLink,
  leverageLink,
  licenceLink,
  loanLink,
  loansLink,
  ownLimitsLink,
  receiptLink,
  recordsLink,
  recurringLink,
  recurringPlanLink,
  securityLink,
  serviceAgreementLink,
  ticketsLink,
  verificationLink,
  withdrawLink,
} from '../../lib/links.ts';
import type { Message } from '../../lib/notice-texts.ts';

export type Lead = { readonly href: string; readonly title: keyof Messages['titles'] };
type LeadOf = Lead | ((params: Message['params']) => Lead);

const security: Lead = { href: securityLink, title: 'security' };
const withdraw: Lead = { href: withdrawLink, title: 'withdraw' };
const orders: Lead = { href: fundOrdersLink(), title: 'fundOrders' };
const endedOrders: Lead = { href: fundOrdersLink('finished'), title: 'fundOrders' };
/** The plan that a message names, or all of them. */
const recurring = ({ plan }: Message['params']): Lead =>
  plan === undefined
    ? { href: recurringLink, title: 'recurring' }
    : { href: recurringPlanLink(plan), title: 'recurringPlan' };
const loan: Lead = { href: loanLink, title: 'loan' };

/** Agreements that have a page of their own. */
const agreements: Readonly<Record<string, Lead>> = {
  'service-agreement': { href: serviceAgreementLink, title: 'serviceAgreement' },
  licence: { href: licenceLink, title: 'licence' },
  'licence-live': { href: licenceLink, title: 'licence' },
};

const leads: Readonly<Record<NoticeKind, LeadOf>> = {
  password_changed: security,
  new_device: { href: devicesLink, title: 'devices' },
  email_changed: security,
  phone_changed: security,
  factor_changed: security,
  trading_password_changed: security,
  bank_card_changed: { href: bankLink, title: 'bankCard' },
  guesses_locked: security,
  standing_changed: { href: actsLink, title: 'acts' },
  account_closed: { href: accountLink, title: 'account' },
  address_added: { href: addressesLink, title: 'addresses' },
  kyc_approved: { href: verificationLink, title: 'verification' },
  kyc_rejected: { href: verificationLink, title: 'verification' },
  leverage_decided: { href: leverageLink, title: 'leverage' },
  limits_changed: { href: ownLimitsLink, title: 'ownLimits' },
  deposit_credited: ({ currency }) => ({ href: recordsLink(currency), title: 'records' }),
  deposit_failed: { href: depositLink, title: 'deposit' },
  balance_corrected: ({ currency }) => ({ href: recordsLink(currency), title: 'records' }),
  promotion_granted: { href: experienceLink, title: 'experience' },
  withdrawal_requested: withdraw,
  withdrawal_held: withdraw,
  withdrawal_sent: withdraw,
  withdrawal_failed: withdraw,
  position_warned: ({ product }) =>
    product === 'forex'
      ? { href: forexPositionsLink, title: 'forexPositions' }
      : { href: contractPositionsLink, title: 'contractPositions' },
  position_closed_out: ({ product, position = '' }) => ({
    href: receiptLink(product, position),
    title: product === 'forex' ? 'forexPositions' : 'contractPositions',
  }),
  option_voided: ({ symbol = '' }) =>
    symbol.endsWith('/USDT')
      ? { href: `${ticketsLink}?tab=ended`, title: 'tickets' }
      : { href: `${forexTicketsLink}?tab=ended`, title: 'forexTickets' },
  fund_started: orders,
  fund_ending: orders,
  fund_ended: endedOrders,
  fund_terminated: endedOrders,
  fund_refused: endedOrders,
  loan_disbursed: loan,
  loan_refused: { href: loansLink, title: 'loans' },
  loan_reminder: loan,
  loan_overdue: loan,
  loan_settled: { href: loansLink, title: 'loans' },
  referral_earned: { href: friendLink, title: 'friend' },
  recurring_bought: recurring,
  recurring_skipped: recurring,
  recurring_short: recurring,
  recurring_paused: recurring,
  recurring_held: recurring,
  price_alert: ({ symbol = '' }) => ({ href: chartLink(symbol), title: 'chart' }),
  chat_waiting: { href: chatLink(), title: 'chat' },
  agreement_changed: ({ article = 'service-agreement' }) =>
    agreements[article] ?? { href: articleLink(article), title: 'article' },
};

export function leadOf({ kind, params }: Pick<Message, 'kind' | 'params'>): Lead {
  const lead = leads[kind];
  return typeof lead === 'function' ? lead(params) : lead;
}
