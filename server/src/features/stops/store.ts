/** Reads emergency stops for display. Commands read those in effect with the heads of the tape (`quotes/heads.ts`). */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { StopCause } from '@candor/protocol/stops/targets.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';

type Db = Pick<Pool, 'query'>;
type Row = {
  readonly number: string;
  readonly target: string;
  readonly cause: StopCause;
  readonly since_ms: string;
  readonly until_ms: string;
  readonly in_effect: boolean;
};

export async function publicStops(db: Db): Promise<CallOutput<'GET transparency/stops'>> {
  const found = await db.query<Row & { readonly released: boolean }>({
    name: 'stops',
    text: `select s.number, s.target, s.cause, s.since_ms, s.until_ms, s.until_ms > emergency_stop_now_ms() as in_effect,
        s.until_ms < s.since_ms + s.hours * 3600000::bigint as released
      from emergency_stop s order by s.number desc limit $1`,
    values: [limits.publicMax],
  });
  return {
    stops: found.rows.map(({ number, since_ms: since, until_ms: until, ...row }) => ({
      ...row,
      ...{ number: Number(number), since_ms: Number(since), until_ms: Number(until) },
    })),
  };
}

export async function stopsForOperators(db: Db): Promise<ConsoleOutput<'GET stops'>> {
  const found = await db.query<
    Row & {
      readonly begun_by: string;
      readonly approvals: readonly { readonly operator: string; readonly ms: number }[];
    }
  >(
    `select s.number, s.target, s.cause, s.begun_by, s.since_ms, s.until_ms, s.until_ms > emergency_stop_now_ms() as in_effect,
        coalesce((select json_agg(json_build_object('operator', a.said_by, 'ms', a.said_ms) order by a.said_ms)
          from emergency_stop_approval a where a.number = s.number), '[]') as approvals
      from emergency_stop s order by s.number desc limit $1`,
    [limits.operatorsMax],
  );
  return found.rows.map(({ since_ms: since, until_ms: until, approvals, ...row }) => ({
    ...row,
    ...{ since: inSeconds(since), until: inSeconds(until) },
    approvals: approvals.map(({ operator, ms }) => ({ operator, at: inSeconds(ms) })),
  }));
}

const inSeconds = (ms: string | number): number => Math.floor(Number(ms) / 1000);
