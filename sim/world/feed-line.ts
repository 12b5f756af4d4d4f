/** The program that pushes quotes to the server over a websocket, without a network. */
import { IncomingMessage } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const [TEXT, MASKED] = [0x81, 0x80];
const [SHORT_MAX, WORD_MAX] = [125, 0xffff];

/**
 * The server's end of the connection. The server's messages, which are complaints about bad quotes, are not
 * read.
 */
class ServerEnd extends Duplex {
  readonly remoteAddress = '127.0.0.1';

  override _read(): void {
    // Messages are pushed when the program sends them.
  }

  /**
   * Whether the server has accepted the connection and not closed it. While another process leads, connections are not
   * accepted.
   */
  isOpen = false;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (chunk.toString('latin1').startsWith('HTTP/1.1 101')) this.isOpen = true;
    done();
  }

  override _final(done: () => void): void {
    this.isOpen = false;
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.isOpen = false;
    done(error);
  }

  setNoDelay(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }
}

export class FeedLine {
  readonly #server: Server;
  readonly #token: string;
  #end: ServerEnd;

  constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
    this.#end = this.#connect();
  }

  /** Connects to the push path, with the program's token. */
  #connect(): ServerEnd {
    const end = new ServerEnd();
    const request = new IncomingMessage(end as unknown as Socket);
    request.method = 'GET';
    request.url = '/api/feed';
    request.httpVersion = '1.1';
    request.headers = {
      ...{
        host: 'localhost',
        upgrade: 'websocket',
        connection: 'Upgrade',
        authorization: `Bearer ${this.#token}`,
      },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') },
    };
    this.#server.emit('upgrade', request, end, Buffer.alloc(0));
    return end;
  }

  /**
   * Sends a message. If the last connection was not accepted, for example because the server did not lead the market yet, opens a new
   * one first. The mask, which a client must apply, is zero.
   */
  send(text: string): void {
    if (!this.#end.isOpen) this.#end = this.#connect();
    const body = Buffer.from(text);
    const length =
      body.length <= SHORT_MAX
        ? Buffer.of(TEXT, MASKED | body.length)
        : body.length <= WORD_MAX
          ? Buffer.of(TEXT, MASKED | 126, body.length >> 8, body.length & 0xff)
          : Buffer.of(
              TEXT,
              MASKED | 127,
              0,
              0,
              0,
              0,
              body.length >>> 24,
              (body.length >> 16) & 0xff,
              (body.length >> 8) & 0xff,
              body.length & 0xff,
            );
    this.#end.push(Buffer.concat([length, Buffer.alloc(4), body]));
  }
}
