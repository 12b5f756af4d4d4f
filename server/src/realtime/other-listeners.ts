/**
 * Determines whether another process listens for the changes that this one commits. Sealing and sending takes a tenth of the
 * time that the server spends on an order, so a process that has its database to itself sends nothing.
 *
 * Each process that listens holds a lock of the database for as long as its session exists, and then greets the others, which
 * send from then on. A process can therefore only miss what was committed between the moment it began to listen and its
 * greeting. Its devices detect that in the same way as any other missed event (`missed-events.ts`).
 */
import { randomInt } from 'node:crypto';
import type { Connection } from '../db/pool.ts';

/** The first half of the keys of these locks. The second half differs between processes. */
export const PRESENCE = 7_305_190;
const INT_MAX = 2 ** 31 - 1;
const GREETING = 'greetings of ';
/** Several times the usual interval between checks. */
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

  /**
   * Whether it is certain that no other process listens. A connection that hangs receives no greetings, so the result of an old
   * check is not trusted.
   */
  get isAlone(): boolean {
    return this.#isAlone && performance.now() - this.#lookedAtMs < SURE_FOR_MS;
  }

  /** Joins on the listening connection. Everything committed after this reaches this process. */
  async join(connection: Connection): Promise<void> {
    this.#isAlone = false;
    await connection.query('select pg_advisory_lock($1::int, $2::int)', [PRESENCE, randomInt(INT_MAX)]);
    await connection.query('select pg_notify($1, $2)', [this.#channel, GREETING + this.#me]);
  }

  /** Returns whether a notification is a greeting. Any login can send one; its only effect is that the others send. */
  hears(payload: string): boolean {
    if (!payload.startsWith(GREETING)) return false;
    if (payload !== GREETING + this.#me) {
      this.#greetings += 1;
      this.#isAlone = false;
    }
    return true;
  }

  /** Checks for other listeners. A greeting received in the meantime takes precedence over the result. */
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

  /** Without a listening connection, no greeting can be received. */
  lose(): void {
    this.#isAlone = false;
  }
}
