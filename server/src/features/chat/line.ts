/**
 * Tells both sides of a conversation what happened in it, at once: devices over the socket, consoles over their streams. What
 * is told is kept before; who was not connected reads it when they come back.
 */
import type { ConsoleChatEvent } from '@candor/protocol/console/chat.ts';
import type { ChatEvent } from '@candor/protocol/schemas/chat.ts';

/** Whose a conversation is. */
export type Side = { readonly customer: bigint | null; readonly visitorHash: Buffer | null };

/** The socket, once it is open. */
export type Devices = {
  publish(customer: bigint, event: string, payload: object): void;
  hears(customer: bigint): boolean;
  publishToVisitor(hash: Buffer, event: string, payload: object): void;
  hearsVisitor(hash: Buffer): boolean;
};

/** The consoles that are open; what concerns a customer is kept from who is tied to them. */
export type Consoles = {
  send(event: string, payload: object, about: bigint | null): void;
  readonly present: number;
};

const NO_DEVICES: Devices = {
  publish: () => undefined,
  hears: () => false,
  publishToVisitor: () => undefined,
  hearsVisitor: () => false,
};

export class ChatLine {
  readonly #consoles: Consoles;
  #devices: Devices = NO_DEVICES;

  constructor(consoles: Consoles) {
    this.#consoles = consoles;
  }

  /** The socket opens behind the door that the calls are handed to, so it is tied in afterwards. */
  connect(devices: Devices): void {
    this.#devices = devices;
  }

  toDevices({ customer, visitorHash }: Side, event: ChatEvent): void {
    if (customer !== null) this.#devices.publish(customer, 'chat', event);
    else if (visitorHash !== null) this.#devices.publishToVisitor(visitorHash, 'chat', event);
  }

  toConsoles({ customer }: Pick<Side, 'customer'>, event: ConsoleChatEvent): void {
    this.#consoles.send('chat', event, customer);
  }

  hears({ customer, visitorHash }: Side): boolean {
    if (customer !== null) return this.#devices.hears(customer);
    return visitorHash !== null && this.#devices.hearsVisitor(visitorHash);
  }

  /** Whether anybody of customer service is there. */
  get online(): boolean {
    return this.#consoles.present > 0;
  }

  get hasConsoles(): boolean {
    return this.#consoles.present > 0;
  }
}
