/**
 * Records every state of a position or spot order with a trigger of the test, independently of the server that is killed. A row
 * keeps only its last arming, and doesn't show whether an earlier one should have fired.
 */
import type { Pool } from '../../src/db/pool.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';

export type PositionState = {
  readonly side: 'long' | 'short';
  readonly status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled';
  readonly reason: string | null;
  readonly symbol: string;
  readonly price: string | null;
  readonly take_profit: string | null;
  readonly stop_price: string | null;
  readonly trail_distance: string | null;
  readonly entry_seq: string | null;
  readonly armed: Readonly<Record<string, readonly [version: number, armedSeq: string, sinceMs?: number]>>;
  readonly closes: readonly { readonly reason: string; readonly tape_seq: string }[];
};
export type OrderState = {
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit';
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: string | null;
  readonly symbol: string;
  readonly price: string | null;
  readonly version: string;
  readonly armed_seq: string;
  readonly created_ms: string;
  readonly filled_seq: string | null;
};
/** A state, with the market-clock time at which it was written. */
export type At<State> = { readonly atMs: number; readonly state: State };
export type Life<State> = { readonly name: string; readonly states: readonly At<State>[] };

export type Entry = {
  readonly seq: number;
  readonly timeMs: number;
  /** When the entry was made. It is the same as the entry's time unless the entry arrived late. */
  readonly madeMs: number;
  readonly gap: boolean;
  readonly bid: Amount;
  readonly ask: Amount;
};

/** Creates the history as the database owner, in a schema of the test. */
export async function keepHistory(owner: Pool): Promise<void> {
  await owner.query(`
    create schema seen;
    create table seen.state (n bigserial primary key, kind text, book bigint, id bigint, at_ms bigint, state jsonb);
    create function seen.keep() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into seen.state (kind, book, id, at_ms, state) select tg_table_name, new.book, new.id,
        c.base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - c.base_wall_ms) * c.speed, to_jsonb(new) from clock c;
      return null;
    end $$;
    create trigger seen after insert or update on position for each row execute function seen.keep();
    create trigger seen after insert or update on spot_order for each row execute function seen.keep();`);
}

/** The histories of all rows of a kind, each in the order of writes. */
async function livesOf<State>(owner: Pool, kind: string): Promise<Life<State>[]> {
  const { rows } = await owner.query<{ name: string; states: At<State>[] }>(
    `select format('%s %s of book %s', kind, id, book) as name,
        json_agg(json_build_object('atMs', at_ms, 'state', t.texts) order by n) as states
      -- Numbers as text: a program's would round them.
      from seen.state cross join lateral (select jsonb_object_agg(key, case jsonb_typeof(value) when 'number'
          then to_jsonb(value #>> '{}') else value end) as texts from jsonb_each(state)) t where kind = $1 group by kind, book, id order by book, id`,
    [kind],
  );
  return rows;
}

export const positionLives = (owner: Pool): Promise<Life<PositionState>[]> => livesOf(owner, 'position');

/** Spot orders, with the entry of the fill. */
export async function orderLives(owner: Pool): Promise<Life<OrderState>[]> {
  const fills = await owner.query<{ name: string; seq: string }>(
    `select format('spot_order %s of book %s', order_id, book) as name, tape_seq as seq from spot_fill where leg = 1`,
  );
  const seqs = new Map(fills.rows.map(({ name, seq }) => [name, seq]));
  const lives = await livesOf<OrderState>(owner, 'spot_order');
  return lives.map(({ name, states }) => ({
    name,
    states: states.map(({ atMs, state }) => ({
      atMs,
      state: { ...state, filled_seq: seqs.get(name) ?? null },
    })),
  }));
}

/** The whole tape of a symbol, in order. Entry number n is the nth. */
export async function tapeOf(owner: Pool, symbol: string): Promise<Entry[]> {
  const { rows } = await owner.query<
    Record<'seq' | 'time_ms' | 'made_ms' | 'bid' | 'ask', string> & { gap: boolean }
  >(
    'select seq, time_ms, least(time_ms, feed_time_ms) as made_ms, gap, bid, ask from tape where symbol = $1 order by seq',
    [symbol],
  );
  return rows.map((row) => ({
    ...{ seq: Number(row.seq), timeMs: Number(row.time_ms), gap: row.gap },
    madeMs: Number(row.made_ms),
    ...{ bid: fromNumeric(row.bid), ask: fromNumeric(row.ask) },
  }));
}
