/**
 * A feed that pushes quotes to a copy, and falls silent on request. The simulated market catches up on what it missed, so
 * only a market with an external feed has halts, and tickets that a gap makes void.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openWebSockets } from '../../bench/web-sockets.ts';
import { ownerOf } from '../cheat/crime.ts';
import type { Copy } from '../cheat/copy.ts';

const TOKEN = 'the-watched-day-makes-the-market';
const EVERY_MS = 250;
const CONNECTS_WITHIN_MS = 60_000;

/** The options with which the server of the copy must be started. */
export const PUSHED_FEED_OPTIONS = ['--feed', 'external', '--external-token', TOKEN];

type Quoted = {
  readonly symbol: string;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly places: number;
};

export class PushedFeed {
  readonly #silent = new Set<string>();
  readonly #close: () => void;

  private constructor({ quoted, aheadMs, socket }: Opened) {
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      // Prices move up and down by one step, because an unchanged price does not count as a new one.
      const step = BigInt(count % 2);
      const quotes = quoted
        .filter(({ symbol }) => !this.#silent.has(symbol))
        .map(({ symbol, bid, ask, places }) => ({
          symbol,
          bid: decimal(bid + step, places),
          ask: decimal(ask + step, places),
          time_ms: Date.now() + aheadMs,
        }));
      if (quotes.length > 0) socket.send(JSON.stringify(quotes));
    }, EVERY_MS);
    this.#close = () => {
      clearInterval(timer);
      socket.close();
    };
  }

  /** Begins at the newest prices of these symbols. */
  static async open(copy: Copy, symbols: readonly string[]): Promise<PushedFeed> {
    const sql = ownerOf(copy);
    const [clock] = await sql<{ ahead: string }>('select base_market_ms - base_wall_ms as ahead from clock');
    const heads = await sql<{ symbol: string; bid: string; ask: string }>(
      `select distinct on (symbol) symbol, trim_scale(bid)::text as bid, trim_scale(ask)::text as ask from tape
        where symbol = any ($1) order by symbol, seq desc`,
      [symbols],
    );
    const socket = await connect(copy.origin);
    return new PushedFeed({ quoted: heads.map(quotedFrom), aheadMs: Number(clock?.ahead), socket });
  }

  silence(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#silent.add(symbol);
  }

  resume(): void {
    this.#silent.clear();
  }

  close(): void {
    this.#close();
  }
}

type Opened = {
  readonly quoted: readonly Quoted[];
  readonly aheadMs: number;
  readonly socket: Awaited<ReturnType<typeof connect>>;
};

const placesOf = (text: string): number => (text.split('.')[1] ?? '').length;

function quotedFrom({ symbol, bid, ask }: { symbol: string; bid: string; ask: string }): Quoted {
  const places = Math.max(placesOf(bid), placesOf(ask));
  const units = (text: string): bigint => BigInt(text.replace('.', '') + '0'.repeat(places - placesOf(text)));
  return { symbol, bid: units(bid), ask: units(ask), places };
}

function decimal(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

async function connect(origin: string) {
  const { WebSocket } = openWebSockets();
  const deadline = Date.now() + CONNECTS_WITHIN_MS;
  for (;;) {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/feed`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    // oxlint-disable-next-line no-await-in-loop -- until there is a leader to push to
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('open', () => done(true));
      socket.once('error', () => done(false));
    });
    if (isOpen) return socket;
    if (Date.now() > deadline) throw new Error('the copy did not accept a feed in time');
    // oxlint-disable-next-line no-await-in-loop
    await delay(500);
  }
}
