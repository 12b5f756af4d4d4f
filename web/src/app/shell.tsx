/** The stack of mounted screens, of which only the one in front is visible, and the frame shared by all screens. */
import { Activity, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Router } from 'wouter';
import { ScreenFactsContext } from '../parts/screen-facts.ts';
import type { ScreenFacts } from '../parts/screen-facts.ts';
import { useBehindPaint } from '../lib/after-paint.ts';
import { relaunchLogin } from '../lib/api.ts';
import { useSignedIn } from '../lib/customer.ts';
import { ScreenEntry, hashRouting, useEntry } from '../lib/location.ts';
import { useLogoutCount } from '../lib/logout.ts';
import type { Entry } from '../lib/hash-history.ts';
import type { Kept } from './kept-screens.ts';
import { keepScreens } from './kept-screens.ts';
import { AppWatch } from './app-watch.tsx';
import { KeyWatch } from './key-watch.tsx';
import { KeptWatch } from './kept-watch.tsx';
import { AskedSheets } from './asked-sheets.tsx';
import { LoadingLine } from './loading-line.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import type { AppScreen } from './routes.ts';
import { findScreen } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { TabBar } from './tab-bar.tsx';
import { Toaster } from './toaster.tsx';

/** Returns the screens to keep. The list is updated during rendering, so that a new screen appears without an extra frame. */
function useKept(entry: Entry, row: AppScreen | undefined): readonly Kept[] {
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const tabPath = row?.tab === undefined ? undefined : row.paths[0];
  const front = kept.at(-1);
  if (front !== undefined && front.entry === entry) return kept;
  const next = keepScreens(kept, entry, tabPath);
  setKept(next);
  return next;
}

/** Restores the scroll position of a screen to which the customer returns. A new screen starts at the top. */
function useKeptScroll(id: string | undefined): void {
  const positions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (id === undefined) return undefined;
    const known = positions.current;
    window.scrollTo(0, known.get(id) ?? 0);
    const remember = (): void => void known.set(id, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [id]);
}

function useArrivals(): ScreenFacts['arriveAt'] {
  const last = useRef<string>(undefined);
  return useCallback((key) => {
    const isSecond = last.current === key;
    last.current = key;
    return isSecond;
  }, []);
}

type KeptScreenProps = { readonly kept: Kept; readonly inFront: boolean } & Pick<ScreenFacts, 'arriveAt'>;

/** Memoised, so that navigation renders only the frame and the screens that come to the front or leave it. */
const KeptScreen = memo(function KeptScreen({ kept, inFront, arriveAt }: KeptScreenProps) {
  const t = useTranslations('titles');
  const row = findScreen(kept.entry.path);
  const title = row === undefined ? t('notFound') : t(row.title);
  return (
    <Activity mode={inFront ? 'visible' : 'hidden'}>
      <ScreenEntry value={kept.entry}>
        <ScreenFactsContext value={{ title, isTab: kept.isTab, arriveAt }}>
          {row === undefined ? <NotFoundScreen /> : <ScreenBoundary screen={row.screen} />}
        </ScreenFactsContext>
      </ScreenEntry>
    </Activity>
  );
});

export function Shell() {
  const t = useTranslations('titles');
  const asked = useEntry();
  // Marks the tapped tab immediately; its screen renders afterwards, in slices.
  const entry = useBehindPaint(asked);
  const row = findScreen(entry.path);
  const askedRow = findScreen(asked.path);
  const signedIn = useSignedIn();
  const arriveAt = useArrivals();
  const partings = useLogoutCount();
  const barred = row?.needsLogin === true && !signedIn;
  const kept = useKept(entry, row);
  const front = kept.at(-1);
  useKeptScroll(front?.id);

  useEffect(() => {
    if (barred) relaunchLogin();
  }, [barred]);
  const title = row === undefined ? t('notFound') : t(row.title);
  useEffect(() => {
    document.title = `${title} · Candor`;
  }, [title]);
  useEffect(() => {
    // The screen follows the address with a delay. End-to-end tests read the rendered screen from this attribute.
    document.documentElement.dataset['entry'] = entry.key;
  }, [entry]);

  return (
    <Router {...hashRouting}>
      <LoadingLine />
      <KeptWatch />
      {kept.map((one) => {
        const inFront = one === front;
        if (inFront && barred) return null;
        return <KeptScreen key={`${partings} ${one.id}`} kept={one} inFront={inFront} arriveAt={arriveAt} />;
      })}
      <TabBar current={askedRow?.tab === undefined ? undefined : askedRow.paths[0]} />
      <AskedSheets />
      <KeyWatch />
      <OfflineNotice />
      {/* The notice is hidden on the Trade tab and on pages, where a form may be in use. */}
      <AppWatch calm={row?.tab !== undefined && row.title !== 'trade'} />
      <Toaster />
    </Router>
  );
}
