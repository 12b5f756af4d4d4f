/** A page of a customer's timeline: the filters, the two streams, and the form in which operators receive a row. */
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Period } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { journalsBefore } from '../../ledger/journal-pages.ts';
import { groupOf, holdKinds, kindsOf } from '../../ledger/record-groups.ts';
import type { EntryTold, EventTold, ItemTold, TimelineItems } from '../../platform/timeline.ts';
import { mergePage } from './timeline-page.ts';
import type { Looked, MergedPage } from './timeline-page.ts';
import { eventsOf, journalsOf } from './timeline-store.ts';
import type { EventLine, EventPlace, JournalLine } from './timeline-store.ts';
import { secondsOf } from './views.ts';

type Asked = ConsoleInput<'GET timeline'>;
type Item = ConsoleOutput<'GET timeline'>['items'][number];
/** The number of the journal, and the place of the event, below which a page begins. */
export type TimelinePlace = readonly [bigint, EventPlace];

export type TimelineDeps = {
  readonly pool: Pool;
  readonly items: readonly TimelineItems[];
  readonly eventsSql: string;
};

export type TimelinePage = {
  readonly asked: Asked;
  readonly period: Period;
  readonly place: TimelinePlace | undefined;
  readonly limit: number;
  readonly withAddresses: boolean;
  /** The platform's public origin. */
  readonly publicOrigin: string;
};

/** With filters, at most this many rows of each stream are read for a page. */
const ROWS_READ_MAX = 1000;
/** Greater than every rank of a source of events. */
const RANK_MAX = 99n;

const KINDS_OF: Readonly<Record<NonNullable<Asked['product']>, readonly string[]>> = {
  spot: kindsOf('spot'),
  contract: kindsOf('leverage'),
  forex: kindsOf('leverage'),
  option: kindsOf('option'),
};

export async function timelinePage(
  deps: TimelineDeps,
  page: TimelinePage,
): Promise<MergedPage<Item, bigint, EventPlace>> {
  const { asked, period, limit } = page;
  const customer = BigInt(asked.customer);
  const [below, before] = page.place ?? [
    period.beforeMs >= NEVER_MS ? SEQ_MAX : await journalsBefore(deps.pool, customer, period.beforeMs),
    { timeMs: BigInt(period.beforeMs), rank: 0n, id: 0n },
  ];
  const isFiltered = [asked.product, asked.symbol, asked.q, asked.kind].some((one) => one !== undefined);
  const rows = isFiltered || period.fromMs > 0 || period.beforeMs < NEVER_MS ? ROWS_READ_MAX : limit + 1;
  const [journals, events] = await Promise.all([
    journalsOf(deps.pool, deps.items, { book: customer, below, kinds: journalKinds(asked), limit: rows }),
    eventsOf(deps.pool, deps.eventsSql, {
      ...{ customer, before, limit: rows, withAddresses: page.withAddresses },
    }),
  ]);
  const { publicOrigin } = page;
  const matching = (item: Item) => matches(item, asked) && isWithin(item, period);
  const ones: Looked<Item, bigint> = {
    start: below,
    rows: journals.lines
      .map((line) => ({ timeMs: line.timeMs, place: line.seq, row: journalItem(line, publicOrigin) }))
      .filter(({ row }) => matching(row)),
    readTo: untilFrom(
      journals.last && { timeMs: journals.last.timeMs, place: journals.last.place[0] ?? 0n },
      period.fromMs - HOUR_MS,
    ),
  };
  const others: Looked<Item, EventPlace> = {
    start: before,
    rows: events.lines
      .map((line) => ({ timeMs: line.timeMs, place: line, row: eventItem(line) }))
      .filter(({ row }) => matching(row)),
    readTo: untilFrom(
      events.last && { timeMs: events.last.timeMs, place: eventPlace(events.last.place) },
      period.fromMs,
    ),
  };
  return mergePage(ones, others, limit);
}

/** Above every number of a journal, and a number that a cursor can hold. */
const SEQ_MAX = 10n ** 18n - 1n;
const NEVER_MS = 8_640_000_000_000_000;

/** Whether the numbers of a cursor can be a place: no source of events has a greater rank. */
export function isPlace([, , rank = 0n]: readonly bigint[]): boolean {
  return rank <= RANK_MAX;
}

export function placeOfCursor(numbers: readonly bigint[]): TimelinePlace {
  const [seq = 0n, ...rest] = numbers;
  return [seq, eventPlace(rest)];
}

export function cursorNumbers([seq, { timeMs, rank, id }]: TimelinePlace): readonly bigint[] {
  return [seq, timeMs, rank, id];
}

function eventPlace([timeMs = 0n, rank = RANK_MAX, id = 0n]: readonly bigint[]): EventPlace {
  return { timeMs, rank, id };
}

/** Ends a stream that was read back to the start of the requested period. */
function untilFrom<Place>(
  last: { readonly timeMs: bigint; readonly place: Place } | undefined,
  fromMs: number,
): { readonly timeMs: bigint; readonly place: Place } | undefined {
  return last === undefined || last.timeMs < fromMs ? undefined : last;
}

/** The kinds of journals that can match; undefined if every kind can. */
function journalKinds({ kind, product }: Pick<Asked, 'kind' | 'product'>): readonly string[] | undefined {
  const ofProduct = product === undefined ? undefined : KINDS_OF[product];
  const ofKind = kind === undefined ? undefined : kindsOfFilter(kind);
  if (ofProduct === undefined || ofKind === undefined) return ofProduct ?? ofKind;
  return ofKind.filter((one) => ofProduct.includes(one));
}

function kindsOfFilter(kind: NonNullable<Asked['kind']>): readonly string[] {
  if (kind === 'hold') return holdKinds();
  return kind === 'security' || kind === 'operator' || kind === 'score' ? [] : kindsOf(kind);
}

function isWithin({ time }: Item, { fromMs, beforeMs }: Period): boolean {
  return time * 1000 + 999 >= fromMs && time * 1000 < beforeMs;
}

function matches(item: Item, { kind, product, symbol, q }: Partial<Asked>): boolean {
  if (kind === 'hold' ? !holdKinds().includes(item.kind) : kind !== undefined && kind !== item.what)
    return false;
  if (product !== undefined && product !== item.product) return false;
  if (symbol !== undefined && symbol !== item.symbol && !item.evidence.some((one) => one.symbol === symbol))
    return false;
  if (q === undefined) return true;
  const { of, text, reason, by, kind: named, amount, journal } = item;
  const words = [of?.id, text, reason, by, named, amount, journal?.seq.toString()];
  return words.some((word) => word?.toLowerCase().includes(q.trim().toLowerCase()));
}

const NO_DETAILS = {
  ...{ by: null, product: null, symbol: null, side: null, quantity: null, price: null, status: null },
  ...{ amount: null, currency: null, network: null, days: null, score_before: null, score_after: null },
  ...{ reason: null, text: null },
};

function journalItem({ timeMs, kind, of, id, seq, postings, told }: JournalLine, origin: string): Item {
  const { evidence = [], ...details } = told;
  return {
    ...NO_DETAILS,
    ...(details satisfies Partial<Omit<ItemTold, 'evidence'>>),
    time: secondsOf(timeMs),
    ...{ what: groupOf(kind), kind, of: { kind: of, id } },
    journal: {
      seq: Number(seq),
      postings: postings.map(({ account, currency, amount }) => ({
        ...{ account, own: !isHouseAccount(account), currency, amount: formatAmount(amount) },
      })),
    },
    evidence: evidence.map((entry) => publicEntry(entry, origin)),
  };
}

function publicEntry({ symbol, seq, price }: EntryTold, origin: string): Item['evidence'][number] {
  const url = `${origin}/api/tape/${encodeURIComponent(symbol)}?from_seq=${seq}&limit=1`;
  return { symbol, seq: Number(seq), price, url };
}

function eventItem({ timeMs, what, kind, id, told }: EventLine): Item {
  const of = ITEM_OF[kind.split('.')[0] ?? ''];
  return {
    ...NO_DETAILS,
    ...(told satisfies Partial<EventTold>),
    time: secondsOf(timeMs),
    ...{ what: what as Item['what'], kind, of: of === undefined ? null : { kind: of, id: id.toString() } },
    ...{ journal: null, evidence: [] },
  };
}

/** Events whose number is that of an item, which has journals too. */
const ITEM_OF: Readonly<Record<string, string>> = {
  deposit: 'deposit',
  loan: 'loan',
  spot_order: 'spot_order',
};
