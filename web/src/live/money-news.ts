/** Announces that staff approved a withdrawal and that it will be paid soon. No message reports this. */
import type { AppState } from '@candor/client/app-state.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { createNotices } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { WithdrawalEvent } from './connection.ts';

export async function tellWithdrawal(
  app: AppState,
  { status, amount, currency }: Pick<WithdrawalEvent['withdrawal'], 'status' | 'amount' | 'currency'>,
): Promise<void> {
  if (status !== 'waiting') return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'withdrawals.news' });
  const shown = `${makeFormat(language).quantity(amount)} ${currency}`;
  app.of(createNotices).showToast(t('approved', { amount: shown }), 'good');
}
