/**
 * Reads a customer's journals and events for a page of their timeline. The features describe both; this file adds the events that
 * belong to no feature's rows: account security, credit score, and operators' actions.
 */
import type { Pool } from '../../db/pool.ts';
import { readRowId } from '../../db/row-id.ts';
import { readJournalsBelow } from '../../ledger/journal-pages.ts';
import type { JournalsAsked, PagedJournal } from '../../ledger/journal-pages.ts';
import type { EventTold, ItemTold, TimelineEvents, TimelineItems } from '../../platform/timeline.ts';

export type JournalLine = Omit<PagedJournal, 'ref'> & {
  /** The item that the journal concerns, such as "spot_order" and its number. */
  readonly of: string;
  readonly id: string;
  readonly told: Partial<ItemTold>;
};

export type EventLine = {
  readonly timeMs: bigint;
  readonly rank: bigint;
  readonly id: bigint;
  readonly what: string;
  readonly kind: string;
  readonly told: Partial<EventTold>;
};

type Read<Line> = {
  readonly lines: readonly Line[];
  /** The last row that was read; undefined if there are no older rows. */
  readonly last: { readonly timeMs: bigint; readonly place: readonly bigint[] } | undefined;
};

/** The newest journals below a number, as the features describe them. */
export async function journalsOf(
  pool: Pool,
  items: readonly TimelineItems[],
  asked: JournalsAsked,
): Promise<Read<JournalLine>> {
  const { journals, last } = await readJournalsBelow(pool, asked);
  const told = await toldOf(pool, items, asked.book, journals);
  return {
    lines: journals.map(({ ref, ...journal }) => ({
      ...journal,
      ...itemOf(ref),
      told: told.get(journal.seq) ?? {},
    })),
    last: last && { timeMs: last.timeMs, place: [last.seq] },
  };
}

function itemOf(ref: string): { readonly of: string; readonly id: string } {
  const [of = '', id = ''] = ref.split(':');
  return { of, id };
}

/** The features' descriptions of the journals, by the journal's number. */
async function toldOf(
  pool: Pool,
  items: readonly TimelineItems[],
  customer: bigint,
  journals: readonly PagedJournal[],
): Promise<ReadonlyMap<bigint, Partial<ItemTold>>> {
  const found = await Promise.all(
    items.map(async (part) => {
      const own = journals.filter(
        ({ ref }) => itemOf(ref).of === part.of && readRowId(itemOf(ref).id) !== undefined,
      );
      if (own.length === 0) return [];
      const { rows } = await pool.query<{ seq: string; told: Partial<ItemTold> }>(part.told, [
        customer,
        own.map(({ ref }) => itemOf(ref).id),
        own.map(({ seq }) => seq),
        own.map(({ kind }) => kind),
      ]);
      return rows;
    }),
  );
  return new Map(found.flat().map(({ seq, told }) => [BigInt(seq), told]));
}

/** The events of the desk itself. Text that an operator wrote in a record is visible to operators only. */
const OWN_EVENTS: readonly TimelineEvents[] = [
  {
    rank: 4,
    events: `select e.time_ms, e.id, 'security' as what, e.kind,
        case when $5::boolean then jsonb_build_object('text', trim(e.address || ' ' || e.agent)) else '{}'::jsonb end as told
      from security_event e where e.customer = $1 and (e.time_ms, e.id) < ($2, $3)
      order by e.time_ms desc, e.id desc limit $4`,
  },
  {
    rank: 5,
    events: `select g.time_ms, g.id, 'score' as what, 'credit_changed' as kind,
        jsonb_build_object('score_before', g.score_before, 'score_after', g.score_after, 'reason', g.reason) as told
      from credit_change g where g.customer = $1 and (g.time_ms, g.id) < ($2, $3)
      order by g.time_ms desc, g.id desc limit $4`,
  },
  {
    rank: 6,
    events: `select a.time_ms, a.seq as id, 'operator' as what, a.action as kind,
        jsonb_build_object('by', a.operator, 'reason', a.reason) as told
      from audit a where a.subject = 'customer:' || $1::bigint and (a.time_ms, a.seq) < ($2, $3)
      order by a.seq desc limit $4`,
  },
];

/** At equal times, the event with the greater rank is newer; at equal ranks, the one with the greater id. */
export type EventPlace = { readonly timeMs: bigint; readonly rank: bigint; readonly id: bigint };

/** The sources in one select, in which `$2`, `$6` and `$3` are the time, rank and id of the place. */
export function eventsSql(sources: readonly TimelineEvents[]): string {
  const placed = [...OWN_EVENTS, ...sources].map(({ rank, events }) => {
    const id = `case when ${rank} < $6::int then 9223372036854775807 when ${rank} = $6::int then $3::bigint else -1 end`;
    const source = events.replaceAll('$2', '$2::bigint').replaceAll('$3', `(${id})::bigint`);
    return `(select e.time_ms, ${rank} as rank, e.id, e.what, e.kind, e.told from (${source}) e)`;
  });
  return `select h.* from (${placed.join('\n union all ')}) h
    order by h.time_ms desc, h.rank desc, h.id desc limit $4`;
}

export type EventsAsked = {
  readonly customer: bigint;
  readonly before: EventPlace;
  readonly limit: number;
  readonly withAddresses: boolean;
};

export async function eventsOf(
  pool: Pool,
  sql: string,
  { customer, before, limit, withAddresses }: EventsAsked,
): Promise<Read<EventLine>> {
  const found = await pool.query<{
    time_ms: string;
    rank: number;
    id: string;
    what: string;
    kind: string;
    told: Partial<EventTold>;
  }>(sql, [customer, before.timeMs, before.id, limit, withAddresses, before.rank]);
  const lines = found.rows.map(({ time_ms: timeMs, rank, id, ...rest }) => ({
    ...{ timeMs: BigInt(timeMs), rank: BigInt(rank), id: BigInt(id) },
    ...rest,
  }));
  const last = lines.at(-1);
  if (lines.length < limit || last === undefined) return { lines, last: undefined };
  return { lines, last: { timeMs: last.timeMs, place: [last.timeMs, last.rank, last.id] } };
}

export async function isCustomer(pool: Pool, customer: bigint): Promise<boolean> {
  const found = await pool.query('select from customer c where c.id = $1', [customer]);
  return found.rowCount === 1;
}
