/** The networks from which an API key may be used, in CIDR notation for IPv4 and IPv6. */
import { isIPv4, isIPv6 } from 'node:net';
import { plainAddress, within } from '../../callers/addresses.ts';
import type { Network } from '../../callers/addresses.ts';

/** Parses a network. Returns undefined if the text is not one. A single address is a network of one. */
export function readNetwork(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
  if (family === undefined || more.length > 0) return undefined;
  const widest = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? widest : Number(bits);
  if (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits)) return undefined;
  return prefix <= widest ? { address, prefix, family } : undefined;
}

/** Returns a function that says whether an address is in one of the networks. An empty list allows every address. */
export function allows(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const read = networks.map((one) => {
    const network = readNetwork(one);
    if (network === undefined) throw new Error(`expected a network, found ${one}`);
    return network;
  });
  const isIn = within(read);
  return (address) => isIn(plainAddress(address) ?? address);
}
