/** Says what somebody of the house decided about money that came in or goes out. What the customer did has its own answer on the screen. */
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { successText } from '../lib/message-texts.ts';
import type { ToastTone } from '../lib/notices.ts';
import { showToast } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { DepositEvent, WithdrawalEvent } from './connection.ts';

type Deposit = DepositEvent['deposit'];
type Withdrawal = WithdrawalEvent['withdrawal'];

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

/** Money that moves is told in the app to everybody, as it is by mail. */
export async function tellDeposit(deposit: Deposit): Promise<void> {
  const news = depositNews(deposit);
  if (news === undefined) return;
  const { language } = useSession.getState();
  const [messages, done] = await Promise.all([loadMessages(language), successText('deposit_done', language)]);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'deposits.news' });
  const { amount, currency } = deposit.credited ?? deposit;
  const figure = `${makeFormat(language).quantity(amount)} ${currency}`;
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
