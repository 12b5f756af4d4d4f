/** Decides which addresses a webhook may have: https on a usual port, and no host that is private. Pure. */
import { isPublicAddress, literalAddress } from '../../outbound/public-addresses.ts';

const PORTS = ['', '8443'];

/** @param origins Services on this machine. Only tests use them. */
export function isWebhookUrl(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (origins.includes(url.origin)) return true;
  const literal = literalAddress(url);
  if (literal !== undefined) return isSecure(url) && isPublicAddress(literal);
  // A name without a dot belongs to a private network.
  return (
    isSecure(url) &&
    /[^.]\.[^.]/.test(url.hostname) &&
    !/\.(?:localhost|local|internal)\.?$/.test(url.hostname)
  );
}

const isSecure = (url: URL): boolean => url.protocol === 'https:' && PORTS.includes(url.port);

/** The name by which messages refer to a webhook. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
