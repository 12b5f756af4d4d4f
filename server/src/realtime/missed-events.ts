/**
 * Finds customers whose devices missed an event, for example because the process that committed it was killed before passing it
 * on. Every few seconds, it compares the numbers of their books with the numbers published by this process. A device that is
 * behind is sent an event whose number reveals that, and then refetches everything.
 */
import type { Publication } from '../commands/facts.ts';
import { every } from '../db/periodic.ts';
import type { Periodic } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';

const LOOK_EVERY_MS = 1_500;
const BOOKS_AT_ONCE = 1_000;

type MissedDeps = {
  readonly pool: Pool;
  /** The customers with a device connected to this process. */
  readonly customers: () => readonly bigint[];
  readonly publish: (publications: readonly Publication[]) => void;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** The newest number published to a customer's devices by this process, and the number of the book at the last check. */
type Known = { published: bigint; lookedAt: bigint };

export class MissedEvents {
  readonly #deps: MissedDeps;
  readonly #looking: Periodic;
  #known = new Map<bigint, Known>();

  constructor(deps: MissedDeps) {
    this.#deps = deps;
    this.#looking = every(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => deps.onTrouble('sockets: failed to look for missed events (retrying)', error),
    );
  }

  /** Records publications of this process, whichever process committed them. */
  note(publications: readonly Publication[]): void {
    for (const { book, seq } of publications) {
      const known = this.#known.get(book);
      if (known !== undefined && seq > known.published) known.published = seq;
    }
  }

  /** It is unknown which events newly connected devices have received. */
  forget(): void {
    this.#known.clear();
  }

  async look(): Promise<void> {
    const customers = this.#deps.customers();
    const seqs = new Map<bigint, bigint>();
    for (let at = 0; at < customers.length; at += BOOKS_AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that they do not occupy every connection
      const { rows } = await this.#deps.pool.query<{ id: string; seq: string }>({
        name: 'book-seqs',
        text: 'select id, seq from book where id = any($1::bigint[])',
        values: [customers.slice(at, at + BOOKS_AT_ONCE).map(String)],
      });
      for (const { id, seq } of rows) seqs.set(BigInt(id), BigInt(seq));
    }
    const behind: Publication[] = [];
    const known = new Map<bigint, Known>();
    for (const [book, seq] of seqs) {
      const before = this.#known.get(book);
      // An event may still be in transit. Only events committed before the last check count as missed.
      const isBehind = before === undefined || before.published < before.lookedAt;
      if (isBehind) behind.push({ book, prev: seq, seq, moneyMoved: true, events: [] });
      known.set(book, { published: isBehind ? seq : before.published, lookedAt: seq });
    }
    this.#known = known;
    if (behind.length > 0) this.#deps.publish(behind);
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }
}
