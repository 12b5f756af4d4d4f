/** The fields of a conversion: two coins, the amount of the first, and the resulting amount of the second. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { ArrowDownUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { AmountField } from '../../../parts/amount-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PercentSlider } from '../../../ui/percent-slider.tsx';
import { sizeToShare } from '../ticket/ticket-share.ts';
import { CoinPicker } from './coin-picker.tsx';
import type { ConvertFacts, ConvertView } from './convert.ts';
import type { ConvertDraft } from './use-convert.ts';

export type ConvertFieldsProps = {
  readonly from: Quotation;
  readonly to: Quotation;
  readonly rows: readonly Quotation[];
  readonly typed: string;
  readonly facts: ConvertFacts;
  readonly view: ConvertView;
  readonly error: string | undefined;
  readonly change: (fields: Partial<ConvertDraft>) => void;
};

function GiveField({ from, rows, typed, facts, error, change }: ConvertFieldsProps) {
  const t = useTranslations('convert');
  const format = useFormat();
  const { available } = facts;
  return (
    <div>
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <AmountField
            label={t('give')}
            value={typed}
            onChange={(amount) => change({ amount })}
            decimals={decimalsOf(facts.from.instrument.quantityStep)}
            placeholder="0"
            error={error}
          />
        </div>
        <div className="pt-6.5">
          <CoinPicker
            label={t('give')}
            row={from}
            rows={rows}
            onSelect={(symbol) => change({ from: symbol })}
          />
        </div>
      </div>
      <p className="figures mt-1.5 min-h-5 text-sm text-quiet">
        {available !== undefined &&
          t('available', { amount: format.held(formatAmount(available), from.base), currency: from.base })}
      </p>
    </div>
  );
}

export function ConvertFields(props: ConvertFieldsProps) {
  const { from, to, rows, facts, view, change } = props;
  const t = useTranslations('convert');
  const format = useFormat();
  const { available } = facts;
  const step = facts.from.instrument.quantityStep;
  return (
    <>
      <GiveField {...props} />
      <PercentSlider
        label={t('share')}
        percent={sizeToShare(view.plan?.sell.quantity, available)}
        disabled={available === undefined}
        onChange={(percent) => {
          if (available === undefined) return;
          change({ amount: formatAmount(floorToStep((available * BigInt(percent)) / 100n, step)) });
        }}
      />
      <div className="flex items-center gap-3">
        <IconButton
          icon={ArrowDownUp}
          label={t('swap')}
          className="bg-accent-wash text-accent"
          onClick={() => change({ from: to.symbol, to: from.symbol, amount: '' })}
        />
        <span className="min-w-0 flex-1 text-right">
          <span className="block text-sm text-soft">{t('receive')}</span>
          <span className="figures block truncate text-xl font-semibold">
            {view.plan === undefined ? '0' : format.quantity(formatAmount(view.plan.buy.quantity))}
          </span>
        </span>
        <CoinPicker label={t('receive')} row={to} rows={rows} onSelect={(symbol) => change({ to: symbol })} />
      </div>
    </>
  );
}
