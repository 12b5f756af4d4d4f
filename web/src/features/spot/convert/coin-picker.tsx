/** One of the two coins of a conversion: its icon and name, and the list from which a different coin can be chosen. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Quotation } from '../../../live/quotes.ts';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { SelectSheet } from '../../../ui/select-sheet.tsx';

export type CoinPickerProps = {
  readonly label: string;
  readonly row: Quotation;
  readonly rows: readonly Quotation[];
  readonly onSelect: (symbol: string) => void;
};

export function CoinPicker({ label, row, rows, onSelect }: CoinPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="listbox"
        aria-label={`${label}: ${row.base}`}
        onClick={() => setOpen(true)}
        className="press flex min-h-12 shrink-0 items-center gap-2 rounded-full bg-sunken pr-3 pl-2 font-semibold"
      >
        <CoinMark of={row.base} size={28} />
        {row.base}
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="text-soft" />
      </button>
      <SelectSheet
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        value={row.symbol}
        options={rows.map((known) => ({
          value: known.symbol,
          label: known.base,
          start: <CoinMark of={known.base} size={28} />,
        }))}
        onSelect={onSelect}
      />
    </>
  );
}
