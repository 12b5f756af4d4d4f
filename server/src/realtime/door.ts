/** Accepts connections from our own pages, and from programs, which send no origin, up to a limit per network address. */
import type { IncomingMessage } from 'node:http';
import { countedAs } from '../callers/addresses.ts';
import type { Callers } from '../callers/callers.ts';
import type { ServedNames } from '../callers/served-names.ts';

export type DoorLimits = { readonly connectionsMax: number; readonly connectionsAddressMax: number };

export type DoorDeps = {
  readonly limits: DoorLimits;
  readonly callers: Callers;
  readonly names: ServedNames;
};

export class Door {
  readonly #limits: DoorLimits;
  readonly #callers: Callers;
  readonly #names: ServedNames;
  readonly #perAddress = new Map<string, number>();
  #connections = 0;

  constructor({ limits, callers, names }: DoorDeps) {
    this.#limits = limits;
    this.#callers = callers;
    this.#names = names;
  }

  addressOf(request: IncomingMessage): string {
    return countedAs(this.#callers.addressOf(request));
  }

  /** Returns the reason for rejecting a connection, or undefined if it is accepted. */
  refusal(request: IncomingMessage): 'origin' | 'full' | undefined {
    const host = this.#callers.hostOf(request);
    if (!this.#names.isOwnHost(host) || !this.#names.isOwnOrigin(request.headers.origin, host))
      return 'origin';
    const address = this.addressOf(request);
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
