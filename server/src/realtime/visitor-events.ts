/**
 * Visitors' private events. A client that presents a visitor's key receives the messages of that visitor's conversation. Like the
 * database, this code has only the SHA-256 of a key.
 */
import { createHash } from 'node:crypto';
import type { Client } from './client.ts';
import { encodeEvent } from './packet.ts';

/** Called when the first device with a key connects, and when the last one disconnects. */
export type VisitorPresence = (hash: Buffer, here: boolean) => void;

export class VisitorEvents {
  readonly #rooms = new Map<string, Set<Client>>();
  readonly #roomOf = new Map<Client, string>();
  #onPresence: VisitorPresence = () => undefined;

  onPresence(listener: VisitorPresence): void {
    this.#onPresence = listener;
  }

  /** Binds the connection to a key, in place of any previous one. */
  visit(client: Client, key: string): void {
    this.remove(client);
    if (!client.socket.connected) return;
    const name = createHash('sha256').update(key).digest('hex');
    this.#roomOf.set(client, name);
    const room = this.#rooms.get(name);
    if (room !== undefined) room.add(client);
    else {
      this.#rooms.set(name, new Set([client]));
      this.#onPresence(Buffer.from(name, 'hex'), true);
    }
  }

  publish(hash: Buffer, event: string, payload: object): void {
    const room = this.#rooms.get(hash.toString('hex'));
    if (room === undefined) return;
    const packet = encodeEvent(event, JSON.stringify(payload));
    for (const client of room) client.send(packet);
  }

  hears(hash: Buffer): boolean {
    return this.#rooms.has(hash.toString('hex'));
  }

  remove(client: Client): void {
    const name = this.#roomOf.get(client);
    if (name === undefined) return;
    this.#roomOf.delete(client);
    const room = this.#rooms.get(name);
    room?.delete(client);
    if (room?.size !== 0) return;
    this.#rooms.delete(name);
    this.#onPresence(Buffer.from(name, 'hex'), false);
  }
}
