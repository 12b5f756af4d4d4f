/** Shows a product only if it is offered in the customer's country, with the warnings above it; otherwise shows the reason. */
import type { Product } from '@candor/protocol/own-limits/schemas.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useUser } from '../lib/customer.ts';
import { navigate } from '../lib/hash-history.ts';
import { jurisdictionLink } from '../lib/links.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Visitors may view everything. While the customer is unknown, the product is shown, because the server checks every order. */
export function useIsOffered(product: Product): boolean {
  return useUser().data?.jurisdiction.products.includes(product) ?? true;
}

export function NotOffered({ product }: { readonly product: Product }) {
  const t = useTranslations('policy');
  const resolving = useTranslations('resolving');
  return (
    <EmptyState
      icon={TriangleAlert}
      title={t('notOffered', { product: t(`product.${product}`) })}
      text={t('notOfferedText')}
      action={
        <Button kind="secondary" small onClick={() => navigate(jurisdictionLink)}>
          {resolving('step.jurisdiction')}
        </Button>
      }
    />
  );
}

/** The profile's warnings about this product, one per line. The share of customers who lose is shown on the ticket itself. */
export function OfferWarnings({ product }: { readonly product: Product }) {
  const t = useTranslations('policy');
  const isOffered = useIsOffered(product);
  const own = useUser().data?.jurisdiction.warnings ?? [];
  const shown = own.filter(
    (warning) =>
      (warning === 'crypto_unprotected' && product !== 'forex') ||
      (warning === 'not_served' && product === 'spot'),
  );
  if (shown.length === 0 || !isOffered) return null;
  return (
    <div className="my-2 flex gap-2.5 rounded-card bg-warning-wash px-3 py-2 text-sm text-warning">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        {shown.map((warning) => (
          <span key={warning} className="block">
            {t(`warning.${warning}`)}
          </span>
        ))}
      </span>
    </div>
  );
}
