/**
 * Sends orders over keep-alive connections with as little overhead as possible, because it shares the cores of the server that it
 * measures: a library's client used as much CPU time as the server. Every answer is inspected.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Returns a connection's next request, given the previous answer and whether it was successful. */
export type Orders = {
  next(answer: string | undefined): Buffer;
  isGood(answer: string): boolean;
};

export function requestOf(at: { port: number; token: string; path: string; body: string }): Buffer {
  return Buffer.from(
    `POST ${at.path} HTTP/1.1\r\nhost: 127.0.0.1:${at.port}\r\nauthorization: ${at.token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(at.body)}\r\n\r\n${at.body}`,
  );
}

export class OrderConnection {
  readonly #socket: Socket;
  readonly #orders: Orders;
  #received = '';
  #last: string | undefined;
  #answered: ((ok: boolean) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(socket: Socket, orders: Orders) {
    this.#socket = socket;
    this.#orders = orders;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.#take(String(text)));
    const broken = (error?: Error) =>
      this.#failed?.(error ?? new Error('expected the server to keep the connection open, but it closed it'));
    socket.on('error', broken);
    socket.on('close', () => broken());
  }

  static open(port: number, orders: Orders): Promise<OrderConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new OrderConnection(socket, orders)));
      socket.once('error', reject);
    });
  }

  /** Returns whether the order was executed. */
  send(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      // A server closes connections that are idle for long, and a write to a closed one reports no error.
      if (this.#socket.destroyed)
        throw new Error('expected an open connection, but the server had closed it');
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(this.#orders.next(this.#last));
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = /content-length: (\d+)/i.exec(this.#received);
    if (length === null || this.#received.length < end + 4 + Number(length[1])) return;
    this.#last = this.#received;
    this.#received = '';
    this.#answered?.(this.#orders.isGood(this.#last));
  }
}
