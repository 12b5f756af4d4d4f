/** Gathers from a server what a verdict needs: entries from a checkpoint before to one behind, page by page. */
import type { TapeEntry } from './chain.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { Ticket } from './ticket.ts';
import { entriesOfTicket, rederiveTicket } from './ticket.ts';
import { evidenceStart } from './verify.ts';

/** How the tape is read; both answer in ascending order, at most `limit`, from a number on. */
export type TapeSource = {
  readonly entries: (fromSeq: number, limit: number) => Promise<readonly TapeEntry[]>;
  readonly checkpoints: (fromSeq: number, limit: number) => Promise<readonly Checkpoint[]>;
};

export type Collected = {
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
};

const PAGE = 1000;
/** A ticket lives for minutes; a run longer than this is no evidence but a flood. */
const ENTRIES_MAX = 200_000;

/** What a verdict on a ticket needs. A ticket that names no exit is followed until the rules find it. */
export async function collectForTicket(ticket: Ticket, source: TapeSource): Promise<Collected> {
  const { first, last } = entriesOfTicket(ticket);
  const collected = await collectRange({ first, last }, source);
  // Only what is void without a price names no exit. The rules say when there are entries enough.
  if (ticket.status === 'open' || ticket.reason === 'start_over' || ticket.settle_seq !== null)
    return collected;
  const entries = [...collected.entries];
  for (;;) {
    const reach = rederiveTicket(ticket, entries).derived?.after?.seq;
    if (reach !== undefined) return collectRange({ first, last: reach }, source, entries);
    const page = endsAtStrike(ticket, entries) ? [] : await source.entries(nextOf(entries, first), PAGE);
    if (page.length === 0 || entries.length > ENTRIES_MAX) return { ...collected, entries };
    entries.push(...page);
  }
}

function endsAtStrike(ticket: Ticket, entries: readonly TapeEntry[]): boolean {
  return rederiveTicket(ticket, entries).derived?.reason === 'gap_strike';
}

function nextOf(entries: readonly TapeEntry[], first: number): number {
  return (entries.at(-1)?.seq ?? first - 1) + 1;
}

/** What a verdict needs that rests on the entries from `first` to `last`, of which some may be at hand. */
export async function collectRange(
  { first, last }: { readonly first: number; readonly last: number },
  source: TapeSource,
  known: readonly TapeEntry[] = [],
): Promise<Collected> {
  const before = await checkpointBefore(first, source);
  const after = await source.checkpoints(last, 1);
  const start = evidenceStart(first, before === undefined ? [] : [before]);
  const entries = known.filter(({ seq }) => seq >= start);
  if (entries[0]?.seq !== start) entries.length = 0;
  const end = after[0]?.seq ?? last;
  while (nextOf(entries, start) <= end && entries.length <= ENTRIES_MAX) {
    const from = nextOf(entries, start);
    const page = await source.entries(from, Math.min(PAGE, end - from + 1));
    if (page.length === 0) break;
    entries.push(...page);
  }
  const both = before === undefined || before.seq === after[0]?.seq ? after : [before, ...after];
  return { entries, checkpoints: both };
}

/** The newest checkpoint at or before a number, found by looking back ten times as far each time. */
async function checkpointBefore(seq: number, source: TapeSource): Promise<Checkpoint | undefined> {
  for (let back = PAGE; ; back *= 10) {
    const from = Math.max(1, seq - back);
    const found = (await source.checkpoints(from, PAGE)).filter((checkpoint) => checkpoint.seq <= seq);
    if (found.length > 0 || from === 1) return found.at(-1);
  }
}
