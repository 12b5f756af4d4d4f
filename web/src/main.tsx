/** Starts the app: settings on the page, the location read, language and first screen fetched side by side, then the first paint. */
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
import { followInstall } from './lib/install.ts';
import { followNetwork } from './lib/network.ts';
import { applyAppearance, followOtherTabs, useSession } from './lib/session.ts';
import { SHARED_PARAM, claimShared } from './lib/shared-picture.ts';
import type { LoadEntries } from './platform/entries.ts';
import './ui/tokens.css';

/** When the other tabs are fetched, so that a tap on one finds it here. */
const TABS_AHEAD_MS = 4000;

/** Live prices and the customer's own events begin once the first screen stands and the phone has a moment. */
const LIVE_TIMEOUT_MS = 1500;

/** How long the shape of the frame that came with the page stands alone; longer, and the frame itself comes before its screen. */
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

/** Without it no figure would ever move again, so it is asked for until it comes. */
async function goLive(entries: LoadEntries): Promise<void> {
  for (;;) {
    const startLive = await import('./live/start.ts').then(
      (live) => live.startLive,
      () => undefined,
    );
    if (startLive !== undefined) return startLive(entries);
    await after(LIVE_AGAIN_MS);
  }
}

async function start(): Promise<void> {
  applyAppearance(useSession.getState());
  useSession.subscribe(applyAppearance);
  followOtherTabs();
  followCustomer();
  followNetwork();
  followInstall();
  const worksByTouch = watchHand();
  startHistory();
  const entries = entriesOnce();
  if (currentEntry().search.includes(SHARED_PARAM)) claimShared();
  // First of all, so that the screen knows in which language to fetch what it says.
  const spoken = speakFirst(useSession.getState().language);
  const screen = findScreen(currentEntry().path)?.screen.preload();
  void launch();
  await spoken;
  // A screen that comes a moment after its placeholder was shown is held back by React for a third of a second.
  await Promise.race([screen, after(SCREEN_TIMEOUT_MS)]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // As a transition it is rendered in slices, between which a slow phone can scroll and tap.
  startTransition(() =>
    createRoot(root).render(
      <Providers worksByTouch={worksByTouch} entries={entries}>
        <Shell />
      </Providers>,
    ),
  );
  await screen;
  await whenIdle(LIVE_TIMEOUT_MS);
  await goLive(entries);
  setTimeout(() => void preloadTabs(entries), TABS_AHEAD_MS);
}

// In a turn of its own: reading this file has already taken a slow phone a while.
setTimeout(start);
