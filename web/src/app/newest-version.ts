/**
 * Detects whether a newer version of the app exists and activates it. This is part of the first chunk, because a missing chunk
 * may be the first sign that the page is outdated.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

export const useNewer = create<{ readonly ready: boolean; readonly putOff: boolean }>(() => ({
  ready: false,
  putOff: false,
}));

export const offerNewer = (): void => useNewer.setState({ ready: true, putOff: false });

/** The time after which the page reloads even if the new worker has not been activated. */
const PATIENCE_MS = 10_000;
/**
 * The time to wait for the older worker to stop, which it does when none of its requests is in flight. A reload of the page ends
 * its requests.
 */
const TAKE_OVER_MS = 4000;

const TAKING_KEY = 'candor.newest.taking';
/**
 * If the newest version becomes available within this time after the customer's request, it is loaded without another request.
 */
const ASKED_MS = 60_000;

/** Records that a version different from this page's has taken over. */
export function foundNewer(): void {
  const askedMs = readStored('sessionStorage', TAKING_KEY);
  // The customer's request is used only once, whatever the outcome.
  writeStored('sessionStorage', TAKING_KEY, undefined);
  if (typeof askedMs === 'number' && Date.now() - askedMs < ASKED_MS) location.reload();
  else offerNewer();
}

let taking = false;

/** Whether this tab is about to load the newest version and therefore needs no notice about a changed worker. */
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

/** Activates the newest version and reloads the page. Drafts survive, because they are stored for the tab. */
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
      // The older worker may answer the reload before the new worker takes over. In this case, the reloaded page completes the
      // update.
      if ((await within(taken, TAKE_OVER_MS)) === 'taken')
        writeStored('sessionStorage', TAKING_KEY, undefined);
    }
  }
  location.reload();
}

/**
 * Whether the server has a version other than this page's, in which case a chunk that failed to load will never arrive. The
 * request bypasses the worker, which would return this version's page.
 */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  try {
    const answer = await fetch('/?newest', { cache: 'no-store' });
    return answer.ok && own !== undefined && !(await answer.text()).includes(new URL(own).pathname);
  } catch {
    return false;
  }
}
