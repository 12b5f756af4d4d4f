/** The choice of the instrument to compare a chart with, or of none. */
import { useTranslations } from 'use-intl';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { SelectSheet } from '../../ui/select-sheet.tsx';
import { useQuotations } from '../use-quotations.ts';

const NONE = '';

export type ComparisonSheetProps = {
  readonly open: boolean;
  readonly symbol: string;
  readonly other: string | undefined;
  readonly onChoose: (other: string | undefined) => void;
  readonly onClose: () => void;
};

export function ComparisonSheet({ open, symbol, other, onChoose, onClose }: ComparisonSheetProps) {
  const t = useTranslations('chart');
  const rows = useQuotations().data ?? [];
  return (
    <SelectSheet
      open={open}
      onClose={onClose}
      title={t('compareWith', { symbol })}
      value={other ?? NONE}
      options={[
        { value: NONE, label: t('compareNone') },
        ...rows
          .filter((row) => row.symbol !== symbol)
          .map((row) => ({
            value: row.symbol,
            label: row.symbol,
            start: <CoinMark of={row.symbol} size={28} />,
          })),
      ]}
      onSelect={(chosen) => onChoose(chosen === NONE ? undefined : chosen)}
    />
  );
}
