/**
 * Posts to an address that was chosen by a third party, possibly an attacker. It connects only to public addresses, whether the
 * URL contains one literally or a host name. A name is looked up once, and the connection goes to the address that was checked.
 * Redirects aren't followed, and only the response's status is read.
 */
import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import type { OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isPublicAddress, literalAddress } from './public-addresses.ts';

/** The maximum size of a response's head, which may contain anything. */
const HEAD_BYTES_MAX = 8 * 1024;

export type GuardedPost = {
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | string | null;
  readonly signal: AbortSignal;
  /** Services on this machine. Only tests use them. */
  readonly origins: readonly string[];
};

/** Returns the status of the response. Rejects if there is none, or if the address isn't permitted. */
export async function guardedPost({ url, headers, body, signal, origins }: GuardedPost): Promise<number> {
  const options = { method: 'POST', headers, signal, agent: false, maxHeaderSize: HEAD_BYTES_MAX } as const;
  if (origins.includes(url.origin)) return post(url, options, body);
  const literal = literalAddress(url);
  // No lookup takes place for a literal address, so it is checked here.
  if (literal !== undefined && !isPublicAddress(literal))
    throw new PrivateAddressError(`expected ${literal} to be a public address`);
  return post(url, { ...options, lookup: publicLookup }, body);
}

export class PrivateAddressError extends Error {}

/** Resolves a name. Fails unless all its addresses are public. */
export const publicLookup: NonNullable<RequestOptions['lookup']> = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '', 0);
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
      return done(new PrivateAddressError(`expected ${name} to resolve only to public addresses`), '', 0);
    }
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
};

function post(url: URL, options: RequestOptions, body: Buffer | string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent = request(url, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
