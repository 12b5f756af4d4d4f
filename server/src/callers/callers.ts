/**
 * Determines a caller's address and the host name that it used. No other code reads these headers. They are used only if a
 * trusted proxy sent them: `X-Forwarded-For` is read from the right, up to the last trusted hop.
 */
import type { IncomingMessage } from 'node:http';
import { plainAddress, within } from './addresses.ts';
import type { Network } from './addresses.ts';

type Asked = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

export class Callers {
  readonly #isTrusted: (address: string) => boolean;
  readonly #trustsNobody: boolean;
  /** The last peer's address and its canonical spelling, cached because each request asks for it several times. */
  #peer = { spelled: '', plain: '' };

  constructor(trusted: readonly Network[]) {
    this.#isTrusted = within(trusted);
    this.#trustsNobody = trusted.length === 0;
  }

  /** Returns the caller's address, or '' after the connection has closed. */
  addressOf(asked: Asked): string {
    return this.#read(asked).address;
  }

  /**
   * Like `addressOf`, but returns '' if the address is that of a trusted proxy that did not name its client. Rules that depend on
   * a client's network, such as those of an API key, must not mistake the proxy for the client.
   */
  clientOf(asked: Asked): string {
    const { address, isClient } = this.#read(asked);
    return isClient ? address : '';
  }

  #plain(spelled: string | undefined): string {
    if (spelled === undefined) return '';
    if (spelled !== this.#peer.spelled) this.#peer = { spelled, plain: plainAddress(spelled) ?? '' };
    return this.#peer.plain;
  }

  #read({ headers, socket }: Asked): { readonly address: string; readonly isClient: boolean } {
    const peer = this.#plain(socket.remoteAddress);
    if (!this.isProxy(peer)) return { address: peer, isClient: true };
    const hops = listed(headers['x-forwarded-for']);
    let address = peer;
    for (const hop of hops.toReversed()) {
      const said = plainAddress(hop);
      // If an entry is not an address, the last valid hop is the caller.
      if (said === undefined) return { address, isClient: false };
      address = said;
      if (!this.#isTrusted(said)) break;
    }
    return { address, isClient: hops.length > 0 };
  }

  /** Returns the host that the request names, as forwarded by a trusted proxy or else in its own headers. */
  hostOf({ headers, socket }: Asked): string {
    const passedOn = this.isProxy(socket.remoteAddress)
      ? listed(headers['x-forwarded-host']).at(-1)
      : undefined;
    return (passedOn ?? headers.host ?? '').toLowerCase();
  }

  /** Only a trusted proxy can report that a request came over https. */
  isSecure({ headers, socket }: Asked): boolean {
    return this.isProxy(socket.remoteAddress) && listed(headers['x-forwarded-proto']).at(-1) === 'https';
  }

  /** Whether the peer of a connection is a trusted proxy, which forwards requests for others. */
  isProxy(peer: string | undefined): boolean {
    return !this.#trustsNobody && peer !== undefined && this.#isTrusted(peer);
  }
}

function listed(header: string | string[] | undefined): readonly string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
