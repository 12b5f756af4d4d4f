/**
 * Registers the service worker from the page, after the first screen has rendered. A newer version of the app waits until the
 * customer requests it, because a page must not reload while it is in use.
 */
import { foundNewer, isOutdated, isTaking, offerNewer, whenInstalled } from './newest-version.ts';

const LOOK_EVERY_MS = 60 * 60_000;
const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

function follow(registration: ServiceWorkerRegistration): void {
  const watch = (worker: ServiceWorker | null): void => {
    // The first worker replaces no older version.
    if (worker === null || container?.controller === null) return;
    void whenInstalled(worker).then(() => {
      if (registration.waiting === worker) offerNewer();
    });
  };
  watch(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  // If the device is offline or the server is restarting, the next check finds the newer version.
  const look = (): void => void registration.update().catch(() => undefined);
  setInterval(look, LOOK_EVERY_MS);
  let lookedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedMs < LOOK_EVERY_MS) return;
    lookedMs = Date.now();
    look();
  });
}

const WORKER = '/worker.js';

/** Browsers with trusted types accept a worker's address only from the page's named policy. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
};

/** Returns the worker's address. The policy creates no other address, so injected code can't misuse the policy. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('candor', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/**
 * Adds the files that were loaded before the worker existed to the worker's cache, above all the language, which the worker does
 * not prefetch.
 */
function keepTexts({ active }: ServiceWorkerRegistration): void {
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((url) => new URL(url).pathname.startsWith('/assets/'));
  active?.postMessage({ wish: 'keep-texts', urls }, []);
}

/** Registers the worker. If workers are unavailable, as in private windows, the app works without one. */
export async function startWorker(): Promise<void> {
  if (container === undefined || !import.meta.env.PROD) return;
  let wasControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    // Another tab activated the newer version. This tab still runs the older version, so it shows the notice.
    if (wasControlled && !isTaking()) foundNewer();
    wasControlled = true;
  });
  try {
    follow(await container.register(workerAddress(), { updateViaCache: 'none' }));
    keepTexts(await container.ready);
    // A newer version may have been activated before this page started listening.
    if (wasControlled && (await isOutdated())) foundNewer();
  } catch {
    // The browser may forbid workers. Everything else works without one.
  }
}
