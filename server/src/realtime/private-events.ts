/**
 * Customers' private events. A token binds a connection to a customer; when the token's session is closed, here or in another
 * process, the connection is notified and closed within five seconds.
 */
import type { AuthenticateAnswer } from '@candor/protocol/channels.ts';
import type { Client } from './client.ts';
import { encodeEvent } from './packet.ts';

export type Identity = { readonly customer: bigint; readonly session: bigint };

export type SessionLookup = {
  /** Resolves a token, first when the connection authenticates and then again every two seconds. */
  authenticate(token: string): Promise<Identity | undefined>;
  /** Calls the listener with every session that is closed here or found closed. */
  onSessionEnded(listener: (session: bigint) => void): void;
  /** The version of the customer's state, which private events contain. */
  stateSeq(customer: bigint): Promise<number>;
};

export type PrivateEventsOptions = SessionLookup & {
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** Called when a customer's first device connects, and when the last one disconnects. */
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
   * Binds a connection to the token's customer. The connection receives events from before the version of the state is read, so
   * it misses none in between. If the database doesn't answer, the token may still be valid, so the connection is closed and the
   * client reconnects with the token.
   */
  async authenticate(client: Client, token: string): Promise<AuthenticateAnswer | undefined> {
    try {
      const identity = await this.#options.authenticate(token);
      if (identity === undefined) return { ok: false };
      if (!client.socket.connected) return undefined;
      this.#hold({ ...identity, client, token });
      return { ok: true, seq: await this.#options.stateSeq(identity.customer) };
    } catch (error) {
      this.#options.onTrouble('sockets: failed to authenticate a connection', error);
      client.close();
      return undefined;
    }
  }

  onPresence(listener: CustomerPresence): void {
    this.#onPresence = listener;
  }

  /** The token that the connection sent, while its session is open. */
  tokenOf(client: Client): string | undefined {
    return this.#holders.get(client)?.token;
  }

  /** Call it after the commit. */
  publish(customer: bigint, event: string, payload: object): void {
    const clients = this.#customers.get(customer);
    if (clients === undefined) return;
    const packet = encodeEvent(event, JSON.stringify(payload));
    for (const client of clients) client.send(packet);
  }

  /** Whether any device would receive an event for this customer. */
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
      // A check that fails doesn't close the session; it is repeated in two seconds.
      this.#options.onTrouble('sockets: failed to check a session (retrying in 2 s)', error);
    } finally {
      this.#checking = false;
    }
  }
}
