/**
 * Determines the origin at which this server is called. Passkeys and wallet messages are bound to it. The public address is
 * configured, because a caller's host name can't be trusted: a phishing page would send its own, and signatures made for that
 * page would be valid here. Without a configured address, only names of this machine or of a private network are accepted.
 */
import { isNearName } from '../../callers/near-names.ts';

export type ServedOrigin = {
  /** As a browser writes it: "https://candor.example". */
  readonly origin: string;
  /** The domain in a wallet's message (EIP-4361), with the port, if any. */
  readonly host: string;
  /** A passkey's relying party, without the port. */
  readonly rpId: string;
};

export type OriginRule = (hostHeader: string) => ServedOrigin;

/** The origin assumed for a caller with an unknown host name. Their signatures were made for another site, and don't match it. */
const OWN: ServedOrigin = { origin: 'http://localhost', host: 'localhost', rpId: 'localhost' };

/** @param configured The public address, if any. It then applies whatever host a caller names. */
export function originRule(configured: string | undefined): OriginRule {
  if (configured === undefined) return (hostHeader) => nearOrigin(hostHeader) ?? OWN;
  const fixed = servedAt(new URL(configured));
  return () => fixed;
}

/**
 * Like `originRule`, but for a server with several addresses. Returns the one with this host name, or otherwise the local address
 * that was called.
 */
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
