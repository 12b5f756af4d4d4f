/**
 * Sends the events of a conversation to both sides immediately: to devices over the socket, to consoles over their streams.
 * An event is stored before it is sent, so a disconnected side reads it after it reconnects.
 */
import type { ConsoleChatEvent } from '@candor/protocol/chat/console.ts';
import type { ChatEvent } from '@candor/protocol/chat/schemas.ts';
import { limits } from './limits.ts';

/** The customer or the visitor of a conversation. */
export type Side = { readonly customer: bigint | null; readonly visitorHash: Buffer | null };

export type Devices = {
  publish(customer: bigint, event: string, payload: object): void;
  hears(customer: bigint): boolean;
  publishToVisitor(hash: Buffer, event: string, payload: object): void;
  hearsVisitor(hash: Buffer): boolean;
  /** Calls the listener when a party's first device connects and when its last one disconnects. */
  onPresence(listener: (side: Side, here: boolean) => void): void;
};

/** Sends events to consoles. Events about a customer are withheld from operators with a conflict of interest. */
export type Consoles = {
  send(event: string, payload: object, about: bigint | null): void;
  readonly present: number;
  readonly attended: boolean;
};

const NO_DEVICES: Devices = {
  publish: () => undefined,
  hears: () => false,
  publishToVisitor: () => undefined,
  hearsVisitor: () => false,
  onPresence: () => undefined,
};

export class ChatLine {
  readonly #consoles: Consoles;
  /** Ids of the conversations that operators are viewing, keyed by the customer or visitor. */
  readonly #watched = new Map<string, bigint>();
  #devices: Devices = NO_DEVICES;

  constructor(consoles: Consoles) {
    this.#consoles = consoles;
  }

  /** Attaches the device socket, which opens after the call handlers are built. */
  connect(devices: Devices): void {
    this.#devices = devices;
    devices.onPresence((side, connected) => {
      const id = this.#watched.get(nameOf(side));
      if (id !== undefined) this.toConsoles(side, { kind: 'presence', id: String(id), connected });
    });
  }

  /** From now on, sends consoles the presence events of this conversation's devices. */
  watch(conversation: Side & { readonly id: bigint }): void {
    const name = nameOf(conversation);
    this.#watched.delete(name);
    const [first] = this.#watched.keys();
    if (first !== undefined && this.#watched.size >= limits.watchedMax) this.#watched.delete(first);
    this.#watched.set(name, conversation.id);
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

  /** Whether support is online. Every indicator that customers see uses this value. */
  get online(): boolean {
    return this.#consoles.attended;
  }

  get hasConsoles(): boolean {
    return this.#consoles.present > 0;
  }
}

function nameOf({ customer, visitorHash }: Side): string {
  return customer === null ? `visitor ${visitorHash?.toString('hex')}` : `customer ${customer}`;
}
