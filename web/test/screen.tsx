/** Opens the app in a document without a browser, at an address and as a given user, and inspects the rendered screen. */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { entriesOnce } from '../src/app/entries-once.ts';
import { Providers } from '../src/app/providers.tsx';
import { findScreen } from '../src/app/routes.ts';
import { Shell } from '../src/app/shell.tsx';
import { loadMessages } from '../src/i18n/provider.tsx';
import { createQueryClient } from '../src/lib/api.ts';
import { followCustomer } from '../src/lib/customer.ts';
import { navigate, startHistory } from '../src/lib/hash-history.ts';
import { useSession } from '../src/lib/session.ts';

const WAIT_MS = 4000;
const STEP_MS = 5;

/** The app on the page: its state, its root, and the function that ends it. */
type Running = { readonly app: AppState; readonly root: Root; readonly unfollow: () => void };

let running: Running | undefined;
let begun = false;
const entries = entriesOnce();
const thrown: string[] = [];

/** A canvas that draws nothing and measures every text as empty. Charts are tested in a browser. */
const blankContext: unknown = new Proxy(
  {},
  {
    get: (_, name) =>
      name === 'measureText' ? () => ({ width: 0 }) : name === 'canvas' ? undefined : () => blankContext,
    set: () => true,
  },
);

function begin(): void {
  if (begun) return;
  begun = true;
  startHistory();
  window.addEventListener('error', (event) => thrown.push(String(event.error ?? event.message)));
  HTMLCanvasElement.prototype.getContext = (() =>
    blankContext) as typeof HTMLCanvasElement.prototype.getContext;
  console.error = (...parts: unknown[]) => {
    const said = parts.map(String).join(' ');
    // Ignores duplicate keys, because no schema states which field of a row is unique.
    if (!said.startsWith('Encountered two children with the same key')) thrown.push(said.slice(0, 600));
  };
}

export type Opened = {
  readonly app: AppState;
  /** The errors reported by React, by the page or by an unhandled promise. */
  readonly thrown: readonly string[];
};

export type Somebody = { readonly signedIn?: boolean; readonly language?: Language };

function until(isThere: () => boolean): Promise<boolean> {
  return new Promise((done) => {
    const endsMs = performance.now() + grantedMs(WAIT_MS);
    const look = (): void => {
      if (isThere()) done(true);
      else if (performance.now() > endsMs) done(false);
      else setTimeout(look, STEP_MS);
    };
    look();
  });
}

function isShown(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at instanceof HTMLElement && at.style.display === 'none') return false;
  }
  return true;
}

export function shown(selector: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown);
}

/** All visible texts on the page, and the alternative texts of images. */
export function texts(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || /^(STYLE|SCRIPT)$/.test(parent.tagName) || !isShown(parent)) continue;
    const text = (node.textContent ?? '').trim();
    if (text !== '') found.push(text);
  }
  const named = shown('[aria-label],[placeholder],[title]').flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  );
  return [...found, ...named.filter((text) => text !== '')];
}

export function isLoading(): boolean {
  // Ignores the gallery, which shows a placeholder permanently.
  const awaited = shown('[data-skeleton]').filter(
    (one) => !location.hash.startsWith('#/pages/dev/gallery') || one.closest('section') === null,
  );
  return awaited.length > 0 || shown('main').length === 0;
}

/** Opens the app at an address after removing the previous instance. */
export async function openAt(
  address: string,
  { signedIn = true, language = 'en' }: Somebody = {},
): Promise<Opened> {
  begin();
  closeApp();
  localStorage.clear();
  sessionStorage.clear();
  await findScreen(address.split('?')[0] ?? '')?.screen.preload();
  await Promise.all([loadMessages(language), entries()]);
  const app = createAppState();
  const unfollow = followCustomer(app);
  const token = signedIn ? 'a-token' : undefined;
  useSession.setState({ token: undefined, language });
  useSession.setState({ token });
  navigate('/');
  navigate(address);
  const element = document.createElement('div');
  element.id = 'root';
  document.body.replaceChildren(element);
  thrown.length = 0;
  const root = createRoot(element);
  running = { app, root, unfollow };
  root.render(
    <Providers app={app} worksByTouch={() => false} entries={entries}>
      <Shell />
    </Providers>,
  );
  await until(() => shown('main').length > 0);
  return { app, thrown };
}

/** Waits until everything on the screen has loaded. Returns whether it did in time. */
export async function settled(): Promise<boolean> {
  const came = await until(() => !isLoading() && running?.app.of(createQueryClient).isFetching() === 0);
  // Waits for the next tasks, in which the effects of the last answer render.
  await new Promise((done) => setTimeout(done, 20));
  return came && until(() => !isLoading());
}

export function waitFor(isThere: () => boolean): Promise<boolean> {
  return until(isThere);
}

export function closeApp(): void {
  if (running === undefined) return;
  running.root.unmount();
  running.unfollow();
  running.app.of(createQueryClient).clear();
  running = undefined;
  document.body.replaceChildren();
}
