/**
 * Has a checkpoint cosigned by the log's witnesses (c2sp.org/tlog-witness). A witness that doesn't answer is asked again at the
 * next checkpoint.
 */
import type { Pool } from '../../db/pool.ts';
import { cosignatureIn } from './note.ts';
import type { NoteKey } from './note.ts';
import { HASH_BYTES, proofsOf } from './tree.ts';

const ANSWER_TIMEOUT_MS = 3_000;
const ANSWER_BYTES_MAX = 10_000;
const CONFLICT = 409;
/** A checkpoint that is still the newest after this time is cosigned again, to show that the log is alive. */
const AGAIN_AFTER_SECONDS = 20;

export type LogWitness = {
  readonly key: NoteKey;
  readonly vkey: string;
  /** The URL at which the witness accepts checkpoints, without a trailing slash. */
  readonly url: string;
};

type Checkpoint = { readonly size: number; readonly text: string; readonly note: string };

/** Requests cosignatures from witnesses, and remembers which checkpoint each has cosigned last. */
export class Cosigning {
  readonly #pool: Pool;
  readonly #report: (text: string) => void;
  readonly #now: () => number;
  readonly #sizes = new Map<string, number>();

  constructor(pool: Pool, report: (text: string) => void, now: () => number) {
    this.#pool = pool;
    this.#report = report;
    this.#now = now;
  }

  /** Has the newest checkpoint cosigned, and stores the cosignatures. */
  async cosign(witnesses: readonly LogWitness[]): Promise<void> {
    const newest = await this.#newest();
    if (newest === undefined) return;
    const missing = witnesses.filter(({ key }) => !newest.cosigned.includes(key.name));
    await Promise.all(
      missing.map((witness) =>
        this.#askOne(witness, newest).catch((error: Error) => {
          this.#report(
            `transparency log: witness ${witness.key.name} failed to cosign (retrying): ${error.message}`,
          );
        }),
      ),
    );
  }

  async #askOne(witness: LogWitness, checkpoint: Checkpoint): Promise<void> {
    const { name } = witness.key;
    let answer = await this.#submit(witness, checkpoint, this.#sizes.get(name) ?? 0);
    if (answer.status === CONFLICT) {
      const size = Number(answer.body.trim());
      if (!Number.isSafeInteger(size) || size < 0 || size > checkpoint.size) {
        throw new Error(
          `it says that it cosigned ${answer.body.trim()} entries, but the log has ${checkpoint.size}`,
        );
      }
      answer = await this.#submit(witness, checkpoint, size);
    }
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${answer.body.trim()}`);
    const nowSeconds = Math.floor(this.#now() / 1000);
    const given = cosignatureIn(answer.body, { text: checkpoint.text, key: witness.key, nowSeconds });
    if (given === undefined) throw new Error('its cosignature is invalid or of another time');
    this.#sizes.set(name, checkpoint.size);
    await this.#pool.query(
      'insert into tlog_cosignature (size, witness, seconds, line) values ($1, $2, $3, $4) on conflict do nothing',
      [checkpoint.size, name, given.seconds, given.line],
    );
  }

  async #submit({ url }: LogWitness, { size, note }: Checkpoint, oldSize: number) {
    const proof = await proofsOf((level, number) => this.#hashes(level, number), size).consistency(oldSize);
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body: `old ${oldSize}\n${lines}\n${note}`,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return { status: response.status, body: await shortBody(response) };
  }

  async #hashes(level: number, number: number): Promise<Buffer> {
    const { rows } = await this.#pool.query<{ hashes: Buffer }>(
      'select hashes from tlog_tile where level = $1 and number = $2',
      [level, number],
    );
    const hashes = rows[0]?.hashes;
    if (hashes === undefined || hashes.length < HASH_BYTES)
      throw new Error(`expected tile ${level}/${number}, found none`);
    return hashes;
  }

  async #newest(): Promise<(Checkpoint & { readonly cosigned: readonly string[] }) | undefined> {
    const { rows } = await this.#pool.query<{ size: string; note: string; cosigned: string[] }>(
      `select c.size, c.note, array(select s.witness from tlog_cosignature s where s.size = c.size and s.seconds > $1) as cosigned
        from tlog_checkpoint c order by c.size desc limit 1`,
      [Math.floor(this.#now() / 1000) - AGAIN_AFTER_SECONDS],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const text = row.note.slice(0, row.note.indexOf('\n\n') + 1);
    return { size: Number(row.size), note: row.note, text, cosigned: row.cosigned };
  }
}

/** Reads at most as much of an answer as a few signatures take. */
async function shortBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`expected an answer of at most ${ANSWER_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
