/** The limit price of a ticket, with steppers and three current prices to choose from. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { AmountField } from '../parts/amount-field.tsx';
import { Chip } from '../ui/chip.tsx';

export type LimitPriceFieldProps = {
  readonly unit: string;
  readonly value: string;
  readonly onChange: (price: string) => void;
  readonly quote: { readonly bid: Amount; readonly ask: Amount };
  /** The price at which an order would be filled now. */
  readonly now: Amount;
  readonly tickSize: Amount;
  /** The step of − and +, in whole ticks. */
  readonly step?: Amount;
  readonly error: string | undefined;
  /** Whether the quote already meets the limit. */
  readonly fillsAtOnce: boolean;
};

export function LimitPriceField(props: LimitPriceFieldProps) {
  const { unit, value, onChange, quote, now, tickSize, step = tickSize, error, fillsAtOnce } = props;
  const t = useTranslations('spot');
  const format = useFormat();
  const set = (price: Amount) => onChange(formatAmount(price));
  return (
    <div>
      <AmountField
        label={t('limitPrice')}
        unit={unit}
        value={value}
        onChange={onChange}
        decimals={decimalsOf(tickSize)}
        step={formatAmount(step)}
        stepFrom={formatAmount(now)}
        placeholder={format.price(formatAmount(now), formatAmount(tickSize))}
        error={error}
      />
      <div className="mt-2 flex min-h-8 flex-wrap items-center gap-2">
        <Chip onPress={() => set(quote.bid)}>{t('atBid')}</Chip>
        <Chip onPress={() => set(floorToStep((quote.bid + quote.ask) / 2n, tickSize))}>{t('atMid')}</Chip>
        <Chip onPress={() => set(quote.ask)}>{t('atAsk')}</Chip>
        {fillsAtOnce && <span className="ml-auto text-xs text-warning">{t('fillsAtOnce')}</span>}
      </div>
    </div>
  );
}
