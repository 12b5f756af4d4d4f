/** All connections of the simulated process to PostgreSQL. One message is in flight at a time, and the seed decides which. */
import type pg from 'pg';
import type { Chance } from '../chance/chance.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import { SimStream } from './sim-stream.ts';

/**
 * The maximum delay of a notification, and by how much the database's clock may be behind that of the
 * process.
 */
const [POLL_EVERY_MS, BEHIND_MS] = [50, 5];

export class Wire {
  readonly #control: pg.Client;
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #trace: ((line: string) => void) | undefined;
  #streams = new Set<SimStream>();
  #number = 0;
  #databaseMs = 0;
  #pollMs = 0;
  /** Incremented at each write, so that the simulation detects that the process is still busy. */
  activity = 0;
  released = 0;

  constructor(parts: {
    readonly control: pg.Client;
    readonly time: VirtualTime;
    readonly chance: Chance;
    /** Called with every message before it is released. */
    readonly trace?: (line: string) => void;
  }) {
    this.#control = parts.control;
    this.#time = parts.time;
    this.#chance = parts.chance;
    this.#trace = parts.trace;
  }

  open(): SimStream {
    this.#number += 1;
    const stream = new SimStream(this.#number, () => (this.activity += 1));
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    return stream;
  }

  get ready(): readonly SimStream[] {
    return [...this.#streams].filter(({ isReady }) => isReady);
  }

  /** Releases a message of one of the connections. */
  async release(stream: SimStream): Promise<void> {
    this.released += 1;
    this.#trace?.(`${this.#time.nowMs} ${stream.number} ${stream.next}`);
    await this.#tellTime();
    await stream.release((pid) => this.#isStuck(pid));
    // A connection that waited for a lock continues as soon as the lock is released.
    for (const blocked of [...this.#streams].filter(({ isBlocked }) => isBlocked)) {
      if (blocked !== stream && !(await this.#isStuck(blocked.pid)))
        await blocked.unblock((pid) => this.#isStuck(pid));
    }
    // A message takes between a fraction of a millisecond and a few milliseconds.
    this.#time.pass(0.2 + this.#chance.fraction() ** 4 * 5);
  }

  /** Delivers notifications of the database, unless it was polled just now. Resolves to whether there were any. */
  async poll(): Promise<boolean> {
    if (this.#time.nowMs < this.#pollMs) return false;
    this.#pollMs = this.#time.nowMs + POLL_EVERY_MS;
    let heard = false;
    for (const stream of this.#streams) if (stream.listens && (await stream.poll())) heard = true;
    return heard;
  }

  /** Closes all connections, and waits until the database has ended their transactions. */
  async cut(): Promise<void> {
    for (const stream of this.#streams) stream.cut();
    this.#streams = new Set();
    for (;;) {
      const { rows } = await this.#control.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      if (rows[0]?.count === 0) return;
    }
  }

  async #tellTime(): Promise<void> {
    const nowMs = Math.floor(this.#time.nowMs);
    if (nowMs - this.#databaseMs < BEHIND_MS) return;
    this.#databaseMs = nowMs;
    await this.#control.query({ name: 'time', text: `select setval('sim.now_ms', $1)`, values: [nowMs] });
  }

  async #isStuck(pid: number): Promise<boolean> {
    const { rows } = await this.#control.query<{ stuck: boolean }>({
      name: 'stuck',
      text: 'select cardinality(pg_blocking_pids($1)) > 0 as stuck',
      values: [pid],
    });
    return rows[0]?.stuck === true;
  }
}
