/** An external market whose prices the test decides, so that each level is reached and each option has the intended outcome. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import WebSocket from 'ws';
import type { WholeServer } from '@candor/testing/whole-server.ts';

export const FEED_TOKEN = 'a feed of the test alone';
const EVERY_MS = 150;
const CLOCK_READ_MS = 600;

/** Prices are in ticks of the symbol; the ask is `spread` above the bid. */
type Quoted = { readonly places: number; readonly spread: number; bid: number };

export class PushedMarket {
  readonly quotes: Readonly<Record<string, Quoted>> = {
    'BTC/USDT': { places: 2, spread: 2, bid: 6_425_000 },
    'ETH/USDT': { places: 2, spread: 2, bid: 312_000 },
    'EUR/USD': { places: 5, spread: 8, bid: 108_450 },
    'USD/JPY': { places: 3, spread: 9, bid: 151_250 },
    'XAU/USD': { places: 2, spread: 30, bid: 233_850 },
  };
  readonly refused: string[] = [];
  readonly #silent = new Set<string>();
  readonly #socket: WebSocket;
  readonly #startMs: number;
  readonly #speed: number;
  readonly #beganMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  /** Prices move a tick up and down, so that a price never repeats the previous one but an option can still be tied. */
  #wobbles = true;
  #turn = 0;

  private constructor(socket: WebSocket, { startMs, speed }: { startMs: number; speed: number }) {
    this.#socket = socket;
    this.#startMs = startMs;
    this.#speed = speed;
    socket.on('message', (data: Buffer) => this.refused.push(data.toString()));
    this.#timer = setInterval(() => this.#push(), EVERY_MS);
  }

  /** Sets the clock to some seconds before a midnight of the working week, and begins to quote. */
  static async open(
    server: WholeServer,
    { beforeMidnightMs, speed }: { beforeMidnightMs: number; speed: number },
  ) {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    // The server was started at a Wednesday's noon.
    const { rows } = await owner.query<{ base_market_ms: string }>(
      `update clock set base_wall_ms = extract(epoch from clock_timestamp()) * 1000, speed = $1,
        base_market_ms = (floor(base_market_ms / 86400000) + 1) * 86400000 - $2 returning base_market_ms`,
      [speed, beforeMidnightMs],
    );
    const startMs = Number(rows[0]?.base_market_ms);
    await owner.end();
    // Every process reads the clock four times a second.
    await delay(CLOCK_READ_MS);
    const url = `${server.origin.replace('http', 'ws')}/api/feed`;
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${FEED_TOKEN}` } });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new PushedMarket(socket, { startMs: startMs + CLOCK_READ_MS * speed, speed });
  }

  nowMs(): number {
    return Math.floor(this.#startMs + (performance.now() - this.#beganMs) * this.#speed);
  }

  /** Waits until the market clock has moved on. */
  async pass(marketMs: number): Promise<void> {
    await delay(marketMs / this.#speed);
  }

  move(symbol: string, ticks: number): void {
    const quoted = this.quotes[symbol];
    if (quoted !== undefined) quoted.bid += ticks;
  }

  /** If off, prices stay constant. */
  wobble(wobbles: boolean): void {
    this.#wobbles = wobbles;
  }

  silence(symbol: string, isSilent: boolean): void {
    if (isSilent) this.#silent.add(symbol);
    else this.#silent.delete(symbol);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #push(): void {
    this.#turn += 1;
    const timeMs = this.nowMs();
    const messages = Object.entries(this.quotes).flatMap(([symbol, { places, spread, bid }]) => {
      if (this.#silent.has(symbol)) return [];
      const at = bid + (this.#wobbles ? this.#turn % 2 : 0);
      const price = (ticks: number): string => (ticks / 10 ** places).toFixed(places);
      const last = price(at + (this.#wobbles && this.#turn % 3 === 0 ? spread : 0));
      return [{ symbol, bid: price(at), ask: price(at + spread), last, volume: '0.01', time_ms: timeMs }];
    });
    this.#socket.send(JSON.stringify(messages));
  }
}
