/** The choice among several wallets in this browser. */
import { Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { FoundWallet } from '../../lib/wallet-providers.ts';
import { SelectSheet } from '../../ui/select-sheet.tsx';

export type ChooseWalletProps = {
  readonly wallets: readonly FoundWallet[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChoose: (wallet: FoundWallet) => void;
};

function Picture({ icon }: Pick<FoundWallet, 'icon'>) {
  return icon === undefined ? (
    <Wallet size={28} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
  ) : (
    <img src={icon} alt="" width={28} height={28} className="size-7 shrink-0 rounded-md" />
  );
}

export function ChooseWallet({ wallets, open, onClose, onChoose }: ChooseWalletProps) {
  const t = useTranslations('walletSignIn');
  return (
    <SelectSheet
      open={open}
      onClose={onClose}
      title={t('choose')}
      options={wallets.map(({ id, name, icon }) => ({
        value: id,
        label: name ?? t('unnamed'),
        start: <Picture icon={icon} />,
      }))}
      value={undefined}
      onSelect={(id) => {
        const chosen = wallets.find((wallet) => wallet.id === id);
        if (chosen !== undefined) onChoose(chosen);
      }}
    />
  );
}
