/**
 * An image shared from another app. The image is kept only in memory until the page that was opened for it requests it, because
 * it may show an account or a name. Without a request, it is lost when the worker stops.
 */

/** The manifest's share target. The worker answers it, so it never reaches the server. */
export const SHARE_PATH = '/share';
/** The maximum time for which a browser keeps a worker alive for one event. */
const HOLD_MS = 60_000;
/** The maximum number of images, with room for a second image that is shared before the first was fetched. */
const HELD_MAX = 2;

const held = new Map<string, Blob>();

/**
 * The page that reports that no image arrived. Without a worker, the server redirects to it (`server/src/http/share-route.ts`).
 */
const LOST = '/#/pages/uploadpayvoucher/index?shared=none';

/** Takes the first image of the form and opens the deposit proof with it. */
export async function takePicture(event: FetchEvent): Promise<Response> {
  // The form was truncated or is too large for this phone.
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

/** Passes an image once to the page that was opened for it. */
export function handPicture(id: string, port: MessagePort | undefined): void {
  port?.postMessage(held.get(id));
  held.delete(id);
}
