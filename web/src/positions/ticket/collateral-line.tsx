/** The source of the margin and the available amount: the contract account, or experience credit if there is any. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { transferLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import type { Opening } from './use-opening.ts';

export type CollateralLineProps = {
  readonly opening: Opening;
  readonly onChange: Opening['change'];
};

export const contractTransferLink = transferLink({
  currency: 'USDT',
  from: 'spot',
  to: 'contract',
  after: 'back',
});

/** Shown only if there is a choice. */
export function CollateralMenu({ opening, onChange }: CollateralLineProps) {
  const t = useTranslations('opening');
  const { collateral } = opening.draft;
  const promo = opening.facts.available?.promo ?? 0n;
  if (promo === 0n && collateral !== 'promo') return null;
  return (
    <ChoiceMenu
      label={t('collateral')}
      options={[
        { value: 'contract', label: t('collaterals.contract') },
        { value: 'promo', label: t('collaterals.promo'), note: t('promoMeans') },
      ]}
      value={collateral}
      onSelect={(chosen) => onChange({ collateral: chosen })}
    />
  );
}

/** The available margin, and the way to add more to it. */
export function CollateralLine({ opening }: Pick<CollateralLineProps, 'opening'>) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const format = useFormat();
  const { draft, facts } = opening;
  const { available } = facts;
  if (available === undefined) return null;
  const { collateral } = draft;
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm text-quiet">
      <span className="figures min-w-0 flex-1">
        {available.promo === 0n && collateral === 'contract' && `${t('collaterals.contract')} · `}
        {spot('available', { amount: format.money(formatAmount(available[collateral])), currency: 'USDT' })}
        {collateral === 'promo' && <span className="block">{t('promoMeans')}</span>}
      </span>
      {collateral === 'contract' && (
        <Button kind="quiet" small className="-mr-3" onClick={() => navigate(contractTransferLink)}>
          {t('transfer')}
        </Button>
      )}
    </div>
  );
}
