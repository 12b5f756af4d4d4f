/** Confirmation by a new signature of the browser wallet, for a customer who logs in with the wallet and has no other method. */
import { useAppState } from '@candor/client/app-state.ts';
import { useTranslations } from 'use-intl';
import type { Given } from './asking.ts';
import type { WayProps } from './confirmation-sheet.tsx';
import { SigningWay } from './signing-way.tsx';

export function WalletWay({ question, wrong }: WayProps) {
  const t = useTranslations('confirm');
  const app = useAppState();

  async function sign(): Promise<Given | string> {
    const { signWalletMessage } = await import('../lib/wallet-message.ts');
    const signed = await signWalletMessage(app);
    if ('failure' in signed) return t(`walletFailure.${signed.failure}`);
    return { message: signed.message, sign: signed.sign };
  }

  return (
    <SigningWay
      question={question}
      wrong={wrong}
      text={t('walletText')}
      label={t('signWallet')}
      sign={sign}
    />
  );
}
