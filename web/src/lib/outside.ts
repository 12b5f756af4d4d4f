/**
 * Whether an address outside the app is one that it leads to. Judged by how it is written and not only by how a browser would read
 * it: what one reads differently from the other is how people are led astray. Pure.
 */
import { outsideHostOf, outsideHosts, plainAddressOf } from '@candor/protocol/outside.ts';

/** Pages of the house's own beside the app; they are opened as they are, since nobody may put one of ours into a frame. */
const ownPages: ReadonlySet<string> = new Set(['/api/docs', '/api/openapi.json']);

export type Outside = {
  readonly kind: 'register' | 'explorer' | 'own';
  readonly host: string;
  readonly url: string;
};

/** What an address leads to, if it is one of those that are opened; `own` is the app's origin. */
export function outsideOf(text: string, own: string): Outside | undefined {
  const plain = plainAddressOf(text);
  if (plain === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // As it was read is as it is written: nothing was dropped, guessed or put right on the way.
  if (url.host !== plain.host || url.username !== '' || url.password !== '') return undefined;
  if (url.origin === own) {
    return ownPages.has(url.pathname) ? { kind: 'own', host: plain.host, url: text } : undefined;
  }
  const host = outsideHostOf(text);
  return host === undefined ? undefined : { kind: outsideHosts[host], host, url: text };
}

/** The screen that opens an address outside the app, or says that it is none of those that are opened. */
export function externalLink(url: string): string {
  return `/pages/webview/index?${new URLSearchParams({ url })}`;
}
