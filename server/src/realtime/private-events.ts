/**
 * Customers' private events. A connection is bound to a customer by a token, or by a login that an API key signed. When the
 * token's session is closed or the key is no longer valid, whichever process caused this, the connection is notified and closed
 * within five seconds.
 */
import type { AuthenticateAnswer, KeyLogin } from '@candor/protocol/channels.ts';
import type { Client } from './client.ts';
import { encodeEvent } from './packet.ts';

/** The session is 0n if an API key authenticated the connection. */
export type Identity = { readonly customer: bigint; readonly session: bigint };

/** The identity of a connection: a session's token, or an API key that logged in from an address. */
export type Credential = { readonly token: string } | { readonly key: string; readonly address: string };
/** Where a key logs in. The signed text contains the connection's id. */
export type ConnectedAt = { readonly socketId: string; readonly address: string };

export type KeyLookup = {
  /** Returns the owner of the key that signed the login, with whether the key may read, or the code of the refusal. */
  logIn(said: KeyLogin, at: ConnectedAt): Promise<KeyHolder | { readonly error: string }>;
  /** Returns the same for a key that logged in before, or undefined if it may no longer be used. */
  again(of: Extract<Credential, { key: string }>): Promise<KeyHolder | undefined>;
  /** Calls the listener with each customer whose keys changed in this process. */
  onChange(listener: (customer: bigint) => void): void;
};
export type KeyHolder = { readonly customer: bigint; readonly reads: boolean };

export type SessionLookup = {
  /** Resolves a token, first when the connection authenticates and then every two seconds. */
  authenticate(token: string): Promise<Identity | undefined>;
  /** Calls the listener with every session that is closed here or found closed. */
  onSessionEnded(listener: (session: bigint) => void): void;
  /** The version of the customer's state, which private events contain. */
  stateSeq(customer: bigint): Promise<number>;
  /** If absent, no API keys are known. */
  readonly keys?: KeyLookup;
};

export type PrivateEventsOptions = SessionLookup & {
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** Called when a customer's first device connects, and when the last one disconnects. */
export type CustomerPresence = (customer: bigint, here: boolean) => void;

type Holder = Identity & {
  readonly client: Client;
  readonly credential: Credential;
  /** Whether it receives events. A key that may only trade does not. */
  readonly hears: boolean;
};

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
    options.keys?.onChange((customer) => {
      for (const holder of this.#holders.values())
        if (holder.customer === customer && 'key' in holder.credential) void this.#check(holder);
    });
    this.#timer = setInterval(() => void this.#checkAll(), CHECK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Binds a connection to the customer of a token or a key. The connection receives events even before the version of the state
   * is read, so that it misses none in between. If the database doesn't answer, the token or key may still be valid, so the
   * connection is closed and the client reconnects with it.
   */
  async authenticate(
    client: Client,
    said: string | KeyLogin,
    at: ConnectedAt,
  ): Promise<AuthenticateAnswer | undefined> {
    try {
      const found = typeof said === 'string' ? await this.#byToken(said) : await this.#byKey(said, at);
      if ('error' in found) return { ok: false, ...(found.error !== '' && { error: found.error }) };
      if (!client.socket.connected) return undefined;
      this.#hold({ ...found, client });
      return { ok: true, seq: await this.#options.stateSeq(found.customer) };
    } catch (error) {
      this.#options.onTrouble('sockets: failed to authenticate a connection', error);
      client.close();
      return undefined;
    }
  }

  async #byToken(token: string): Promise<Omit<Holder, 'client'> | { readonly error: string }> {
    const identity = await this.#options.authenticate(token);
    return identity === undefined ? { error: '' } : { ...identity, credential: { token }, hears: true };
  }

  async #byKey(
    said: KeyLogin,
    at: ConnectedAt,
  ): Promise<Omit<Holder, 'client'> | { readonly error: string }> {
    const found = (await this.#options.keys?.logIn(said, at)) ?? { error: 'api_key_unknown' };
    if ('error' in found) return found;
    const { customer, reads: hears } = found;
    return { customer, session: 0n, hears, credential: { key: said.key, address: at.address } };
  }

  onPresence(listener: CustomerPresence): void {
    this.#onPresence = listener;
  }

  /** Returns the credential of the connection, while it is valid. */
  credentialOf(client: Client): Credential | undefined {
    return this.#holders.get(client)?.credential;
  }

  /** Publishes an event. Must be called after the commit. */
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
    if (clients?.delete(client) !== true || clients.size !== 0) return;
    this.#customers.delete(holder.customer);
    this.#onPresence(holder.customer, false);
  }

  #hold(holder: Holder): void {
    this.remove(holder.client);
    this.#holders.set(holder.client, holder);
    if (!holder.hears) return;
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
        const isValid = await this.#isValid(holder.credential);
        const stillHeld = this.#holders.get(holder.client) === holder;
        if (!isValid && stillHeld) this.#end(holder);
      }
    } catch (error) {
      // A failed check doesn't close the session. It is repeated in two seconds.
      this.#options.onTrouble('sockets: failed to check a session (retrying in 2 s)', error);
    } finally {
      this.#checking = false;
    }
  }

  async #isValid(credential: Credential): Promise<boolean> {
    const { authenticate, keys } = this.#options;
    const found = 'key' in credential ? await keys?.again(credential) : await authenticate(credential.token);
    return found !== undefined;
  }

  async #check(holder: Holder): Promise<void> {
    try {
      const isValid = await this.#isValid(holder.credential);
      if (!isValid && this.#holders.get(holder.client) === holder) this.#end(holder);
    } catch (error) {
      this.#options.onTrouble('sockets: failed to check an API key (retrying in 2 s)', error);
    }
  }
}
