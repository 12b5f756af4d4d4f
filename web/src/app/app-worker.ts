/**
 * The service worker as the page sees it. It is registered once the first screen stands; a newer version of the app waits behind the
 * one that runs until the customer asks for it, for no page is ever loaded anew under somebody's hands.
 */
import { foundNewer, isOutdated, isTaking, offerNewer, whenInstalled } from './newest-version.ts';

const LOOK_EVERY_MS = 60 * 60_000;
const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

function follow(registration: ServiceWorkerRegistration): void {
  const watch = (worker: ServiceWorker | null): void => {
    // The very first worker replaces nothing.
    if (worker === null || container?.controller === null) return;
    void whenInstalled(worker).then(() => {
      if (registration.waiting === worker) offerNewer();
    });
  };
  watch(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  // Who is offline, or where the server restarts, learns of it the next time.
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

/** Browsers that know trusted types take the address of a worker from the page's named policy alone. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
};

/** The worker's address. The policy makes this one and no other, so nothing injected can borrow it. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('candor', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** What was loaded before there was a worker: the language above all, which it does not fetch ahead. */
function keepTexts({ active }: ServiceWorkerRegistration): void {
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((url) => new URL(url).pathname.startsWith('/assets/'));
  active?.postMessage({ wish: 'keep-texts', urls }, []);
}

/** Registers the worker; where there is none, as in private windows, the app works without. */
export async function startWorker(): Promise<void> {
  if (container === undefined || !import.meta.env.PROD) return;
  let wasControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    // Another tab took the newer version; this one shows the older still, and says so.
    if (wasControlled && !isTaking()) foundNewer();
    wasControlled = true;
  });
  try {
    follow(await container.register(workerAddress(), { updateViaCache: 'none' }));
    keepTexts(await container.ready);
    // A newer version may have taken over while this page was not listening yet.
    if (wasControlled && (await isOutdated())) foundNewer();
  } catch {
    // A browser may forbid it; nothing else depends on it.
  }
}
