/** Allocates row ids from a sequence in blocks, so that commands need no database query per id. */
import type { Connection } from '../db/pool.ts';

/** The increment of the sequence `row_id`. */
const BLOCK = 1000n;

export class IdBlock {
  #next = 0n;
  #end = 0n;
  #spare: bigint[] = [];

  /** Ensures that the next `count` ids can be taken without a query. */
  async reserve(connection: Connection, count: number): Promise<void> {
    while (this.#end - this.#next + BigInt(this.#spare.length) * BLOCK < BigInt(count)) {
      const result = await connection.query<{ id: string }>(`select nextval('row_id') as id`);
      this.#spare.push(BigInt((result.rows[0] as { id: string }).id));
    }
  }

  next(): bigint {
    if (this.#next === this.#end) {
      const start = this.#spare.shift();
      if (start === undefined) throw new Error('expected a reserved row id, found none left');
      this.#next = start;
      this.#end = start + BLOCK;
    }
    const id = this.#next;
    this.#next += 1n;
    return id;
  }
}
