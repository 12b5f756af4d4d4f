/**
 * An image that another app on the phone shared with this app. The service worker receives the image and passes it to the page
 * that it opens. The page holds the image until a form takes it. The image is never written to disk, and a logout removes it.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { createLogouts } from './logout.ts';
import { SHARED_PARAM } from './shared-param.ts';

/** The timeout for a worker that was stopped and no longer has the image. */
const WAIT_MS = 5000;

function askWorker(id: string): Promise<Blob | undefined> {
  return new Promise((resolve) => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
    if (worker === null) {
      resolve(undefined);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data instanceof Blob ? data : undefined));
    port1.start();
    setTimeout(() => resolve(undefined), WAIT_MS);
    worker.postMessage({ wish: 'shared-picture', id }, [port2]);
  });
}

export type SharedPicture = {
  /** Takes the image for this page immediately, because the worker does not keep it for long. */
  readonly claim: () => void;
  readonly take: () => Promise<Blob | undefined>;
  /** Whether a shared image was lost, because there was no worker or because the worker was stopped. */
  readonly wasLost: () => Promise<boolean>;
  readonly holds: () => Promise<boolean>;
};

export function createSharedPicture(app: AppState): SharedPicture {
  const nothing = Promise.resolve(undefined);
  let held: Promise<Blob | undefined> = nothing;
  let lost = Promise.resolve(false);
  return {
    claim: () => {
      const id = new URLSearchParams(location.hash.split('?')[1]).get(SHARED_PARAM);
      if (id === null) return;
      held = askWorker(id);
      lost = held.then((picture) => picture === undefined);
      app.of(createLogouts).store.subscribe(() => {
        held = nothing;
        lost = Promise.resolve(false);
      });
    },
    take: () => {
      const taken = held;
      held = nothing;
      return taken;
    },
    wasLost: () => lost,
    holds: async () => (await held) !== undefined,
  };
}
