/** The Trade tab, with a tab for each product: spot, contracts, options, and forex with metals. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { ReactNode } from 'react';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { TradeScreen } from '../features/spot/trade-screen.tsx';
import { useParam } from '../lib/location.ts';
import type { TradedProduct } from '../live/chosen-instrument.ts';
import { symbolLast } from '../live/chosen-instrument.ts';
import { NotOffered, useIsOffered } from '../live/product-offer.tsx';
import type { Quotation } from '../live/quotes.ts';
import { useWatchlistBeside } from '../live/watchlists/use-watchlist-beside.tsx';
import { Columns, useWide } from '../ui/columns.tsx';
import { Screen } from '../parts/screen.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ProductTabs } from './product-tabs.tsx';

// These screens are in separate chunks, so that spot trading loads without them.
const ContractTradeScreen = lazy(() =>
  import('../features/contracts/contract-trade-screen.tsx').then((file) => ({
    default: file.ContractTradeScreen,
  })),
);
const OptionTradeScreen = lazy(() =>
  import('../features/options/option-trade-screen.tsx').then((file) => ({ default: file.OptionTradeScreen })),
);
const ForexTradeScreen = lazy(() =>
  import('../features/forex/forex-trade-screen.tsx').then((file) => ({ default: file.ForexTradeScreen })),
);

/** The chart next to the ticket, which is loaded only in a wide window. */
const ChartInTrade = lazy(() => import('./chart-page.tsx').then((file) => ({ default: file.ChartInTrade })));

const screens = {
  spot: TradeScreen,
  contract: ContractTradeScreen,
  option: OptionTradeScreen,
  forex: ForexTradeScreen,
} as const;
const policyNames = { spot: 'spot', contract: 'contracts', option: 'options', forex: 'forex' } as const;

function isShown(product: unknown): product is TradedProduct {
  return typeof product === 'string' && Object.hasOwn(screens, product);
}

const lastProductKey = 'candor.trade.product';

/**
 * Returns the product in the address: spot if the address contains only a symbol, and the product shown last if it contains
 * neither.
 */
function useShown(): TradedProduct {
  const product = useParam('product');
  const symbol = useParam('symbol');
  const last = readStored('localStorage', lastProductKey);
  const asked = product ?? (symbol === undefined ? last : 'spot');
  const shown = isShown(asked) ? asked : 'spot';
  useEffect(() => writeStored('localStorage', lastProductKey, shown), [shown]);
  return shown;
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

function Loading({ tabs, product }: { readonly tabs: ReactNode; readonly product: TradedProduct }) {
  const isWide = useWide();
  const asked = useParam('symbol');
  const watchlist = useWatchlistBeside({
    product: product === 'spot' ? 'spot' : 'contract',
    symbol: asked ?? symbolLast(product),
  });
  return (
    <Screen tabs={tabs}>
      <Columns aside={product === 'option' ? undefined : watchlist} first={isWide && chartOf(undefined)}>
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
  const tabs = <ProductTabs shown={shown} onChosen={onChosen} takeChosen={takeChosen} />;
  if (!isOffered) {
    return (
      <Screen tabs={tabs}>
        <NotOffered product={policyNames[shown]} />
      </Screen>
    );
  }
  return (
    <Suspense fallback={<Loading tabs={tabs} product={shown} />}>
      <Shown tabs={tabs} chartOf={chartOf} />
    </Suspense>
  );
}
