/** Decides which internet addresses are public, that is, belong neither to this machine nor to a private network. Pure. */
import { BlockList, isIP } from 'node:net';

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // The anycast address of gateways between IPv4 and IPv6.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Prefixes that embed an IPv4 address to which a gateway would forward unchecked: Teredo, 6to4.
  ['2001::', 23],
  ['2002::', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/**
 * All public IPv6 addresses are in this range. Others, such as `::ffff:0:7f00:1` of a translating gateway, lead nowhere or to a
 * private network.
 */
const globalAddresses = new BlockList();
globalAddresses.addSubnet('2000::', 3, 'ipv6');
globalAddresses.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Whether an address is public. An IPv4 address in IPv6 notation is treated as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateAddresses.check(address, 'ipv4');
  return family === 6 && globalAddresses.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6');
}

/** Returns the address that a URL contains literally, or undefined if it contains a host name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}
