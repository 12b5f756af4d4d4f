/**
 * The check of an address outside the app against the allowlist. It compares the address as written and as a browser parses it,
 * because attackers exploit differences between the two. Pure.
 */
import { outsideHostOf, outsideHosts, plainAddressOf } from '@candor/protocol/outside.ts';

/** Candor's own pages outside the app. They are opened directly, because they forbid framing. */
const ownPages: ReadonlySet<string> = new Set(['/api/docs', '/api/openapi.json']);

export type Outside = {
  readonly kind: 'register' | 'explorer' | 'own';
  readonly host: string;
  readonly url: string;
};

/** Returns the target of an address, or undefined if the address is not allowed. `own` is the app's origin. */
export function outsideOf(text: string, own: string): Outside | undefined {
  const plain = plainAddressOf(text);
  if (plain === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // The parsed address must equal the written address, so that the parser has dropped or corrected nothing.
  if (url.host !== plain.host || url.username !== '' || url.password !== '') return undefined;
  if (url.origin === own) {
    return ownPages.has(url.pathname) ? { kind: 'own', host: plain.host, url: text } : undefined;
  }
  const host = outsideHostOf(text);
  return host === undefined ? undefined : { kind: outsideHosts[host], host, url: text };
}

/** The link to the screen that opens an address outside the app or reports that the address is not allowed. */
export function externalLink(url: string): string {
  return `/pages/webview/index?${new URLSearchParams({ url })}`;
}
