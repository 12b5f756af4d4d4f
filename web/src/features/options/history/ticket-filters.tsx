/** The filters of the history: result and market. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OptionProduct } from '../../../live/ticket-list.ts';
import { useQuotations } from '../../../live/use-quotations.ts';
import { Chip } from '../../../ui/chip.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { SelectSheet } from '../../../ui/select-sheet.tsx';
import type { TicketFilter } from './use-ticket-pages.ts';

const states = ['ended', 'won', 'lost', 'tied', 'void'] as const;
/** The only coins with options. */
const coins: ReadonlySet<string> = new Set(['BTC/USDT', 'ETH/USDT']);
const all = 'all';

export type TicketFiltersProps = {
  readonly product: OptionProduct;
  readonly filter: TicketFilter;
  readonly onChange: (filter: TicketFilter) => void;
};

export function TicketFilters({ product, filter, onChange }: TicketFiltersProps) {
  const t = useTranslations('tickets');
  const [choosing, setChoosing] = useState(false);
  const { data } = useQuotations();
  const symbols = (data ?? [])
    .filter(({ kind, symbol }) => (product === 'crypto' ? coins.has(symbol) : kind !== 'crypto'))
    .map(({ symbol }) => symbol);
  return (
    <div
      role="group"
      aria-label={t('filter')}
      className="hairline flex items-center gap-1 overflow-x-auto bg-surface px-3 py-2 [scrollbar-width:none]"
    >
      <Chip onPress={() => setChoosing(true)}>
        <span className="inline-flex items-center gap-1">
          {filter.symbol ?? t('allSymbols')}
          <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
        </span>
      </Chip>
      {states.map((status) => (
        <Chip
          key={status}
          selected={filter.status === status}
          onPress={() => onChange({ ...filter, status })}
        >
          {status === 'ended' ? t('allStates') : t(`status.${status}`)}
        </Chip>
      ))}
      <SelectSheet
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t('market')}
        options={[
          { value: all, label: t('allSymbols') },
          ...symbols.map((symbol) => ({
            value: symbol,
            label: symbol,
            start: <CoinMark of={symbol} size={28} />,
          })),
        ]}
        value={filter.symbol ?? all}
        onSelect={(symbol) => onChange({ status: filter.status, ...(symbol !== all && { symbol }) })}
      />
    </div>
  );
}
