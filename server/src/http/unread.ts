/**
 * Counts responses that were sent but not yet read. A peer that sends requests without reading the responses would make the
 * server buffer all of them. Unread bytes are therefore counted per address and in total, and while there are too many, requests
 * for large answers are refused.
 */
import type { Socket } from 'node:net';
import { LIMITS } from '../limits.ts';

const { unreadLineBytesMax, unreadBytesMax } = LIMITS.connections;

class Unread {
  readonly #lines = new Map<string, number>();
  readonly #lineOf = new WeakMap<Socket, string>();
  #bytes = 0;

  /** Records the address of a connection. It may change, because a proxy uses one connection for several callers. */
  note(socket: Socket, line: string): void {
    this.#lineOf.set(socket, line);
  }

  /** Counts a response until the returned function is called. */
  hold(socket: Socket | null, bytes: number): () => void {
    const line = (socket === null ? undefined : this.#lineOf.get(socket)) ?? '';
    this.#add(line, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(line, -bytes);
      isHeld = false;
    };
  }

  waitingOf(line: string): number {
    return this.#lines.get(line) ?? 0;
  }

  /** Whether too many bytes are unread, by this address or in total, to start a large answer. */
  isFull(line: string): boolean {
    return this.isFullInAll() || this.waitingOf(line) >= unreadLineBytesMax;
  }

  isFullInAll(): boolean {
    return this.#bytes >= unreadBytesMax;
  }

  #add(line: string, bytes: number): void {
    this.#bytes += bytes;
    const left = (this.#lines.get(line) ?? 0) + bytes;
    if (left > 0) this.#lines.set(line, left);
    else this.#lines.delete(line);
  }
}

/** Shared by all servers of the process. */
export const unread = new Unread();
