/** The Trade tab, with a switch between spot, contracts and options. The last segment links to the separate forex market. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { ReactNode } from 'react';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { TradeScreen } from '../features/spot/trade-screen.tsx';
import { navigate } from '../lib/hash-history.ts';
import { contractLink, forexMarketLink, optionLink, spotLink } from '../lib/links.ts';
import { useParam } from '../lib/location.ts';
import { symbolLast } from '../live/chosen-instrument.ts';
import { NotOffered, OfferWarnings, useIsOffered } from '../live/product-offer.tsx';
import type { Quotation } from '../live/quotes.ts';
import { useWatchlistBeside } from '../live/use-watchlist-beside.tsx';
import { Columns, useWide } from '../ui/columns.tsx';
import { Screen } from '../parts/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

// These screens are in separate chunks, so that spot trading loads without them.
const ContractTradeScreen = lazy(() =>
  import('../features/contracts/contract-trade-screen.tsx').then((file) => ({
    default: file.ContractTradeScreen,
  })),
);
const OptionTradeScreen = lazy(() =>
  import('../features/options/option-trade-screen.tsx').then((file) => ({ default: file.OptionTradeScreen })),
);

/** The chart next to the ticket, which is loaded only in a wide window. */
const ChartInTrade = lazy(() => import('./chart-page.tsx').then((file) => ({ default: file.ChartInTrade })));

const screens = { spot: TradeScreen, contract: ContractTradeScreen, option: OptionTradeScreen } as const;
type Shown = keyof typeof screens;
const policyNames = { spot: 'spot', contract: 'contracts', option: 'options' } as const;
const links = { spot: () => spotLink, contract: contractLink, option: optionLink } as const;

function isShown(product: unknown): product is Shown {
  return typeof product === 'string' && Object.hasOwn(screens, product);
}

const lastProductKey = 'candor.trade.product';

/**
 * Returns the product in the address: spot if the address contains only a symbol, and the product shown last if it contains
 * neither.
 */
function useShown(): Shown {
  const product = useParam('product');
  const symbol = useParam('symbol');
  const last = readStored('localStorage', lastProductKey);
  const asked = product ?? (symbol === undefined ? last : 'spot');
  const shown = isShown(asked) ? asked : 'spot';
  useEffect(() => writeStored('localStorage', lastProductKey, shown), [shown]);
  return shown;
}

type ProductsProps = {
  readonly shown: Shown;
  readonly onChosen: () => void;
  /**
   * Returns once whether the product was just chosen with the switch. The switch is remounted together with its screen and would
   * lose the focus.
   */
  readonly takeChosen: () => boolean;
};

function Products({ shown, onChosen, takeChosen }: ProductsProps) {
  const t = useTranslations('opening');
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Restores the focus, so that the arrow keys continue from the chosen product.
    if (takeChosen()) area.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
  }, [takeChosen]);
  return (
    <div ref={area} className="bg-surface px-4 pt-2.5">
      <Segmented
        byWord
        label={t('products')}
        options={[
          { value: 'spot', label: t('product.spot') },
          { value: 'contract', label: t('product.contract') },
          { value: 'option', label: t('product.option') },
          { value: 'forex', label: t('product.forex') },
        ]}
        value={shown}
        onChange={(product) => {
          if (product === 'forex') {
            navigate(forexMarketLink);
            return;
          }
          onChosen();
          navigate(links[product](), { replace: true });
        }}
      />
      <OfferWarnings product={policyNames[shown]} />
    </div>
  );
}

/** The chart next to a ticket, or a placeholder of the same size. */
function chartOf(row: Quotation | undefined): ReactNode {
  const place = (
    <div className="bg-surface p-4">
      <Skeleton className="h-[max(486px,calc(100dvh-234px))] rounded-card" />
    </div>
  );
  if (row === undefined) return place;
  return (
    <Suspense fallback={place}>
      <ChartInTrade row={row} />
    </Suspense>
  );
}

function Loading({ products, product }: { readonly products: ReactNode; readonly product: Shown }) {
  const isWide = useWide();
  const asked = useParam('symbol');
  const watchlist = useWatchlistBeside({
    product: product === 'contract' ? 'contract' : 'spot',
    symbol: asked ?? symbolLast(),
  });
  return (
    <Screen>
      <Columns aside={product === 'option' ? undefined : watchlist} first={isWide && chartOf(undefined)}>
        {products}
        <div className="p-4">
          <Skeleton className="h-96 rounded-card" />
        </div>
      </Columns>
    </Screen>
  );
}

export function TradeTab() {
  const shown = useShown();
  const isOffered = useIsOffered(policyNames[shown]);
  const Shown = screens[shown];
  const justChosen = useRef(false);
  const onChosen = useCallback(() => void (justChosen.current = true), []);
  const takeChosen = useCallback(() => {
    const was = justChosen.current;
    justChosen.current = false;
    return was;
  }, []);
  const choice = <Products shown={shown} onChosen={onChosen} takeChosen={takeChosen} />;
  if (!isOffered) {
    return (
      <Screen>
        {choice}
        <NotOffered product={policyNames[shown]} />
      </Screen>
    );
  }
  return (
    <Suspense fallback={<Loading products={choice} product={shown} />}>
      <Shown products={choice} chartOf={chartOf} />
    </Suspense>
  );
}
