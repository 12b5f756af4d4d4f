/**
 * A picture shared from another app: held in memory alone until the page that is opened for it asks, since it may show an account
 * or a name. Whoever never asks loses it with the worker.
 */

/** Where the manifest sends what is shared; it never reaches the server. */
export const SHARE_PATH = '/share';
/** As long as the browser lets a worker live for one event, at most. */
const HOLD_MS = 60_000;
/** A second one shared before the first was fetched. */
const HELD_MAX = 2;

const held = new Map<string, Blob>();

/** The page that says that no picture came; the server leads there where there is no worker (`server/src/http/share-route.ts`). */
const LOST = '/#/pages/uploadpayvoucher/index?shared=none';

/** Takes the first picture of the form and opens the proof of a deposit with it. */
export async function takePicture(event: FetchEvent): Promise<Response> {
  // A form that was cut off, or is too large for this phone, brings no picture.
  const form = await event.request.formData().catch(() => new FormData());
  const picture = form
    .getAll('picture')
    .find((part) => part instanceof Blob && part.type.startsWith('image/'));
  const page = '/#/pages/uploadpayvoucher/index';
  if (!(picture instanceof Blob)) return Response.redirect(LOST, 303);
  const id = crypto.randomUUID();
  held.set(id, picture);
  for (const old of [...held.keys()].slice(0, -HELD_MAX)) held.delete(old);
  event.waitUntil(
    new Promise<void>((resolve) => {
      setTimeout(() => {
        held.delete(id);
        resolve();
      }, HOLD_MS);
    }),
  );
  return Response.redirect(`${page}?shared=${id}`, 303);
}

/** Hands a picture to the page that was opened for it, once. */
export function handPicture(id: string, port: MessagePort | undefined): void {
  port?.postMessage(held.get(id));
  held.delete(id);
}
