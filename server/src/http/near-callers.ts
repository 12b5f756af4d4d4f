/**
 * Whether a request comes from the networks in which operators sit. Behind a proxy the addresses that it passes on have to
 * be near too: what somebody adds of their own can only shut themselves out.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type Near = (request: IncomingMessage) => boolean;

/** A network as "10.0.0.0/8" says it. */
type Network = {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
};

export function nearOf(networks: readonly Network[]): Near {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  const isNear = (address: string): boolean => {
    const kind = isIP(address);
    return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6');
  };
  return (request) =>
    isNear(request.socket.remoteAddress ?? '') && passedOn(request).every((address) => isNear(address));
}

const FORWARDED_FOR = /for=("?)(\[?)([^\]";,]*)\]?(?::\d+)?\1/gi;

function passedOn({ headers }: IncomingMessage): string[] {
  const listed = [headers['x-forwarded-for'] ?? [], headers['x-real-ip'] ?? []].flat().join(',');
  const addresses = listed.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const named = [...(headers.forwarded ?? '').matchAll(FORWARDED_FOR)].map(([, , , address = '']) => address);
  return [...addresses, ...named];
}
