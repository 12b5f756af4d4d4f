/**
 * One connected device: its queued output and its rate limits. All output passes through here, so a device that doesn't read uses
 * a limited amount of memory and is then disconnected.
 */
import type { Socket } from 'socket.io';
import type { Packet } from './packet.ts';

export type ClientLimits = {
  readonly clientBufferBytesMax: number;
  readonly clientEventsPerSecond: number;
  readonly roomsClientMax: number;
};

/** A client that exceeds the rate by this many seconds' worth of events is flooding the server, and not merely fast. */
const FLOOD_SECONDS = 10;

export class Client {
  readonly socket: Socket;
  readonly #connection: Socket['conn'];
  readonly #limits: ClientLimits;
  readonly #nowMs: () => number;
  /** Bytes queued behind the current write, and bytes of that write. */
  #waitingBytes = 0;
  #writingBytes = 0;
  #allowance: number;
  #allowanceMs: number;

  constructor(socket: Socket, options: { limits: ClientLimits; nowMs: () => number }) {
    this.socket = socket;
    this.#connection = socket.conn;
    this.#limits = options.limits;
    this.#nowMs = options.nowMs;
    // Rejoining all rooms after a reconnect doesn't count as a flood.
    this.#allowance = options.limits.roomsClientMax + options.limits.clientEventsPerSecond;
    this.#allowanceMs = options.nowMs();
    this.#connection.on('drain', () => {
      this.#writingBytes = this.#waitingBytes;
      this.#waitingBytes = 0;
    });
  }

  /** Whether all output has been sent, so that a new batch wouldn't be queued behind another one. */
  get isReady(): boolean {
    return (
      this.#waitingBytes === 0 &&
      this.#connection.readyState === 'open' &&
      this.#connection.transport.writable
    );
  }

  /** Bytes in memory that this client hasn't read. */
  get bufferedBytes(): number {
    return this.#waitingBytes + (this.#connection.transport.writable ? 0 : this.#writingBytes);
  }

  /** Sends a packet. A client with too much unread data is disconnected instead, and refetches everything when it reconnects. */
  send(packet: Packet): void {
    if (this.bufferedBytes + packet.bytes > this.#limits.clientBufferBytesMax) {
      this.close();
      return;
    }
    this.#waitingBytes += packet.bytes;
    this.#connection.write(packet.text, packet.options);
  }

  /**
   * Closes the connection at a level below socket.io, because clients don't reconnect automatically after the server disconnects
   * them through socket.io. Output queued behind a stalled write is discarded.
   */
  close(): void {
    this.#connection.close(this.#waitingBytes > 0);
  }

  /** Counts an incoming event. Returns false if it exceeds the rate; a flood closes the connection. */
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
