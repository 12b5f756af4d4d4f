/**
 * Parses networks from an option such as "10.0.0.0/8,fc00::/7". An address without a prefix length is a network of one address.
 */
import { isIP } from 'node:net';
import type { Network } from '../callers/addresses.ts';
import { Mistake } from './environment.ts';

/** This machine and private networks (RFC 1918, RFC 4193, link-local). */
export const PRIVATE_NETWORKS =
  '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7,fe80::/10';

export function networksOf(option: string, text: string): Network[] {
  return text.split(',').map((part) => networkOf(option, part.trim()));
}

function networkOf(option: string, text: string): Network {
  const [address = '', digits, ...rest] = text.split('/');
  const kind = isIP(address);
  const bits = kind === 4 ? 32 : 128;
  const prefix = digits === undefined ? bits : /^\d{1,3}$/.test(digits) ? Number(digits) : -1;
  if (kind === 0 || prefix < 0 || prefix > bits || rest.length > 0) {
    throw new Mistake(`--${option} must list networks such as 10.0.0.0/8, and "${text}" isn't one.`);
  }
  return { address, prefix, family: kind === 4 ? 'ipv4' : 'ipv6' };
}
