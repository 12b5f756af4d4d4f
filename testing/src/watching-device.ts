/**
 * A customer's device on the socket, as the app behaves: it judges each event by its number, reconnects by itself, and
 * refetches everything if it missed something.
 */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { judgeEvent, judgeReturn } from '../../web/src/live/event-sequence.ts';

const PRIVATE = ['wallet', 'order', 'position'] as const;
type Numbered = { readonly seq: number; readonly prev: number };

export class WatchingDevice {
  readonly token: string;
  readonly #socket: Socket;
  #last: number | undefined;
  #quoteMs = -Infinity;
  events = 0;
  /** How often the device found that it had missed something. */
  resyncs = 0;
  connects = 0;

  constructor(origin: string, token: string) {
    this.token = token;
    this.#socket = io(origin, { transports: ['websocket'], forceNew: true, reconnectionDelayMax: 1_000 });
    this.#socket.on('connect', () => {
      this.connects += 1;
      this.#socket.emit('join', 'quotes');
      this.#socket.emit('authenticate', token, ({ ok, seq }: { ok: boolean; seq: number }) => {
        if (!ok) return;
        if (this.#last !== undefined && judgeReturn(this.#last, seq) === 'gap') this.resyncs += 1;
        this.#last = Math.max(this.#last ?? 0, seq);
      });
    });
    this.#socket.on('quotes', () => (this.#quoteMs = performance.now()));
    for (const name of PRIVATE) this.#socket.on(name, (event: Numbered) => this.#take(event));
  }

  /** The state that the device has, after an event or after refetching everything. */
  get seq(): number | undefined {
    return this.#last;
  }

  /** The time since a price arrived. */
  get quoteAgeMs(): number {
    return performance.now() - this.#quoteMs;
  }

  close(): void {
    this.#socket.disconnect();
  }

  #take(event: Numbered): void {
    this.events += 1;
    const verdict = judgeEvent(this.#last, event);
    if (verdict === 'old') return;
    if (verdict === 'gap') this.resyncs += 1;
    this.#last = event.seq;
  }
}
