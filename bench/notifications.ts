/**
 * Measures the cost of notifying other processes of a batch of orders: by PostgreSQL's notifications within the batch's
 * transaction, by those of a transaction afterwards, and by Redis. The three alternate, so that all run under the same
 * conditions. The processor time of all participants counts: this process, PostgreSQL, Redis, and a process that listens.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Publication } from '../server/src/commands/facts.ts';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import type { Postgres } from '../server/src/db/postgres.ts';
import { Vault } from '../server/src/identity/secrets/vault.ts';
import { CHANNEL, sealedMessage, startTelling } from '../server/src/realtime/across-processes.ts';
import { freePort } from '@candor/testing/running-server.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { RedisPublisher, startRedis } from './redis.ts';
import type { Redis } from './redis.ts';
import { atShare } from './share.ts';

const LISTENER = fileURLToPath(new URL('notifications-listener.ts', import.meta.url));
const TICKS_PER_SECOND = 100;
/** As many as two processes with two lanes each. */
const LANES = 4;
/** Orders of a batch under load, each with its event. */
const ORDERS = 24;
const ROWS_PER_ORDER = 6;
const EVENT_BYTES = 700;
/** As many publications as fit into one notification. */
const PER_MESSAGE = 7;

const ways = ['none', 'within', 'after', 'redis'] as const;
type Way = (typeof ways)[number];
type Round = { readonly cpuMicros: number; readonly perSecond: number };

export async function benchNotifications(share: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'candor notifications-'));
  const postgres = await startPostgres({ directory: folder });
  const redis = await startRedis(await freePort());
  const key = randomBytes(32);
  const listener = fork(LISTENER, [postgres.ownerUrl, String(redis?.port ?? ''), key.toString('hex')]);
  await once(listener, 'message');
  const bench = new Bench(
    { postgres, redis, listener, vault: new Vault(key) },
    { batches: atShare(share, 1_000, 100), rounds: atShare(share, 9, 1) },
  );
  try {
    const rounds = await bench.run();
    return figuresOf(rounds);
  } finally {
    await bench.close();
    listener.disconnect();
    await redis?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

function figuresOf(rounds: ReadonlyMap<Way, readonly Round[]>): Figure[] {
  const of = (way: Way, figure: keyof Round) => median((rounds.get(way) ?? []).map((round) => round[figure]));
  return [...rounds.keys()].flatMap((way) => [
    { name: `notifications: ${way}, processor time per batch`, value: of(way, 'cpuMicros'), unit: 'µs' },
    { name: `notifications: ${way}, batches`, value: of(way, 'perSecond'), unit: '/s' },
  ]);
}

type Parts = {
  readonly postgres: Postgres;
  readonly redis: Redis | undefined;
  readonly listener: ChildProcess;
  readonly vault: Vault;
};

/** The batches of a round, and the rounds of each way after the first, which warms up. */
type Size = { readonly batches: number; readonly rounds: number };

class Bench {
  readonly #parts: Parts;
  readonly #size: Size;
  readonly #clients: pg.Client[] = [];
  readonly #pool: Pool;
  readonly #publisher: RedisPublisher | undefined;
  readonly #telling: ReturnType<typeof startTelling>;
  #senders = 0;

  constructor(parts: Parts, size: Size) {
    this.#parts = parts;
    this.#size = size;
    this.#pool = createPool(parts.postgres.ownerUrl, { max: 2 });
    const onTrouble = (text: string, error: unknown): void => console.error(text, error);
    this.#telling = startTelling({
      ...{ me: 'bench', now: Date.now, onTrouble },
      pool: this.#pool,
      vault: parts.vault,
    });
    this.#publisher = parts.redis && new RedisPublisher(parts.redis.port);
  }

  async run(): Promise<ReadonlyMap<Way, readonly Round[]>> {
    const { ownerUrl } = this.#parts.postgres;
    this.#clients.push(...Array.from({ length: LANES }, () => new pg.Client({ connectionString: ownerUrl })));
    await Promise.all(this.#clients.map((client) => client.connect()));
    await this.#clients[0]?.query('create table batch_row (id bigserial primary key, text text not null)');
    const asked = ways.filter((way) => way !== 'redis' || this.#publisher !== undefined);
    const rounds = new Map<Way, Round[]>(asked.map((way) => [way, []]));
    for (let round = 0; round <= this.#size.rounds; round += 1) {
      for (const way of round % 2 === 0 ? asked : asked.toReversed()) {
        // oxlint-disable-next-line no-await-in-loop -- the variants alternate
        const measured = await this.#round(way);
        if (round > 0) rounds.get(way)?.push(measured);
      }
    }
    return rounds;
  }

  async close(): Promise<void> {
    this.#publisher?.close();
    await this.#telling.stop();
    await Promise.all(this.#clients.map((client) => client.end()));
    await this.#pool.end();
  }

  async #round(way: Way): Promise<Round> {
    const before = await this.#cpuMicros();
    const startMs = performance.now();
    const { batches } = this.#size;
    let left = batches;
    await Promise.all(
      this.#clients.map(async (client) => {
        // oxlint-disable-next-line no-await-in-loop -- a lane commits one batch after another
        while ((left -= 1) >= 0) await this.#batch(client, way);
      }),
    );
    const seconds = (performance.now() - startMs) / 1000;
    await this.#telling.stop();
    const cpuMicros = ((await this.#cpuMicros()) - before) / batches;
    return { cpuMicros, perSecond: batches / seconds };
  }

  async #batch(client: pg.Client, way: Way): Promise<void> {
    const publications = Array.from({ length: ORDERS }, (_one, at) => publicationOf(at));
    await client.query('begin');
    await client.query({
      name: 'rows',
      text: 'insert into batch_row (text) select $1 from generate_series(1, $2::int)',
      values: ['x'.repeat(200), ORDERS * ROWS_PER_ORDER],
    });
    if (way === 'within') {
      const text = `select pg_notify('${CHANNEL}', m) from unnest($1::text[]) as u (m)`;
      await client.query({ name: 'notify', text, values: [this.#messagesOf(publications)] });
    }
    await client.query('commit');
    if (way === 'after') this.#telling.tell(publications);
    if (way === 'redis') await this.#publisher?.publish(CHANNEL, this.#messagesOf(publications));
  }

  #messagesOf(publications: readonly Publication[]): string[] {
    const messages: string[] = [];
    for (let at = 0; at < publications.length; at += PER_MESSAGE) {
      const wires = publications
        .slice(at, at + PER_MESSAGE)
        .map(({ book, prev, seq, events }) =>
          JSON.stringify([
            ...[String(book), String(prev), String(seq), 1],
            events.map(({ name, payload }) => [name, payload()]),
          ]),
        );
      this.#senders += 1;
      // The lanes commit in any order, so each message has its own sender.
      const message = { from: `bench-${this.#senders}`, number: 1, sentMs: Date.now(), wires };
      messages.push(sealedMessage(this.#parts.vault, message));
    }
    return messages;
  }

  /** The CPU time of this process, the listener, PostgreSQL and Redis. */
  async #cpuMicros(): Promise<number> {
    const { postgres, redis, listener } = this.#parts;
    const answered = once(listener, 'message');
    listener.send('how much');
    const [{ cpuMicros }] = (await answered) as [{ cpuMicros: number }];
    const { user, system } = process.cpuUsage();
    const others = [...familyOf(postgres.pid()), ...(redis === undefined ? [] : [redis.pid])];
    return cpuMicros + user + system + others.reduce((sum, pid) => sum + microsOf(pid), 0);
  }
}

function publicationOf(at: number): Publication {
  const payload = () => ({ order: { id: String(at), symbol: 'BTC/USDT', text: 'x'.repeat(EVENT_BYTES) } });
  const numbers = { book: BigInt(100_000 + at), prev: 1n, seq: 2n, moneyMoved: true };
  return { ...numbers, events: [{ name: 'order', payload }] as never };
}

/** A postmaster and its children. The CPU time of a child that exited is included in its parent's. */
function familyOf(postmaster: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [postmaster, ...all.map(Number).filter((pid) => statOf(pid)?.[1] === String(postmaster))];
}

function microsOf(pid: number): number {
  const stat = statOf(pid);
  if (stat === undefined) return 0;
  const ticks = stat.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
  return (ticks / TICKS_PER_SECOND) * 1_000_000;
}

/** The fields from the state on; undefined if the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
