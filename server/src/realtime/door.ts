/** Who may connect: the page's own origin, or a program without one, and not too many from one address. */
import type { IncomingMessage } from 'node:http';

export type DoorLimits = { readonly connectionsMax: number; readonly connectionsAddressMax: number };

export class Door {
  readonly #limits: DoorLimits;
  readonly #perAddress = new Map<string, number>();
  #connections = 0;

  constructor(limits: DoorLimits) {
    this.#limits = limits;
  }

  /** Why a request to connect is refused, or undefined when it is not. */
  refusal(request: IncomingMessage): 'origin' | 'full' | undefined {
    if (!isSameOrigin(request.headers.origin, request.headers.host)) return 'origin';
    const address = request.socket.remoteAddress ?? '';
    const fromAddress = this.#perAddress.get(address) ?? 0;
    const isFull =
      this.#connections >= this.#limits.connectionsMax || fromAddress >= this.#limits.connectionsAddressMax;
    return isFull ? 'full' : undefined;
  }

  enter(address: string): void {
    this.#connections += 1;
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
  }

  leave(address: string): void {
    this.#connections -= 1;
    const left = (this.#perAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }
}

/** A browser always names its origin; who names none has no page's cookies or storage to abuse. */
function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
