/** The instrument's name in the top bar; a tap opens the list of all that can be traded, with live prices. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { tradeLink } from '../../../lib/links.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { useFigures } from '../../../live/use-quotations.ts';
import { ChangeText } from '../../../ui/change-text.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { SelectSheet } from '../../../ui/select-sheet.tsx';

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

export function InstrumentPicker({
  row,
  rows,
}: {
  readonly row: Quotation;
  readonly rows: readonly Quotation[];
}) {
  const t = useTranslations('spot');
  const [open, setOpen] = useState(false);
  const tradable = rows.filter((known) => known.spot);
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
        options={tradable.map((known) => ({
          value: known.symbol,
          label: known.symbol,
          start: <CoinMark of={known.symbol} size={28} />,
          detail: open ? <OptionFigures row={known} /> : undefined,
        }))}
        onSelect={(symbol) => navigate(tradeLink(symbol), { replace: true })}
      />
    </>
  );
}
