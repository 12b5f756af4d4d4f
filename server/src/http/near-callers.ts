/**
 * Decides whether a request comes from the operators' networks. Every address in the forwarding headers must be nearby, even one
 * that an untrusted proxy added: forged entries can only lock out their own sender.
 */
import type { IncomingMessage } from 'node:http';
import { within } from '../callers/addresses.ts';
import type { Network } from '../callers/addresses.ts';
import type { Callers } from '../callers/callers.ts';

export type Near = (request: IncomingMessage) => boolean;

export function nearOf(networks: readonly Network[], callers: Callers): Near {
  const isNear = within(networks);
  return (request) =>
    isNear(callers.addressOf(request)) && passedOn(request).every((address) => isNear(address));
}

const FORWARDED_FOR = /for=("?)(\[?)([^\]";,]*)\]?(?::\d+)?\1/gi;

function passedOn({ headers }: IncomingMessage): string[] {
  const listed = [headers['x-forwarded-for'] ?? [], headers['x-real-ip'] ?? []].flat().join(',');
  const addresses = listed.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const named = [...(headers.forwarded ?? '').matchAll(FORWARDED_FOR)].map(([, , , address = '']) => address);
  return [...addresses, ...named];
}
