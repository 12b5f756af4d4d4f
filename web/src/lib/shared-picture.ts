/**
 * A picture that another app of the phone shared with this one: the service worker took it and hands it to the page that it opens,
 * which holds it until a form wants it. It is written to no disk, and goes with whoever parts from this tab.
 */
import { useLogouts } from './logout.ts';

/** In the address that the worker opens, with the number under which it holds the picture. */
export const SHARED_PARAM = 'shared';
/** A worker that was ended meanwhile has nothing left to hand over. */
const WAIT_MS = 5000;

let held: Promise<Blob | undefined> = Promise.resolve(undefined);
/** Whether the picture that this page was opened with never arrived. */
let lost: Promise<boolean> = Promise.resolve(false);

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

/** Takes over the picture that this page was opened with, at once: the worker does not keep it for long. */
export function claimShared(): void {
  const id = new URLSearchParams(location.hash.split('?')[1]).get(SHARED_PARAM);
  if (id === null) return;
  held = askWorker(id);
  lost = held.then((picture) => picture === undefined);
  useLogouts.subscribe(() => {
    held = Promise.resolve(undefined);
    lost = Promise.resolve(false);
  });
}

/** Hands the picture to the one form that wants it. */
export function takeShared(): Promise<Blob | undefined> {
  const taken = held;
  held = Promise.resolve(undefined);
  return taken;
}

/** Whether one was shared that did not come along: there was no worker, or it was ended meanwhile. */
export function wasSharedLost(): Promise<boolean> {
  return lost;
}

/** Whether one is held that nobody has taken. */
export async function holdsShared(): Promise<boolean> {
  return (await held) !== undefined;
}
