/** The explanation that an order was not filled and nothing was traded, with the reason. */
import { useTranslations } from 'use-intl';
import { FactRow } from '../ui/fact-row.tsx';

export function UnfilledFacts({ reason }: { readonly reason: string | undefined }) {
  const t = useTranslations('spot');
  const orders = useTranslations('orders');
  return (
    <>
      <p className="pb-2 text-base">{t('unfilledText')}</p>
      {reason !== undefined && (
        <dl>
          <FactRow name={orders('why')}>{reason}</FactRow>
        </dl>
      )}
    </>
  );
}
