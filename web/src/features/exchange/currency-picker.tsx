/** One of the two currencies of an exchange: its icon and name, and the list from which a different currency can be chosen. */
import { amount } from '@candor/domain/money/amount.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { SelectSheet } from '../../ui/select-sheet.tsx';

export type CurrencyPickerProps = {
  readonly label: string;
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly wallets: readonly Wallet[];
  readonly onSelect: (currency: string) => void;
};

export function CurrencyPicker({ label, currency, currencies, wallets, onSelect }: CurrencyPickerProps) {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const heldOf = (one: string): string =>
    wallets.find((wallet) => wallet.currency === one)?.spot.available ?? '0';
  return (
    <>
      <button
        type="button"
        aria-haspopup="listbox"
        aria-label={`${label}: ${currency}`}
        onClick={() => setOpen(true)}
        className="press flex min-h-12 shrink-0 items-center gap-2 rounded-full bg-sunken pr-3 pl-2 font-semibold"
      >
        <CoinMark of={currency} size={28} />
        {currency}
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="text-soft" />
      </button>
      <SelectSheet
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        value={currency}
        options={currencies.map((one) => ({
          value: one,
          label: one,
          start: <CoinMark of={one} size={28} />,
          ...(amount(heldOf(one)) > 0n && { detail: format.held(heldOf(one), one) }),
        }))}
        onSelect={onSelect}
      />
    </>
  );
}
