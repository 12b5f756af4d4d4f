/** The button that logs in or registers with a browser wallet, and the text of the result below it. */
import { Suspense, lazy, useState } from 'react';
import { Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import type { FoundWallet } from '../../lib/wallet-providers.ts';
import { Button } from '../../ui/button.tsx';
import { useWalletSignIn } from './use-wallet-sign-in.ts';

/** The choice is shown in the page instead of a sheet, whose code is too large for a choice that few customers see. */
const ChooseWallet = lazy(() =>
  import('./choose-wallet.tsx').then((file) => ({ default: file.ChooseWallet })),
);

export type WalletSignInProps = {
  /** The inviter's code. Without a code, a new customer is assigned to the platform. */
  readonly inviteCode?: string;
};

export function WalletSignIn({ inviteCode }: WalletSignInProps) {
  const t = useTranslations('walletSignIn');
  const failures = useTranslations('confirm.walletFailure');
  const wallet = useWalletSignIn(inviteCode);
  const refused = useRefusalWords(wallet.refusal?.error, wallet.refusal?.params ?? {});
  const [shown, setShown] = useState<readonly FoundWallet[]>([]);
  // Keeps the last list while the sheet closes.
  if (wallet.choices.length > 0 && wallet.choices !== shown) setShown(wallet.choices);
  const wrong = wallet.failure === undefined ? refused : failures(wallet.failure);
  return (
    <div className="space-y-2">
      <Button block kind="secondary" busy={wallet.busy} onClick={wallet.start}>
        <span className="inline-flex items-center gap-2 align-top">
          <Wallet size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {t('continue')}
        </span>
      </Button>
      {wrong !== undefined && wrong !== '' ? (
        <p role="alert" className="text-sm text-danger">
          {wrong}
        </p>
      ) : (
        <p role="status" className="text-sm text-quiet">
          {wallet.asking ? t('waiting') : t('what')}
        </p>
      )}
      {shown.length > 0 && (
        <Suspense>
          <ChooseWallet
            wallets={shown}
            open={wallet.choices.length > 0}
            onClose={wallet.dropChoice}
            onChoose={wallet.choose}
          />
        </Suspense>
      )}
    </div>
  );
}
