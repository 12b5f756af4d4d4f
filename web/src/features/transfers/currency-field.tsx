/** The choice of the currency to transfer, from those that the customer holds. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { SelectSheet } from '../../ui/select-sheet.tsx';
import type { Account } from './transfer.ts';

export type CurrencyFieldProps = {
  readonly currency: string;
  readonly from: Account;
  readonly wallets: readonly Wallet[];
  readonly onSelect: (currency: string) => void;
};

export function CurrencyField({ currency, from, wallets, onSelect }: CurrencyFieldProps) {
  const t = useTranslations('transfer');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium text-soft">
        {t('currency')}
      </p>
      <button
        type="button"
        aria-haspopup="listbox"
        aria-label={t('currencyIs', { currency })}
        onClick={() => setOpen(true)}
        className="flex min-h-12 items-center gap-3 rounded-input border border-line-strong bg-surface px-3 text-left active:opacity-70"
      >
        <CoinMark of={currency} size={28} />
        <span className="flex-1 font-medium">{currency}</span>
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="text-quiet" />
      </button>
      <SelectSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('currency')}
        value={currency}
        options={wallets.map((wallet) => ({
          value: wallet.currency,
          label: wallet.currency,
          start: <CoinMark of={wallet.currency} size={28} />,
          detail: format.held(wallet[from].available, wallet.currency),
        }))}
        onSelect={onSelect}
      />
    </div>
  );
}
