/**
 * The newest version of the app: whether there is one beside what this page runs, and taking it. Here from the start, since a page may
 * find itself outdated by a part that is gone.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

/** Whether another version would be shown if the page were loaded anew. */
export const useNewer = create<{ readonly ready: boolean; readonly putOff: boolean }>(() => ({
  ready: false,
  putOff: false,
}));

export const offerNewer = (): void => useNewer.setState({ ready: true, putOff: false });

/** A worker that does not come must not keep anybody from loading the page. */
const PATIENCE_MS = 10_000;
/** The older worker goes once it has nothing under way, which a page that is loaded anew ends. */
const TAKE_OVER_MS = 4000;

const TAKING_KEY = 'candor.newest.taking';
/** So long after it was asked for, the newest version is shown without another word. */
const ASKED_MS = 60_000;

/** Another version has taken over from the one that this page is of. */
export function foundNewer(): void {
  const askedMs = readStored('sessionStorage', TAKING_KEY);
  // Once, whatever comes of it.
  writeStored('sessionStorage', TAKING_KEY, undefined);
  if (typeof askedMs === 'number' && Date.now() - askedMs < ASKED_MS) location.reload();
  else offerNewer();
}

let taking = false;

/** Whether this tab is about to load the newest version, so that what happens to its worker is no news. */
export const isTaking = (): boolean => taking;

export function whenInstalled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

const within = (promise: Promise<unknown>, waitMs = PATIENCE_MS): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, waitMs))]);

/** Lets the newest version take over, and loads the page anew. What was typed is kept in the tab. */
export async function takeNewer(): Promise<void> {
  taking = true;
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  const registration = await container?.getRegistration();
  if (registration !== undefined) {
    if (registration.waiting === null) await within(registration.update().catch(() => undefined));
    if (registration.installing !== null) await within(whenInstalled(registration.installing));
    const { waiting } = registration;
    if (waiting !== null) {
      writeStored('sessionStorage', TAKING_KEY, Date.now());
      const taken = new Promise<'taken'>((resolve) => {
        container?.addEventListener('controllerchange', () => resolve('taken'), { once: true });
      });
      waiting.postMessage({ wish: 'take-over' }, []);
      // One that takes over later may do so when the older one has already answered the reload: the page that comes then finishes.
      if ((await within(taken, TAKE_OVER_MS)) === 'taken')
        writeStored('sessionStorage', TAKING_KEY, undefined);
    }
  }
  location.reload();
}

/**
 * Whether the server has another version than this page is of: then the part that failed to load will never come. The question goes past
 * the worker, which has this version's page.
 */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  try {
    const answer = await fetch('/?newest', { cache: 'no-store' });
    return answer.ok && own !== undefined && !(await answer.text()).includes(new URL(own).pathname);
  } catch {
    // No network: nothing is known of other versions.
    return false;
  }
}
