/**
 * Under which origin this server is called: what a passkey and a wallet's message are bound to. A public address is
 * configured, because the name that a caller sends could be anybody's: a page that copies ours would send its own, and what
 * its visitors sign for it would be good here. Only names that lead to this very machine or a private network are believed.
 */
import { isNearName } from '../../callers/near-names.ts';

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

/** The same of a place with several addresses: the one that has this name, else the near one that was called. */
export function originAmong(origins: readonly string[]): OriginRule {
  const known = new Map(origins.map((origin) => new URL(origin)).map((url) => [url.host, servedAt(url)]));
  return (hostHeader) => known.get(hostHeader.toLowerCase()) ?? nearOrigin(hostHeader) ?? OWN;
}

function nearOrigin(hostHeader: string): ServedOrigin | undefined {
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(hostHeader)) return undefined;
  const url = URL.parse(`http://${hostHeader}`);
  return url !== null && isNearName(url.hostname, 'network') ? servedAt(url) : undefined;
}

function servedAt({ origin, host, hostname }: URL): ServedOrigin {
  return { origin, host, rpId: hostname };
}
