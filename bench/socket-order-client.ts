/**
 * Sends orders over socket.io's protocol with as little overhead as possible. Each connection has an address of its own on the
 * loopback network, because the server limits the bytes that the WebSockets of one address send.
 */
import type { WebSocket } from 'ws';
import { openWebSockets } from './web-sockets.ts';

const ws = openWebSockets();
/** Engine.io's ping, and socket.io's open namespace and acknowledgement, each after engine.io's message. */
const [PING, OPENED, ACKNOWLEDGED] = ['2', '40', '43'];

export class SocketOrders {
  readonly #socket: WebSocket;
  readonly #order: string;
  #asked = 0;
  #answered: ((answer: string) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(socket: WebSocket, order: object) {
    this.#socket = socket;
    this.#order = JSON.stringify(order);
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      if (text === PING) socket.send('3');
      else if (text.startsWith(ACKNOWLEDGED)) this.#answered?.(text);
    });
    const broken = () =>
      this.#failed?.(new Error('expected the server to keep the WebSocket open, but it closed it'));
    socket.on('error', broken);
    socket.on('close', broken);
  }

  /** `place` from 0 decides the connection's own address. */
  static async open(
    at: { port: number; token: string; place: number },
    order: object,
  ): Promise<SocketOrders> {
    const socket = new ws.WebSocket(`ws://127.0.0.1:${at.port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      localAddress: `127.0.1.${at.place + 1}`,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => socket.send(OPENED));
      socket.on('message', (data: Buffer) => data.toString('latin1').startsWith(OPENED) && resolve());
    });
    const client = new SocketOrders(socket, order);
    const answer = await client.#ask(`["authenticate",${JSON.stringify(at.token)}]`);
    if (!answer.includes('"ok":true')) throw new Error(`expected to be authenticated, got ${answer}`);
    return client;
  }

  /** Returns whether the order was executed. */
  async send(): Promise<boolean> {
    return (await this.#ask(`["call",${this.#order}]`)).includes('"status":"filled"');
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.terminate();
  }

  #ask(event: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#asked += 1;
      this.#socket.send(`42${this.#asked}${event}`);
    });
  }
}
