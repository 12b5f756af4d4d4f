/** Addresses as they are compared and counted: one spelling each, and of IPv6 the network that one line is given. */
import { BlockList, SocketAddress, isIP, isIPv4 } from 'node:net';

/** A network as "10.0.0.0/8" says it. */
export type Network = {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
};

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
/** Of IPv6 a household, or a rented server, is given at least these four groups of sixteen bits. */
const GROUPS_COUNTED = 4;
/** And at most these three, of which each such network is one of 65,536. */
const GROUPS_SHARED = 3;

/** The address in its usual spelling, an IPv4 one that was mapped into IPv6 as IPv4; undefined where it is none. */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isIPv4(text)) return text;
  const [address = ''] = text.split('%', 1);
  if (isIP(address) === 0) return undefined;
  const { address: usual } = new SocketAddress({ address, family: 'ipv6' });
  const mapped = MAPPED.exec(usual)?.[1];
  return mapped ?? usual;
}

/** By what a caller is counted: the address of IPv4, the /64 of IPv6, since whoever has one of those has 2⁶⁴. */
export function countedAs(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined || isIPv4(plain)) return plain ?? '';
  return `${groupsOf(plain).slice(0, GROUPS_COUNTED).join(':')}::/64`;
}

/** What whoever has many networks of IPv6 was likely given as one: the /48; of IPv4 the address. Many households may share it too. */
export function sharedBy(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined || isIPv4(plain)) return plain ?? '';
  return `${groupsOf(plain).slice(0, GROUPS_SHARED).join(':')}::/48`;
}

function groupsOf(address: string): readonly string[] {
  const [before = '', after] = address.split('::', 2);
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : GROUPS - head.length - tail.length;
  return [...head, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail];
}

/** Whether an address lies in one of the networks. */
export function within(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}
