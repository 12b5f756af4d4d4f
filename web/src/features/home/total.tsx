/**
 * The customer's total, whose code is in a separate chunk, because a visitor has none. When a logged-in customer starts the
 * app, the chunk is fetched while the first calls are in flight.
 */
import type { ComponentType } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session.ts';
import type { Quotation } from '../../live/quotes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

type TotalProps = { readonly rows: readonly Quotation[] | undefined };
type CardProps = TotalProps & { readonly onAgain: () => void };

const load = () => import('./portfolio-card.tsx');

export async function preloadTotal(): Promise<void> {
  if (useSession.getState().token !== undefined) await load().catch(() => undefined);
}

/** Takes the place of a card whose chunk failed to load, for example because the device is offline. */
function MissingCard({ onAgain }: CardProps) {
  const t = useTranslations('home');
  return (
    <button type="button" onClick={onAgain} className="m-4 min-h-11 text-sm font-medium underline">
      {t('again')}
    </button>
  );
}

const lazyCard = () =>
  lazy<ComponentType<CardProps>>(() =>
    load().then(
      ({ PortfolioCard }) => ({ default: PortfolioCard }),
      () => ({ default: MissingCard }),
    ),
  );
const FirstCard = lazyCard();

/** Has the size of the total without its line. */
function Unknown() {
  return (
    <div className="px-4 pt-3 desk:pb-4">
      <div className="h-5" />
      <Skeleton className="my-1.5 h-10 w-56 bg-white/20" />
      <div className="mt-1 flex min-h-6 items-center">
        <Skeleton className="h-4 w-36 bg-white/20" />
      </div>
    </div>
  );
}

export function Total({ rows }: TotalProps) {
  const [Card, setCard] = useState(() => FirstCard);
  return (
    <Suspense fallback={<Unknown />}>
      <Card rows={rows} onAgain={() => setCard(lazyCard)} />
    </Suspense>
  );
}
