/**
 * Answers that were made and not yet taken. A peer that asks and does not read would have us keep them all, so their bytes are
 * counted by the line that asked and in all, and who asks for much is refused while too many wait.
 */
import type { Socket } from 'node:net';
import { LIMITS } from '../limits.ts';

const { unreadLineBytesMax, unreadBytesMax } = LIMITS.connections;

class Unread {
  readonly #lines = new Map<string, number>();
  readonly #lineOf = new WeakMap<Socket, string>();
  #bytes = 0;

  /** Says who asks on a connection, which a proxy lends to one caller after another. */
  note(socket: Socket, line: string): void {
    this.#lineOf.set(socket, line);
  }

  /** Counts an answer until what is returned is called. */
  hold(socket: Socket | null, bytes: number): () => void {
    const line = (socket === null ? undefined : this.#lineOf.get(socket)) ?? '';
    this.#add(line, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(line, -bytes);
      isHeld = false;
    };
  }

  /** How many bytes wait for a line. */
  waitingOf(line: string): number {
    return this.#lines.get(line) ?? 0;
  }

  /** Whether so much waits, of this line or in all, that nothing big is begun. */
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

/** Of the whole process, whatever doors it has. */
export const unread = new Unread();
