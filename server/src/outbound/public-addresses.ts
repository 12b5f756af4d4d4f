/** Which addresses of the internet are public: neither this machine's nor a private network's. Pure. */
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
  // Gateways from IPv4 to IPv6.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Prefixes that embed an IPv4 address, to which a gateway would forward without checking it: Teredo, 6to4.
  ['2001::', 23],
  ['2002::', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** All public addresses of IPv6: the others, such as `::ffff:0:7f00:1` of a translating gateway, lead nowhere or to a private network. */
const globalAddresses = new BlockList();
globalAddresses.addSubnet('2000::', 3, 'ipv6');
globalAddresses.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Whether an address is public. An IPv4 address in IPv6 notation is treated as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateAddresses.check(address, 'ipv4');
  return family === 6 && globalAddresses.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6');
}

/** The address that a URL names literally, without a name to look up; undefined if it names a host. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}
