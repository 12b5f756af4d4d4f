/** Home: holdings, shortcuts to common actions, Candor's principles, and watched prices. */
import { Suspense, lazy, useCallback, useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadAllMessages, withTexts } from '../../i18n/provider.tsx';
import { useSignedIn, useWallets } from '../../lib/customer.ts';
import { whenIdle } from '../../lib/idle.ts';
import { marketLink } from '../../lib/links.ts';
import { MessageBell } from '../../live/message-bell.tsx';
import { SearchButton } from '../../live/search-button.tsx';
import { QuoteRow } from '../../live/quote-row.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { useWatchlists } from '../../live/watchlists/use-watchlists.ts';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Columns } from '../../ui/columns.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Banners } from './banners.tsx';
import { FirstStepsPlace } from './first-steps-place.tsx';
import { Invitation } from './invitation.tsx';
import { MoverCards } from './mover-cards.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Total } from './total.tsx';
import { TourCard } from './tour-card.tsx';
import { areFirstStepsOffered } from './tour-offered.ts';

/** The maximum time for which the news section waits until the phone is idle. */
const NEWS_TIMEOUT_MS = 1500;

/** The news section is below the prices, so its code and texts are fetched later. */
const LatestNews = lazy(async () => {
  await whenIdle(NEWS_TIMEOUT_MS);
  const [file] = await Promise.all([import('./latest-news.tsx'), loadAllMessages()]);
  return { default: withTexts(file.LatestNews) };
});

/** The first steps need figures that visitors don't have and that no other part of Home needs. */
const FirstSteps = lazy(async () => {
  const [file] = await Promise.all([import('./first-steps.tsx'), loadAllMessages()]);
  return { default: withTexts(file.FirstSteps) };
});

/** Loaded as late as the news, because there is rarely anything to show. */
const ChangedAgreements = lazy(async () => {
  await whenIdle(NEWS_TIMEOUT_MS);
  const [file] = await Promise.all([import('./changed-agreements.tsx'), loadAllMessages()]);
  return { default: withTexts(file.ChangedAgreements) };
});

function Beginning() {
  const signedIn = useSignedIn();
  const [isOffered, setOffered] = useState(areFirstStepsOffered);
  if (!signedIn) return <TourCard />;
  if (!isOffered) return null;
  return (
    <Suspense fallback={<FirstStepsPlace />}>
      <FirstSteps onLeave={() => setOffered(false)} />
    </Suspense>
  );
}

/** While prices are missing, the total is the last value that the server sent. */
const noRows: readonly Quotation[] = [];
const watchlistMax = 6;
const noSymbols: readonly string[] = [];
/** The number of instruments shown if the customer's first list is empty. */
const watchlistMin = 4;

function watchlistOf(rows: readonly Quotation[], favourites: readonly string[]): readonly Quotation[] {
  const starred = favourites.flatMap((symbol) => rows.filter((row) => row.symbol === symbol));
  return starred.length > 0 ? starred.slice(0, watchlistMax) : rows.slice(0, watchlistMin);
}

type WatchlistProps = {
  readonly query: ReturnType<typeof useQuotations>;
  readonly rows: readonly Quotation[] | undefined;
};

function Watchlist({ query, rows }: WatchlistProps) {
  const t = useTranslations('home');
  const { lists } = useWatchlists();
  const favourites = lists?.[0]?.symbols ?? noSymbols;
  const expected = Math.min(watchlistMax, Math.max(favourites.length, watchlistMin));
  return (
    <Section title={t('watchlist')} more={{ href: marketLink, label: t('allMarkets') }}>
      {rows !== undefined && lists !== undefined ? (
        watchlistOf(rows, favourites).map((row) => <QuoteRow key={row.symbol} row={row} />)
      ) : (
        <Awaited query={query} skeleton={<SkeletonRows count={expected} />} />
      )}
    </Section>
  );
}

export function HomeScreen() {
  const signedIn = useSignedIn();
  const query = useQuotations();
  const wallets = useWallets();
  // Renders the price lists in slices, so that a slow phone stays responsive.
  const rows = useDeferredValue(query.data);
  const { refetch: refetchQuotes } = query;
  const { refetch: refetchWallets } = wallets;
  const refresh = useCallback(
    () => Promise.all([refetchQuotes(), signedIn ? refetchWallets() : undefined]),
    [refetchQuotes, refetchWallets, signedIn],
  );
  return (
    <Screen
      branded
      onRefresh={refresh}
      actions={
        <>
          <SearchButton />
          <MessageBell />
        </>
      }
      hero={signedIn ? <Total rows={rows ?? (query.isError ? noRows : undefined)} /> : <Invitation />}
    >
      <Columns
        inset
        first={<Shortcuts />}
        last={
          <>
            <Watchlist query={query} rows={rows} />
            {(rows !== undefined || !query.isError) && <MoverCards rows={rows} />}
            <Suspense>
              <LatestNews />
            </Suspense>
          </>
        }
      >
        {signedIn && (
          <Suspense>
            <ChangedAgreements />
          </Suspense>
        )}
        <Beginning />
        <Banners rows={rows} />
      </Columns>
    </Screen>
  );
}
