/** The choice of the collateral: the contract account, or experience credit if there is any. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { transferLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Opening } from './use-opening.ts';

export type CollateralFieldProps = {
  readonly opening: Opening;
  readonly onChange: Opening['change'];
};

export const contractTransferLink = transferLink({ currency: 'USDT', from: 'spot', to: 'contract' });

export function CollateralField({ opening, onChange }: CollateralFieldProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const format = useFormat();
  const { draft, facts } = opening;
  const { available } = facts;
  if (available === undefined) return null;
  const { collateral } = draft;
  const choice = available.promo > 0n || collateral === 'promo';
  return (
    <div className="flex flex-col gap-1.5">
      {choice && (
        <>
          <p aria-hidden="true" className="text-sm font-medium text-soft">
            {t('collateral')}
          </p>
          <Segmented
            label={t('collateral')}
            options={[
              { value: 'contract', label: t('collaterals.contract') },
              { value: 'promo', label: t('collaterals.promo') },
            ]}
            value={collateral}
            onChange={(chosen) => onChange({ collateral: chosen })}
          />
        </>
      )}
      <div className="flex min-h-11 items-center justify-between gap-3 text-sm text-quiet">
        <span className="figures min-w-0">
          {!choice && `${t('collaterals.contract')} · `}
          {spot('available', { amount: format.money(formatAmount(available[collateral])), currency: 'USDT' })}
        </span>
        {collateral === 'contract' && (
          <Button kind="quiet" small className="-mr-3" onClick={() => navigate(contractTransferLink)}>
            {t('transfer')}
          </Button>
        )}
      </div>
      {collateral === 'promo' && <p className="text-sm text-quiet">{t('promoMeans')}</p>}
    </div>
  );
}
