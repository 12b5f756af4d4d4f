/**
 * The customers' own events. A token ties a connection to a customer; when the session of the token ends, here or in
 * another process, the connection hears so and is closed within five seconds.
 */
import type { AuthenticateAnswer } from '@candor/protocol/channels.ts';
import type { Client } from './client.ts';
import { encodeEvent } from './packet.ts';

export type Identity = { readonly customer: bigint; readonly session: bigint };

export type SessionLookup = {
  /** Whom a token speaks for; asked again every two seconds for each connection that gave one. */
  authenticate(token: string): Promise<Identity | undefined>;
  /** Calls the listener with every session that ends here, or is found ended. */
  onSessionEnded(listener: (session: bigint) => void): void;
  /** The number of the customer's state, as private events carry it. */
  stateSeq(customer: bigint): Promise<number>;
};

export type PrivateEventsOptions = SessionLookup & {
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** Told when a customer's first device comes, and when their last one goes. */
export type CustomerPresence = (customer: bigint, here: boolean) => void;

type Holder = Identity & { readonly client: Client; readonly token: string };

const CHECK_EVERY_MS = 2000;

export class PrivateEvents {
  readonly #options: PrivateEventsOptions;
  readonly #holders = new Map<Client, Holder>();
  readonly #customers = new Map<bigint, Set<Client>>();
  readonly #timer: NodeJS.Timeout;
  #checking = false;
  #onPresence: CustomerPresence = () => undefined;

  constructor(options: PrivateEventsOptions) {
    this.#options = options;
    options.onSessionEnded((session) => {
      for (const holder of this.#holders.values()) if (holder.session === session) this.#end(holder);
    });
    this.#timer = setInterval(() => void this.#checkAll(), CHECK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Ties a connection to the token's customer. It hears events from before the state number is read, so that none
   * falls between. A database that does not answer says nothing about the token: the connection is closed, and the
   * client comes back with it.
   */
  async authenticate(client: Client, token: string): Promise<AuthenticateAnswer | undefined> {
    try {
      const identity = await this.#options.authenticate(token);
      if (identity === undefined) return { ok: false };
      if (!client.socket.connected) return undefined;
      this.#hold({ ...identity, client, token });
      return { ok: true, seq: await this.#options.stateSeq(identity.customer) };
    } catch (error) {
      this.#options.onTrouble('a connection could not be authenticated', error);
      client.close();
      return undefined;
    }
  }

  onPresence(listener: CustomerPresence): void {
    this.#onPresence = listener;
  }

  /** Sends an event to every device of a customer; to be called once what it tells is committed. */
  publish(customer: bigint, event: string, payload: object): void {
    const clients = this.#customers.get(customer);
    if (clients === undefined) return;
    const packet = encodeEvent(event, JSON.stringify(payload));
    for (const client of clients) client.send(packet);
  }

  /** Whether anybody would hear an event of this customer. */
  hears(customer: bigint): boolean {
    return this.#customers.has(customer);
  }

  customers(): readonly bigint[] {
    return [...this.#customers.keys()];
  }

  remove(client: Client): void {
    const holder = this.#holders.get(client);
    if (holder === undefined) return;
    this.#holders.delete(client);
    const clients = this.#customers.get(holder.customer);
    clients?.delete(client);
    if (clients?.size !== 0) return;
    this.#customers.delete(holder.customer);
    this.#onPresence(holder.customer, false);
  }

  #hold(holder: Holder): void {
    this.remove(holder.client);
    this.#holders.set(holder.client, holder);
    const clients = this.#customers.get(holder.customer);
    if (clients !== undefined) clients.add(holder.client);
    else {
      this.#customers.set(holder.customer, new Set([holder.client]));
      this.#onPresence(holder.customer, true);
    }
  }

  #end(holder: Holder): void {
    this.remove(holder.client);
    const at = Math.floor(this.#options.nowMs() / 1000);
    holder.client.send(encodeEvent('session_ended', JSON.stringify({ at })));
    holder.client.close();
  }

  async #checkAll(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      for (const holder of this.#holders.values()) {
        const identity = await this.#options.authenticate(holder.token);
        const stillHeld = this.#holders.get(holder.client) === holder;
        if (identity === undefined && stillHeld) this.#end(holder);
      }
    } catch (error) {
      // An unanswered question ends nobody's session; it is asked again in two seconds.
      this.#options.onTrouble('a session could not be checked', error);
    } finally {
      this.#checking = false;
    }
  }
}
