/**
 * The quantity in coins or lots, with shares of the largest possible quantity. If the account has too little for it, the missing
 * margin is offered in place of the shares.
 */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { BigAmount } from '../../parts/big-amount.tsx';
import { SizeShares } from '../../parts/size-shares.tsx';
import { TopUp, useTopUp } from '../../parts/top-up.tsx';
import { quantityCarried, shareToQuantity } from './opening-share.ts';
import { typedOpening } from './opening.ts';
import { useFieldSentence } from './opening-words.ts';
import type { OpeningProblem } from './opening-problems.ts';
import type { Opening } from './use-opening.ts';

export type QuantityFieldProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

export function useQuantityUnit({ product, row }: Pick<Opening, 'product' | 'row'>): string {
  const t = useTranslations('opening');
  return product === 'contract' ? row.base : t('lots');
}

/** Converts lots to units of the base currency. */
function useLotHint({ product, row, facts, draft }: Opening): string | undefined {
  const t = useTranslations('opening');
  const format = useFormat();
  if (product === 'contract') return undefined;
  const lots = typedOpening(draft).quantity ?? ONE;
  const units = `${format.quantity(formatAmount((lots * facts.terms.contractSize) / ONE))} ${row.base}`;
  return lots === ONE
    ? t('lotSize', { units })
    : t('lotsAre', { lots: format.quantity(formatAmount(lots)), units });
}

/** The missing margin that the spot account can add; undefined while the order has enough, or may not be placed anyway. */
function useMissingMargin({ draft, facts, view }: Opening) {
  const isOwn = facts.enabled && draft.collateral === 'contract';
  return useTopUp({
    currency: 'USDT',
    available: isOwn && view.ticket !== undefined ? facts.available?.contract : undefined,
    needed: view.ticket?.total,
  });
}

export function QuantityField({ opening, problems, onChange }: QuantityFieldProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const { draft, facts } = opening;
  const carried = quantityCarried(draft, facts);
  const unit = useQuantityUnit(opening);
  const missing = useMissingMargin(opening);
  const shares =
    missing === undefined ? (
      <SizeShares
        label={t('share')}
        onChoose={(percent) => {
          if (carried !== undefined) onChange({ quantity: shareToQuantity(percent, carried, facts) });
        }}
      />
    ) : (
      <TopUp currency="USDT" to="contract" offered={missing} />
    );
  return (
    <div>
      <BigAmount
        label={spot('quantity')}
        unit={unit}
        value={draft.quantity}
        onChange={(quantity) => onChange({ quantity })}
        decimals={decimalsOf(facts.terms.contractStep)}
        error={useFieldSentence(problems, 'quantity')}
        hint={useLotHint(opening)}
        choices={shares}
      />
      <div className="behind-keypad">{shares}</div>
    </div>
  );
}
