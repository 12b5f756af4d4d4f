/**
 * Customers who buy a ticket every second of market time through the customers' calls, and the stand-alone verifier's verdict on
 * each outcome, based only on published data.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { TapeEntry } from '../../../verifier/src/chain.ts';
import type { Checkpoint } from '../../../verifier/src/checkpoints.ts';
import type { TicketBundle } from '../../../verifier/src/bundle.ts';
import { entriesOfTicket } from '../../../verifier/src/ticket.ts';
import { evidenceStart } from '../../../verifier/src/verify.ts';

export type Ticket = CallOutput<'GET microtrade/lists'>[number];

const SYMBOL = 'BTC/USDT';
const PAGE = 1000;
const SETTLED_WITHIN_MS = 60_000;
/** By the market clock. */
const LONGER_MS = 180_000;
/** Heads are signed every ten seconds. */
const SIGNED_WITHIN_MS = 15_000;

export class OptionTrader {
  readonly #server: WholeServer;
  readonly #clock: pg.Client;
  #tokens: readonly string[] = [];
  /** The distinct errors of refused orders. */
  readonly refused = new Set<string>();
  #bought = 0;

  private constructor(server: WholeServer) {
    this.#server = server;
    this.#clock = new pg.Client({ connectionString: server.url });
  }

  static async open(server: WholeServer): Promise<OptionTrader> {
    const trader = new OptionTrader(server);
    await trader.#clock.connect();
    trader.#tokens = await Promise.all([server.login(0), server.login(1)]);
    const fields = { currency: 'USDT', from: 'spot', to: 'option', amount: '50000' };
    for (const token of trader.#tokens) await server.call('POST wallet/transfer', { fields, token });
    return trader;
  }

  /** The market clock as every transaction reads it, and the newest entry's time. */
  async marketMs(): Promise<{ readonly nowMs: number; readonly headMs: number }> {
    const { rows } = await this.#clock.query<{ now_ms: string; head_ms: string | null }>(
      `select floor(base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - base_wall_ms) * speed)::bigint
          as now_ms, (select time_ms from tape_head where symbol = $1) as head_ms from clock`,
      [SYMBOL],
    );
    return { nowMs: Number(rows[0]?.now_ms), headMs: Number(rows[0]?.head_ms ?? 0) };
  }

  /**
   * Buys one ticket in each second of market time, alternating sides and customers: until a given time, and longer if fewer than
   * `least` were accepted by then.
   */
  async buyUntil(untilMs: number, least = 0): Promise<void> {
    const under: Promise<void>[] = [];
    let second = 0;
    for (;;) {
      const { nowMs } = await this.marketMs();
      if (nowMs >= untilMs && (this.#bought >= least || nowMs >= untilMs + LONGER_MS)) break;
      if (Math.floor(nowMs / 1000) > second) {
        second = Math.floor(nowMs / 1000);
        under.push(this.#buy(under.length));
      }
      await delay(5);
    }
    await Promise.all(under);
  }

  async #buy(at: number): Promise<void> {
    const side = (at >> 1) % 2 === 0 ? 'up' : 'down';
    const seconds = at % 10 === 9 ? 60 : 30;
    const fields = { symbol: SYMBOL, side, seconds, stake: String(10 + (at % 40)), currency: 'USDT' };
    const token = this.#tokens[at % 2]!;
    const { body } = await this.#server.call('POST microtrade/submit', { fields, token, key: `t-${at}` });
    if (body.type === 'ok') this.#bought += 1;
    else this.refused.add(body.error);
  }

  /** Returns every ticket that was bought, once all of them are closed. */
  async ended(): Promise<Ticket[]> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const tickets = (await Promise.all(this.#tokens.map((token) => this.#ticketsOf(token)))).flat();
      if (tickets.length !== this.#bought)
        throw new Error(`expected ${this.#bought} tickets, found ${tickets.length}`);
      if (tickets.every(({ status }) => status !== 'open')) return tickets;
      if (performance.now() > deadline)
        throw new Error('expected all tickets to settle in time, found open ones');
      await delay(100);
    }
  }

  async #ticketsOf(token: string): Promise<Ticket[]> {
    const tickets: Ticket[] = [];
    for (;;) {
      const cursor = tickets.at(-1)?.id;
      const fields = { limit: '100', ...(cursor === undefined ? {} : { cursor }) };
      const page = await this.#ok<Ticket[]>('GET microtrade/lists', fields, token);
      tickets.push(...page);
      if (page.length < 100) return tickets;
    }
  }

  async #ok<Message>(name: string, fields: Record<string, string>, token?: string): Promise<Message> {
    const { body } = await this.#server.call(name, { fields, ...(token === undefined ? {} : { token }) });
    if (body.type !== 'ok') throw new Error(JSON.stringify(body));
    return body.message as Message;
  }

  /**
   * Returns the whole published tape, with a signature after the entries that these tickets depend on, and the platform's key.
   */
  async published(tickets: readonly Ticket[]) {
    const last = Math.max(...tickets.map((ticket) => entriesOfTicket(ticket).last));
    const checkpoints = await this.#signedTo(last);
    const entries: TapeEntry[] = [];
    const end = checkpoints.at(-1)?.seq ?? last;
    while (entries.length < end) {
      const from = { symbol: SYMBOL, from_seq: String(entries.length + 1), limit: String(PAGE) };
      entries.push(...(await this.#ok<TapeEntry[]>('GET tape', from)));
    }
    const { public_key: publicKey } = await this.#ok<{ public_key: string }>('GET transparency/keys', {});
    return { entries, checkpoints, publicKey };
  }

  async #signedTo(last: number): Promise<Checkpoint[]> {
    const deadline = performance.now() + SIGNED_WITHIN_MS;
    for (;;) {
      const fields = { symbol: SYMBOL, from_seq: '1', limit: String(PAGE) };
      const { checkpoints } = await this.#ok<{ checkpoints: Checkpoint[] }>('GET tape/checkpoints', fields);
      if (checkpoints.some(({ seq }) => seq >= last)) return checkpoints;
      if (performance.now() > deadline)
        throw new Error(`expected a signature after entry ${last}, found none`);
      await delay(200);
    }
  }

  async close(): Promise<void> {
    await this.#clock.end();
  }
}

export type Published = Awaited<ReturnType<OptionTrader['published']>>;

/**
 * Returns the evidence of a ticket that a receipt stores: the entries from the checkpoint before the ticket to the checkpoint
 * after it, and both checkpoints.
 */
export function evidenceOf(ticket: Ticket, { entries, checkpoints, publicKey }: Published): TicketBundle {
  const { first, last } = entriesOfTicket(ticket);
  const start = evidenceStart(first, checkpoints);
  const end = checkpoints.find(({ seq }) => seq >= last)?.seq ?? last;
  return {
    candor: 2,
    kind: 'ticket',
    ticket,
    entries: entries.slice(start - 1, end),
    checkpoints: checkpoints.filter(({ seq }) => seq >= start && seq <= end),
    public_key: publicKey,
  };
}
