/**
 * Gets time stamps while this process leads: each authority stamps the newest witnessed checkpoint of the log at intervals. An
 * authority that fails delays nothing else, and is retried.
 */
import { X509Certificate, randomBytes } from 'node:crypto';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { acceptedTime, timeStampRequest } from './answer.ts';
import { statePolicy } from './policy.ts';
import type { TimeStampConfig } from './policy.ts';

const LOOK_EVERY_MS = 1_000;
const ANSWER_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 65_536;
/** The maximum age of the cosignatures that a stamp covers. A stamp of old ones would prove little. */
const RECENT_SECONDS = 120;
/** After a failure, an authority is retried after this time, which doubles up to the maximum below. */
const AGAIN_FIRST_MS = 10_000;
const AGAIN_LAST_MS = 600_000;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

export type Stamping = TimeStampConfig & {
  readonly pool: Pool;
  /** How many witnesses must have cosigned a checkpoint. */
  readonly quorum: number;
  readonly now: () => number;
  readonly report: (text: string) => void;
};

type Checkpoint = { readonly size: number; readonly note: string };

/** Starts stamping. Stopping aborts the current request. */
export function stampLog(stamping: Stamping): Periodic {
  const { authorities, report } = stamping;
  let policy: number | undefined;
  const ending = new AbortController();
  const state = async (): Promise<void> => {
    policy ??= await statePolicy(stamping.pool, stamping, stamping.now());
  };
  const failed = (what: string) => (error: Error) => {
    if (!ending.signal.aborted) report(`time stamps: failed to ${what} (retrying): ${error.message}`);
  };
  const periodic = authorities.map((address) => {
    const authority = new Authority(address, stamping, ending.signal);
    const work = async (): Promise<void> => {
      await state();
      if (policy !== undefined) await authority.stampIfDue(policy);
    };
    return every(LOOK_EVERY_MS, work, failed(`have a checkpoint stamped by ${address}`));
  });
  // A platform that no longer uses time stamps publishes their end.
  if (authorities.length === 0) {
    const until = every(
      LOOK_EVERY_MS,
      async () => {
        await state();
        void until.stop();
      },
      failed('record that no authorities are in use'),
    );
    periodic.push(until);
  }
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(periodic.map((one) => one.stop()));
    },
  };
}

/** One authority: when it is due, and what happens to its answer. */
export class Authority {
  readonly #address: string;
  readonly #ending: AbortSignal;
  readonly #stamping: Stamping;
  readonly #anchors: readonly X509Certificate[];
  #pauseMs = 0;
  #notBeforeMs = 0;

  /** `ending` aborts a request. */
  constructor(address: string, stamping: Stamping, ending = new AbortController().signal) {
    this.#ending = ending;
    this.#address = address;
    this.#stamping = stamping;
    this.#anchors = [...stamping.anchors.matchAll(PEM)].map(([pem]) => new X509Certificate(pem));
  }

  /**
   * Stores a stamp of the newest witnessed checkpoint if the last one is old enough. Throws if the authority doesn't provide one.
   */
  async stampIfDue(policy: number): Promise<void> {
    const { pool, now, everyMs, quorum } = this.#stamping;
    if (now() < this.#notBeforeMs) return;
    const { rows } = await pool.query<{ time_ms: string }>(
      'select time_ms from time_stamp where tsa = $1 order by number desc limit 1',
      [this.#address],
    );
    const dueMs = Number(rows[0]?.time_ms ?? 0) + everyMs;
    if (now() < dueMs) return;
    const recentSeconds = Math.floor(now() / 1000) - RECENT_SECONDS;
    const checkpoint = await newestWitnessed(pool, quorum, recentSeconds);
    if (checkpoint === undefined) return;
    try {
      await this.#stamp(checkpoint, policy);
      this.#pauseMs = 0;
    } catch (error) {
      this.#pauseMs = Math.min(Math.max(2 * this.#pauseMs, AGAIN_FIRST_MS), AGAIN_LAST_MS);
      this.#notBeforeMs = now() + this.#pauseMs;
      throw error;
    }
  }

  async #stamp({ size, note }: Checkpoint, policy: number): Promise<void> {
    const { pool, now } = this.#stamping;
    const nonce = randomBytes(16);
    // The nonce is positive and its encoding is as short as possible, so that the answer contains the same bytes.
    nonce.writeUInt8((nonce.readUInt8(0) & 0x3f) | 0x40, 0);
    const asked = { text: Buffer.from(note), nonce };
    const answer = await answerOf(this.#address, timeStampRequest(asked), this.#ending);
    const timeMs = acceptedTime(answer, asked, { anchors: this.#anchors, nowMs: now() });
    await inTransaction(pool, async (connection) => {
      // If two authorities answer at the same time, their answers are stored one after another.
      await connection.query('select pg_advisory_xact_lock(7305161)');
      const { rows } = await connection.query<{ number: string; size: string }>(
        'select number, size from time_stamp order by number desc limit 1',
      );
      // Another authority has stamped a later checkpoint in the meantime, so this one must be asked again.
      if (Number(rows[0]?.size ?? 0) > size) throw new Error('it answered after a later checkpoint');
      await connection.query(
        `insert into time_stamp (number, policy, size, tsa, note, answer, time_ms)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        [Number(rows[0]?.number ?? 0) + 1, policy, size, this.#address, note, answer, timeMs],
      );
    });
  }
}

/** Returns the newest checkpoint that enough of the current witnesses have cosigned, with the newest cosignature of each. */
async function newestWitnessed(
  pool: Pool,
  quorum: number,
  sinceSeconds: number,
): Promise<Checkpoint | undefined> {
  const { rows } = await pool.query<{ size: string; note: string }>(
    `select c.size, c.note || coalesce((select string_agg(n.line || e'\\n', '' order by n.witness) from (
          select distinct on (s.witness) s.witness, s.line from tlog_cosignature s join tlog_witness w on w.name = s.witness
          where s.size = c.size order by s.witness, s.seconds desc) n), '') as note
      from tlog_checkpoint c
      where (select count(distinct s.witness) from tlog_cosignature s join tlog_witness w on w.name = s.witness
        where s.size = c.size and s.seconds >= $2) >= $1
      order by c.size desc limit 1`,
    [quorum, sinceSeconds],
  );
  const [row] = rows;
  return row && { size: Number(row.size), note: row.note };
}

async function answerOf(address: string, request: Buffer, ending: AbortSignal): Promise<Buffer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(request),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), ending]),
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`its answer has more than ${ANSWER_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks);
}
