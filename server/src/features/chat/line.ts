/**
 * Tells both sides of a conversation what happened in it, at once: devices over the socket, consoles over their streams. What
 * is told is kept before; who was not connected reads it when they come back.
 */
import type { ConsoleChatEvent } from '@candor/protocol/chat/console.ts';
import type { ChatEvent } from '@candor/protocol/chat/schemas.ts';
import { LIMITS } from '../../limits.ts';

/** Whose a conversation is. */
export type Side = { readonly customer: bigint | null; readonly visitorHash: Buffer | null };

/** The socket, once it is open. */
export type Devices = {
  publish(customer: bigint, event: string, payload: object): void;
  hears(customer: bigint): boolean;
  publishToVisitor(hash: Buffer, event: string, payload: object): void;
  hearsVisitor(hash: Buffer): boolean;
  /** Calls the listener when somebody's first device comes and their last one goes. */
  onPresence(listener: (side: Side, here: boolean) => void): void;
};

/** The consoles that are open; what concerns a customer is kept from who is tied to them. */
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
  /** Conversations that operators looked at, by whose they are. */
  readonly #watched = new Map<string, bigint>();
  #devices: Devices = NO_DEVICES;

  constructor(consoles: Consoles) {
    this.#consoles = consoles;
  }

  /** The socket opens behind the door that the calls are handed to, so it is tied in afterwards. */
  connect(devices: Devices): void {
    this.#devices = devices;
    devices.onPresence((side, connected) => {
      const id = this.#watched.get(nameOf(side));
      if (id !== undefined) this.toConsoles(side, { kind: 'presence', id: String(id), connected });
    });
  }

  /** From now on consoles are told when its devices come and go. */
  watch(conversation: Side & { readonly id: bigint }): void {
    const name = nameOf(conversation);
    this.#watched.delete(name);
    const [first] = this.#watched.keys();
    if (first !== undefined && this.#watched.size >= LIMITS.chat.watchedMax) this.#watched.delete(first);
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

  /** Whether somebody of customer service is there, which is what customers are told wherever they are told. */
  get online(): boolean {
    return this.#consoles.attended;
  }

  /** Whether a console listens, whoever sits before it. */
  get hasConsoles(): boolean {
    return this.#consoles.present > 0;
  }
}

function nameOf({ customer, visitorHash }: Side): string {
  return customer === null ? `visitor ${visitorHash?.toString('hex')}` : `customer ${customer}`;
}
