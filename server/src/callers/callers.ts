/**
 * Who calls, and by which name: the one place that reads it. A proxy that is trusted says for whom it asks, and what it says
 * is read from its own end: `X-Forwarded-For` from the right, as far as trusted hops go. What anybody else says is not read.
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

  constructor(trusted: readonly Network[]) {
    this.#isTrusted = within(trusted);
    this.#trustsNobody = trusted.length === 0;
  }

  /** The address that a request comes from; '' once its connection is gone. */
  addressOf({ headers, socket }: Asked): string {
    const peer = plainAddress(socket.remoteAddress) ?? '';
    if (!this.isProxy(peer)) return peer;
    let address = peer;
    for (const hop of listed(headers['x-forwarded-for']).toReversed()) {
      const said = plainAddress(hop);
      // Whoever sent what is no address stands left of the last hop that we know.
      if (said === undefined) return address;
      address = said;
      if (!this.#isTrusted(said)) return address;
    }
    return address;
  }

  /** By which name and port it was called, as the caller's own request said. */
  hostOf({ headers, socket }: Asked): string {
    const passedOn = this.isProxy(socket.remoteAddress)
      ? listed(headers['x-forwarded-host']).at(-1)
      : undefined;
    return (passedOn ?? headers.host ?? '').toLowerCase();
  }

  /** Whether it came by https, which only a proxy of ours can say. */
  isSecure({ headers, socket }: Asked): boolean {
    return this.isProxy(socket.remoteAddress) && listed(headers['x-forwarded-proto']).at(-1) === 'https';
  }

  /** Whether whoever is at the other end of a connection asks for others. */
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
