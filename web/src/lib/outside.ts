/**
 * Whether an address outside the app is one that it leads to. Judged by how it is written and not only by how a browser would read
 * it: what one reads differently from the other is how people are led astray. Pure.
 */
import { outsideHosts } from '@candor/protocol/outside.ts';
import type { OutsideHost } from '@candor/protocol/outside.ts';

/** Pages of the house's own beside the app; they are opened as they are, since nobody may put one of ours into a frame. */
const ownPages: ReadonlySet<string> = new Set(['/api/docs', '/api/openapi.json']);

export type Outside = {
  readonly kind: 'register' | 'explorer' | 'own';
  readonly host: string;
  readonly url: string;
};

const LENGTH_MAX = 2000;
/** Only what an address is made of: no space, control character, backslash, quote or letter beyond ASCII, and no `@` before a host. */
const PLAIN = /^https?:\/\/([a-z0-9.:-]+)((?:[/?#][A-Za-z0-9/?#&=+%._~:,;()*$!@-]*)?)$/;
/** Another address inside an address is how one page is made to lead to the next. */
const NESTED =
  /(?:^|[:=/&?#,;])\/\/|\\|(?:^|[^a-z])(?:https?|ftp|javascript|data|vbscript|file|blob|about):/i;
const ROUNDS_MAX = 4;

/** Whether what follows the host leads on, or hides something, however often it was encoded. */
function leadsOn(rest: string): boolean {
  let text = rest;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // Even decoded, an address has no control character and no line of its own.
    if (NESTED.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return true;
    let plainer: string;
    try {
      plainer = decodeURIComponent(text);
    } catch {
      return true;
    }
    if (plainer === text) return false;
    text = plainer;
  }
  // Nobody encodes an honest address so often.
  return true;
}

/** What an address leads to, if it is one of those that are opened; `own` is the app's origin. */
export function outsideOf(text: string, own: string): Outside | undefined {
  const parts = text.length > LENGTH_MAX ? null : PLAIN.exec(text);
  if (parts === null || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const [, host = '', rest = ''] = parts;
  // As it was read is as it is written: nothing was dropped, guessed or put right on the way.
  if (url.host !== host || url.username !== '' || url.password !== '' || leadsOn(rest)) return undefined;
  if (url.origin === own) {
    return ownPages.has(url.pathname) ? { kind: 'own', host, url: text } : undefined;
  }
  if (url.protocol !== 'https:' || !Object.hasOwn(outsideHosts, host)) return undefined;
  return { kind: outsideHosts[host as OutsideHost], host, url: text };
}

/** The screen that opens an address outside the app, or says that it is none of those that are opened. */
export function externalLink(url: string): string {
  return `/pages/webview/index?${new URLSearchParams({ url })}`;
}
