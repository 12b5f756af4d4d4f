/** Recognises host names that lead to this machine or to a private network. */
import { isIPv4 } from 'node:net';

export function isNearName(hostname: string, upTo: 'machine' | 'network'): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  if (isIPv4(hostname) && hostname.startsWith('127.')) return true;
  if (upTo === 'machine') return false;
  if (/^\[f[cd]/.test(hostname) || hostname.startsWith('[fe80:')) return true;
  return isIPv4(hostname) && /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname);
}
