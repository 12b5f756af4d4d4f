/** The parsed content of a push, and the address that a tap opens. Pure. */

export type Pushed = { readonly id: string; readonly title: string; readonly body: string };

/** Parses the data, or returns undefined if it has a different format. */
export function readPushed(text: string): Pushed | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const { id, title, body } = read as Record<string, unknown>;
  const isOurs = typeof id === 'string' && /^\d{1,18}$/.test(id) && typeof title === 'string' && title !== '';
  return isOurs ? { id, title, body: typeof body === 'string' ? body : '' } : undefined;
}

/** Returns the address of a message within the app or, without an id, of the list of all messages. */
export function addressOf(id: string | undefined): string {
  return id === undefined ? '/#/pages/me/messages' : `/#/pages/news/msgdetail?id=${id}`;
}
