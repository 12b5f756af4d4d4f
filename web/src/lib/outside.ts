/**
 * Whether an address outside the app is on the allowlist. It is judged by how it is written, and not only by how a browser
 * would parse it, because a difference between the two is how people are misled. Pure.
 */
import { outsideHostOf, outsideHosts, plainAddressOf } from '@candor/protocol/outside.ts';

/** Candor's own pages outside the app. They are opened directly, because our pages refuse to be framed. */
const ownPages: ReadonlySet<string> = new Set(['/api/docs', '/api/openapi.json']);

export type Outside = {
  readonly kind: 'register' | 'explorer' | 'own';
  readonly host: string;
  readonly url: string;
};

/** The target of an address, if it is allowed; `own` is the app's origin. */
export function outsideOf(text: string, own: string): Outside | undefined {
  const plain = plainAddressOf(text);
  if (plain === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // The parsed address equals the written one: nothing was dropped, guessed or corrected.
  if (url.host !== plain.host || url.username !== '' || url.password !== '') return undefined;
  if (url.origin === own) {
    return ownPages.has(url.pathname) ? { kind: 'own', host: plain.host, url: text } : undefined;
  }
  const host = outsideHostOf(text);
  return host === undefined ? undefined : { kind: outsideHosts[host], host, url: text };
}

/** The screen that opens an address outside the app, or says that the address is not allowed. */
export function externalLink(url: string): string {
  return `/pages/webview/index?${new URLSearchParams({ url })}`;
}
