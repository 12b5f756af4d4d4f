/**
 * Decides with pure functions which addresses may receive pushes. An endpoint is supplied by a browser, and thus possibly by an
 * attacker. Only https to a known push service on the default port is accepted, and no name that resolves to this machine or to a
 * private network.
 */
import { BlockList, isIP } from 'node:net';

/**
 * Permitted endpoints: those on one of `hosts`, where "*.push.apple.com" includes all subdomains, and those with one of
 * `origins`, which are the local services of tests.
 */
export type PushServices = { readonly hosts: readonly string[]; readonly origins: readonly string[] };

export function isPushEndpoint(endpoint: string, { hosts, origins }: PushServices): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (origins.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && hosts.some((host) => isHost(url.hostname, host));
}

function isHost(name: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
}

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  // Prefixes that embed an IPv4 address, to which a gateway would forward without checking it: NAT64, Teredo, 6to4.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is public. An IPv4 address in IPv6 notation is treated as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !privateAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
