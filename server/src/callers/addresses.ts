/**
 * Normalises addresses so that they can be compared and counted. Each address has one spelling, and an IPv6 address is counted as
 * the network that a provider assigns to one line.
 */
import { BlockList, SocketAddress, isIP, isIPv4 } from 'node:net';

export type Network = {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
};

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
/** The longest IPv6 prefix that a provider assigns to a household or a rented server, in groups of sixteen bits. */
const GROUPS_COUNTED = 4;
/**
 * The shortest IPv6 prefix that a provider assigns, in groups of sixteen bits. Such a network contains 65,536 of the smaller
 * ones.
 */
const GROUPS_SHARED = 3;

/**
 * Returns the canonical spelling of an address, with an IPv4-mapped IPv6 address as IPv4, or undefined if the text is not an
 * address.
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isIPv4(text)) return text;
  const [address = ''] = text.split('%', 1);
  if (isIP(address) === 0) return undefined;
  const { address: usual } = new SocketAddress({ address, family: 'ipv6' });
  const mapped = MAPPED.exec(usual)?.[1];
  return mapped ?? usual;
}

const KNOWN_MAX = 10_000;
const known = new Map<string, string>();

/** Returns the key under which a caller is counted: the IPv4 address, or the IPv6 /64, because one line has 2⁶⁴ addresses. */
export function countedAs(address: string): string {
  // The result is cached, because each request asks for it several times.
  let counted = known.get(address);
  if (counted !== undefined) return counted;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(address, (counted = countedOf(address)));
  return counted;
}

function countedOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined || isIPv4(plain)) return plain ?? '';
  return `${groupsOf(plain).slice(0, GROUPS_COUNTED).join(':')}::/64`;
}

/**
 * Returns the IPv6 /48 from which one holder's networks were probably assigned, or the IPv4 address. Many households may share
 * either.
 */
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

export function within(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}
