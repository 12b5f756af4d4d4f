/**
 * Under which origin this server is called: what a passkey and a wallet's message are bound to. A public address is
 * configured, because the name that a caller sends could be anybody's: a page that copies ours would send its own, and what
 * its visitors sign for it would be good here. Only names that lead to this very machine or a private network are believed.
 */
import { isIPv4 } from 'node:net';

export type ServedOrigin = {
  /** "https://candor.example", as a browser writes it. */
  readonly origin: string;
  /** With the port, where there is one: the domain of a wallet's message (EIP-4361). */
  readonly host: string;
  /** Without it: the relying party of a passkey. */
  readonly rpId: string;
};

export type OriginRule = (hostHeader: string) => ServedOrigin;

/** What a caller gets who was sent here by a name that we do not know: whatever it signs, it signed for somebody else. */
const OWN: ServedOrigin = { origin: 'http://localhost', host: 'localhost', rpId: 'localhost' };

/** @param configured the public address, where there is one; it holds whatever a caller says. */
export function originRule(configured: string | undefined): OriginRule {
  if (configured === undefined) return (hostHeader) => nearOrigin(hostHeader) ?? OWN;
  const fixed = servedAt(new URL(configured));
  return () => fixed;
}

function nearOrigin(hostHeader: string): ServedOrigin | undefined {
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(hostHeader)) return undefined;
  const url = URL.parse(`http://${hostHeader}`);
  return url !== null && isNear(url.hostname) ? servedAt(url) : undefined;
}

function servedAt({ origin, host, hostname }: URL): ServedOrigin {
  return { origin, host, rpId: hostname };
}

function isNear(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  if (/^\[f[cd]/.test(hostname) || hostname.startsWith('[fe80:')) return true;
  return isIPv4(hostname) && /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname);
}
