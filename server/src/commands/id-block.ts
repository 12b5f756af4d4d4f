/** Row ids in blocks of a sequence, so that a command does not ask the database for each. */
import type { Connection } from '../db/pool.ts';

/** What `row_id` is incremented by. */
const BLOCK = 1000n;

export class IdBlock {
  #next = 0n;
  #end = 0n;
  #spare: bigint[] = [];

  /** Makes sure that `count` ids can be given without asking. */
  async reserve(connection: Connection, count: number): Promise<void> {
    while (this.#end - this.#next + BigInt(this.#spare.length) * BLOCK < BigInt(count)) {
      const result = await connection.query<{ id: string }>(`select nextval('row_id') as id`);
      this.#spare.push(BigInt((result.rows[0] as { id: string }).id));
    }
  }

  next(): bigint {
    if (this.#next === this.#end) {
      const start = this.#spare.shift();
      if (start === undefined) throw new Error('more row ids taken than reserved');
      this.#next = start;
      this.#end = start + BLOCK;
    }
    const id = this.#next;
    this.#next += 1n;
    return id;
  }
}
