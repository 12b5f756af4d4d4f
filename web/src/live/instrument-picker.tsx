/** The instrument's name in the top bar. A tap opens the list of instruments to choose from, with live prices. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import type { Quotation } from './quotes.ts';
import { useFigures } from './use-quotations.ts';
import { ChangeText } from '../parts/change-text.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { SelectSheet } from '../ui/select-sheet.tsx';

function OptionFigures({ row }: { readonly row: Quotation }) {
  const format = useFormat();
  const figures = useFigures(row);
  return (
    <span className="flex flex-col items-end">
      <span className="text-sm text-ink">{format.price(figures.last, row.tick_size)}</span>
      <ChangeText value={figures.change} />
    </span>
  );
}

export type InstrumentPickerProps = {
  readonly row: Quotation;
  readonly rows: readonly Quotation[];
  readonly onSelect: (symbol: string) => void;
};

export function InstrumentPicker({ row, rows, onSelect }: InstrumentPickerProps) {
  const t = useTranslations('spot');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="listbox"
        aria-label={t('switchInstrument', { symbol: row.symbol })}
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-1.5 px-1 active:opacity-70"
      >
        {row.symbol}
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <SelectSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('instruments')}
        value={row.symbol}
        options={rows.map((known) => ({
          value: known.symbol,
          label: known.symbol,
          start: <CoinMark of={known.symbol} size={28} />,
          detail: open ? <OptionFigures row={known} /> : undefined,
        }))}
        onSelect={onSelect}
      />
    </>
  );
}
