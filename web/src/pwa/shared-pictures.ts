/**
 * A picture shared from another app. It is held only in memory until the page opened for it requests it, because it may show an
 * account or a name. If the page never does, it is lost with the worker.
 */

/** The manifest's share target; it never reaches the server. */
export const SHARE_PATH = '/share';
/** The longest time for which a browser keeps a worker alive for one event. */
const HOLD_MS = 60_000;
/** Room for a second picture shared before the first was fetched. */
const HELD_MAX = 2;

const held = new Map<string, Blob>();

/**
 * The page that says that no picture arrived. Without a worker, the server redirects to it (`server/src/http/share-route.ts`).
 */
const LOST = '/#/pages/uploadpayvoucher/index?shared=none';

/** Takes the first picture of the form and opens the deposit proof with it. */
export async function takePicture(event: FetchEvent): Promise<Response> {
  // A form that is truncated or too large for this phone contains no picture.
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

/** Passes a picture to the page that was opened for it, once. */
export function handPicture(id: string, port: MessagePort | undefined): void {
  port?.postMessage(held.get(id));
  held.delete(id);
}
