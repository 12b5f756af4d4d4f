/**
 * Actions that only the owner of a replay's database can take: setting the market's clock, which no serving role can do in a
 * replay, and reading data that the tables do not keep.
 */
import { createPool } from '../../src/db/pool.ts';
import type { Pool } from '../../src/db/pool.ts';
import { ownersUrl } from '../../src/db/postgres-cluster.ts';

/** Changes the clock's speed, without changing its time. */
const AT_SPEED = `update clock set base_market_ms = ceil(base_market_ms + ($1::float8 - base_wall_ms) * speed),
  base_wall_ms = $1, speed = $2`;

export class ReplayOwner {
  readonly #data: string;

  constructor(data: string) {
    this.#data = data;
  }

  async setClock(marketMs: number, speed: number): Promise<void> {
    await this.#as(async (pool) => {
      const values = [Date.now(), marketMs, speed];
      await pool.query('update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3', values);
    });
  }

  /** Lets the market continue at a given speed from its present time. */
  async goOn(speed: number): Promise<void> {
    await this.#as(async (pool) => void (await pool.query(AT_SPEED, [Date.now(), speed])));
  }

  /**
   * Records in a table of the test the entry from which each spot order waits at first, because a row keeps only its last
   * arming.
   */
  async noteBeginnings(): Promise<void> {
    await this.#as(async (pool) => {
      await pool.query(`
        create schema seen;
        create table seen.begun (book bigint, id bigint, armed_seq bigint, primary key (book, id));
        create function seen.note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
        begin
          insert into seen.begun select new.book, new.id, new.armed_seq;
          return null;
        end $$;
        create trigger seen after insert on spot_order for each row execute function seen.note();
        grant usage on schema seen to public;
        grant select on seen.begun to public;`);
    });
  }

  async #as(work: (pool: Pool) => Promise<void>): Promise<void> {
    const pool = createPool(await ownersUrl(this.#data), { max: 1 });
    try {
      await work(pool);
    } finally {
      await pool.end();
    }
  }
}
