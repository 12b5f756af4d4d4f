/** Says what somebody of the house decided about money that came in or goes out, or is lent. What the customer did has its own answer on the screen. */
import { amount } from '@candor/domain/money/amount.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { successText } from '../lib/message-texts.ts';
import type { ToastTone } from '../lib/notices.ts';
import { showToast } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { DepositEvent, LoanEvent, WithdrawalEvent } from './connection.ts';

type Deposit = DepositEvent['deposit'];
type Withdrawal = WithdrawalEvent['withdrawal'];
type Loan = LoanEvent['loan'];

/** Which text tells it; undefined for what the customer did or what is no news. */
export function depositNews({ status, reason }: Pick<Deposit, 'status' | 'reason'>) {
  if (status === 'success') return 'credited' as const;
  return status === 'failed' && reason !== 'cancelled_by_customer' ? ('refused' as const) : undefined;
}

const own: ReadonlySet<Withdrawal['reason']> = new Set(['cancelled_by_customer', 'start_over']);

export function withdrawalNews({ status, reason, hold }: Pick<Withdrawal, 'status' | 'reason' | 'hold'>) {
  switch (status) {
    case 'under_review':
      return hold === null ? undefined : ('held' as const);
    case 'waiting':
      return 'approved' as const;
    case 'success':
      return 'paid' as const;
    case 'failed':
      return own.has(reason) ? undefined : ('failed' as const);
  }
}

const ownEnd: ReadonlySet<Loan['reason']> = new Set(['cancelled_by_customer', 'start_over']);

/**
 * An event comes at a reminder too. Within the first day, whose interest alone is charged, and with nothing repaid, there is nothing
 * but the payout that it can tell of.
 */
export function loanNews(
  loan: Pick<Loan, 'status' | 'reason' | 'repaid' | 'interest' | 'interest_planned' | 'days'>,
) {
  if (loan.status === 'failed') return ownEnd.has(loan.reason) ? undefined : ('refused' as const);
  const isFirstDay = amount(loan.interest) * BigInt(loan.days) === amount(loan.interest_planned);
  return loan.status === 'disbursed' && loan.repaid === '0' && isFirstDay
    ? ('disbursed' as const)
    : undefined;
}

/** Money that moves is told in the app to everybody, as it is by mail. */
export async function tellDeposit(deposit: Deposit): Promise<void> {
  const news = depositNews(deposit);
  if (news === undefined) return;
  const { language } = useSession.getState();
  const [messages, done] = await Promise.all([loadMessages(language), successText('deposit_done', language)]);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'deposits.news' });
  const { amount: credited, currency } = deposit.credited ?? deposit;
  const figure = `${makeFormat(language).quantity(credited)} ${currency}`;
  showToast(t(news, { amount: figure, done }), news === 'credited' ? 'good' : 'bad');
}

const tones: Readonly<Record<NonNullable<ReturnType<typeof withdrawalNews>>, ToastTone>> = {
  held: 'plain',
  approved: 'good',
  paid: 'good',
  failed: 'bad',
};

export async function tellWithdrawal(withdrawal: Withdrawal): Promise<void> {
  const news = withdrawalNews(withdrawal);
  if (news === undefined) return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'withdrawals.news' });
  const figure = `${makeFormat(language).quantity(withdrawal.amount)} ${withdrawal.currency}`;
  showToast(t(news, { amount: figure }), tones[news]);
}

export async function tellLoan(loan: Loan): Promise<void> {
  const news = loanNews(loan);
  if (news === undefined) return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'loans.news' });
  const figure = `${makeFormat(language).money(loan.amount)} ${loan.currency}`;
  showToast(t(news, { amount: figure }), news === 'disbursed' ? 'good' : 'bad');
}
