/**
 * Starts the app: applies the settings to the page, reads the location, fetches the language and the first screen in parallel,
 * and renders.
 */
import { createAppState } from '@candor/client/app-state.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { entriesOnce } from './app/entries-once.ts';
import { Providers } from './app/providers.tsx';
import { findScreen, tabs } from './app/routes.ts';
import { Shell } from './app/shell.tsx';
import { speakFirst } from './i18n/provider.tsx';
import { followCustomer, launch } from './lib/customer.ts';
import { watchHand } from './lib/hand.ts';
import { currentEntry, startHistory } from './lib/hash-history.ts';
import { whenIdle } from './lib/idle.ts';
import { createInstall } from './lib/install.ts';
import { createNetwork } from './lib/network.ts';
import { applyAppearance, followOtherTabs, useSession } from './lib/session.ts';
import { SHARED_PARAM } from './lib/shared-param.ts';
import type { LoadEntries } from './platform/entries.ts';
import './ui/tokens.css';

/** The delay before the other tabs are prefetched, so that a tap opens them immediately. */
const TABS_AHEAD_MS = 4000;

/**
 * Live prices and private events start at the latest after this time, and otherwise when the first screen has rendered and the
 * phone is idle.
 */
const LIVE_TIMEOUT_MS = 1500;

/** The maximum time for which the page shows only its static frame. After that, the real frame renders before its screen. */
const SCREEN_TIMEOUT_MS = 800;

function after(waitMs: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, waitMs));
}

const LIVE_AGAIN_MS = 5000;

async function preloadTabs(entries: LoadEntries): Promise<void> {
  await whenIdle(LIVE_TIMEOUT_MS);
  entries().catch(() => undefined);
  for (const row of tabs) void row.screen.preload();
}

/** Loading is retried until it succeeds, because no figure would be updated otherwise. */
async function goLive(app: AppState, entries: LoadEntries): Promise<void> {
  for (;;) {
    const startLive = await import('./live/start.ts').then(
      (live) => live.startLive,
      () => undefined,
    );
    if (startLive !== undefined) return startLive(app, entries);
    await after(LIVE_AGAIN_MS);
  }
}

async function start(): Promise<void> {
  const app = createAppState();
  applyAppearance(useSession.getState());
  useSession.subscribe(applyAppearance);
  followOtherTabs();
  followCustomer(app);
  app.of(createNetwork).follow();
  app.of(createInstall).follow();
  const worksByTouch = watchHand();
  startHistory();
  const entries = entriesOnce();
  if (currentEntry().search.includes(SHARED_PARAM)) {
    const shared = await import('./lib/shared-picture.ts').catch(() => undefined);
    if (shared !== undefined) app.of(shared.createSharedPicture).claim();
  }
  // Called before the screen's code is fetched, because it determines the language of the texts.
  const spoken = speakFirst(useSession.getState().language);
  const screen = findScreen(currentEntry().path)?.screen.preload();
  void launch(app);
  await spoken;
  // Waits briefly for the screen. If a screen loads just after its placeholder appeared, React delays it by a third of a second.
  await Promise.race([screen, after(SCREEN_TIMEOUT_MS)]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('expected an element #root in index.html, found none');
  // A transition renders in slices, between which a slow phone can scroll and respond to taps.
  startTransition(() =>
    createRoot(root).render(
      <Providers app={app} worksByTouch={worksByTouch} entries={entries}>
        <Shell />
      </Providers>,
    ),
  );
  await screen;
  await whenIdle(LIVE_TIMEOUT_MS);
  await goLive(app, entries);
  setTimeout(() => void preloadTabs(entries), TABS_AHEAD_MS);
}

// Starts in a separate task, because the evaluation of this file already takes a slow phone some time.
setTimeout(start);
