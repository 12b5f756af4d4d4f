/**
 * Whether another process listens for what this one commits. To seal and send it takes a tenth of an order's time in the server, so a
 * process that is alone on its database sends nothing.
 *
 * Each process that listens holds a lock of the database, which its session keeps until it ends, and then greets the others, who send
 * from then on. So a process can miss only what was committed in the moment between its first listening and its greeting, and its
 * devices find that out like anything else that they missed (`missed-events.ts`).
 */
import { randomInt } from 'node:crypto';
import type { Connection } from '../db/pool.ts';

/** The first half of the keys of these locks. The second half is different in each process. */
export const PRESENCE = 7_305_190;
const INT_MAX = 2 ** 31 - 1;
const GREETING = 'greetings of ';
/** Several looks at their usual interval. */
const SURE_FOR_MS = 2_000;

export class OtherListeners {
  readonly #me: string;
  readonly #channel: string;
  #isAlone = false;
  #greetings = 0;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(me: string, channel: string) {
    this.#me = me;
    this.#channel = channel;
  }

  /** Whether certainly no other process listens. On a connection that hangs no greeting is heard, so an old look counts for nothing. */
  get isAlone(): boolean {
    return this.#isAlone && performance.now() - this.#lookedAtMs < SURE_FOR_MS;
  }

  /** On the connection that listens: what is committed after this reaches this process. */
  async join(connection: Connection): Promise<void> {
    this.#isAlone = false;
    await connection.query('select pg_advisory_lock($1::int, $2::int)', [PRESENCE, randomInt(INT_MAX)]);
    await connection.query('select pg_notify($1, $2)', [this.#channel, GREETING + this.#me]);
  }

  /** Returns whether a notification is a greeting. Everybody may greet; it only makes the others send. */
  hears(payload: string): boolean {
    if (!payload.startsWith(GREETING)) return false;
    if (payload !== GREETING + this.#me) {
      this.#greetings += 1;
      this.#isAlone = false;
    }
    return true;
  }

  /** What is heard meanwhile counts for more than what was found. */
  async look(connection: Connection): Promise<void> {
    const [greetings, lookedAtMs] = [this.#greetings, performance.now()];
    const { rows } = await connection.query<{ alone: boolean }>(
      `select not exists (select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and l.classid = ${PRESENCE} and l.objsubid = 2
          and l.pid <> pg_backend_pid()) as alone`,
    );
    this.#isAlone = rows[0]?.alone === true && greetings === this.#greetings;
    this.#lookedAtMs = lookedAtMs;
  }

  /** Without a connection that listens, no greeting is heard. */
  lose(): void {
    this.#isAlone = false;
  }
}
