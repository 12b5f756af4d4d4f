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

/** Takes the first picture of the form and opens the proof of a deposit with it. */
export async function takePicture(event: FetchEvent): Promise<Response> {
  const form = await event.request.formData();
  const picture = form
    .getAll('picture')
    .find((part) => part instanceof Blob && part.type.startsWith('image/'));
  const page = '/#/pages/uploadpayvoucher/index';
  if (!(picture instanceof Blob)) return Response.redirect(page, 303);
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
