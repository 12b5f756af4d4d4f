/**
 * One connected device: what waits for it, and how much it may say. Everything sent goes through here, so that a
 * device that does not read costs a bounded amount of memory and then its connection.
 */
import type { Socket } from 'socket.io';
import type { Packet } from './packet.ts';

export type ClientLimits = {
  readonly clientBufferBytesMax: number;
  readonly clientEventsPerSecond: number;
  readonly roomsClientMax: number;
};

/** After so many seconds' worth of events too many, it is a flood and not an eager client. */
const FLOOD_SECONDS = 10;

export class Client {
  readonly socket: Socket;
  readonly #connection: Socket['conn'];
  readonly #limits: ClientLimits;
  readonly #nowMs: () => number;
  /** Bytes that wait behind the write under way, and bytes of that write. */
  #waitingBytes = 0;
  #writingBytes = 0;
  #allowance: number;
  #allowanceMs: number;

  constructor(socket: Socket, options: { limits: ClientLimits; nowMs: () => number }) {
    this.socket = socket;
    this.#connection = socket.conn;
    this.#limits = options.limits;
    this.#nowMs = options.nowMs;
    // Joining every room again after a reconnect is no flood.
    this.#allowance = options.limits.roomsClientMax + options.limits.clientEventsPerSecond;
    this.#allowanceMs = options.nowMs();
    this.#connection.on('drain', () => {
      this.#writingBytes = this.#waitingBytes;
      this.#waitingBytes = 0;
    });
  }

  /** Whether what was sent before has left, so that a batch would not wait behind another. */
  get isReady(): boolean {
    return (
      this.#waitingBytes === 0 &&
      this.#connection.readyState === 'open' &&
      this.#connection.transport.writable
    );
  }

  /** Bytes in memory that this client has not taken. */
  get bufferedBytes(): number {
    return this.#waitingBytes + (this.#connection.transport.writable ? 0 : this.#writingBytes);
  }

  /** Sends a packet; a client that lets too much pile up is disconnected and resyncs when it comes back. */
  send(packet: Packet): void {
    if (this.bufferedBytes + packet.bytes > this.#limits.clientBufferBytesMax) {
      this.close();
      return;
    }
    this.#waitingBytes += packet.bytes;
    this.#connection.write(packet.text, packet.options);
  }

  /**
   * Ends the connection below socket.io, so that the client, unlike after a server's goodbye, comes back by itself.
   * What waits behind a write that does not end is thrown away with it.
   */
  close(): void {
    this.#connection.close(this.#waitingBytes > 0);
  }

  /** Counts an event that came in; false when it is one too many, and a flood ends the connection. */
  admit(): boolean {
    const nowMs = this.#nowMs();
    const { clientEventsPerSecond, roomsClientMax } = this.#limits;
    const gained = ((nowMs - this.#allowanceMs) / 1000) * clientEventsPerSecond;
    this.#allowance = Math.min(roomsClientMax + clientEventsPerSecond, this.#allowance + gained) - 1;
    this.#allowanceMs = nowMs;
    if (this.#allowance < -FLOOD_SECONDS * clientEventsPerSecond) this.close();
    return this.#allowance >= 0;
  }
}
