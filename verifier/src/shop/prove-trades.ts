/** Proves a shopper's fills and tickets from the tape, once each, and keeps the evidence. */
import type { Bundle } from '../bundle.ts';
import { verifyBundle } from '../bundle.ts';
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import type { Fill } from '../fill.ts';
import { entriesOfFill } from '../fill.ts';
import type { FollowedKey } from '../keys/follow-keys.ts';
import { entriesBeside } from '../rates.ts';
import type { DerivedTicket } from '../ticket.ts';
import { entriesOfTicket } from '../ticket.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import { called } from './check-trades.ts';
import { fillsOf } from './fills-of.ts';
import type { KeptTrade, Notebook } from './notebook.ts';
import { tradeKey } from './notebook.ts';
import type { ShopTicket } from './wire.ts';

type Used = { readonly first: number; readonly last: number };
type Collected = { readonly entries: readonly TapeEntry[]; readonly checkpoints: readonly Checkpoint[] };

export type ProofDeps = {
  /** Reads the entries of a symbol that a verdict depends on, with the checkpoints around them. */
  readonly collect: (symbol: string, used: Used) => Promise<Collected>;
  /** The key that signs the tapes, as the shopper first saw it. */
  readonly publicKey: string;
  /** The keys that are linked to that key by signed statements. */
  readonly keys: readonly FollowedKey[];
  readonly nowMs: number;
};

/** A document that proves or contradicts a trade, with a name for its file. */
export type Document = { readonly name: string; readonly bundle: Bundle };
export type Proved = { readonly alarms: readonly Alarm[]; readonly documents: readonly Document[] };

/** The maximum number of trades that one round proves, so that a round stays short. */
const AT_ONCE = 8;

/** Proves the trades that are decided and not yet proved. */
export async function proveTrades(notebook: Notebook, deps: ProofDeps): Promise<Proved> {
  const alarms: Alarm[] = [];
  const documents: Document[] = [];
  const due = Object.values(notebook.trades).flatMap((kept) => subjectsOf(kept));
  const waiting = due.filter(({ key }) => notebook.proved[key] !== true);
  for (const subject of waiting.slice(0, AT_ONCE)) {
    const since = (notebook.since[subject.key] ??= deps.nowMs);
    const waitedSeconds = (deps.nowMs - since) / 1000;
    // oxlint-disable-next-line no-await-in-loop
    const bundle = await bundleOf(subject, deps);
    const verdict = verifyBundle(bundle, { publicKey: deps.publicKey, keys: deps.keys, waitedSeconds });
    if (verdict.state === 'undecided') continue;
    notebook.proved[subject.key] = true;
    documents.push({ name: `evidence-${subject.key.replaceAll(' ', '-')}`, bundle });
    if (verdict.state === 'proved') continue;
    const reasons = verdict.findings.map(
      ({ code, seq, params }) => `${code} ${seq ?? ''} ${JSON.stringify(params)}`,
    );
    const isVoid =
      subject.kind === 'ticket' && subject.ticket.status === 'void' && isDecided(verdict.derived);
    const detail = `${called(subject.kept)} does not follow from the tape: ${reasons.join('; ')}.`;
    alarms.push(alarm(isVoid ? 'void_unfounded' : 'trade_differs', detail, JSON.stringify(bundle)));
  }
  return { alarms: [...alarms, ...before(notebook)], documents };
}

/** Whether the tape gives a ticket an outcome other than void. */
function isDecided(derived: unknown): boolean {
  return derived !== undefined && (derived as DerivedTicket).status !== 'void';
}

type Subject = { readonly key: string; readonly kept: KeptTrade } & (
  | { readonly kind: 'ticket'; readonly ticket: ShopTicket }
  | { readonly kind: 'fill'; readonly fill: Fill }
);

function subjectsOf(kept: KeptTrade): readonly Subject[] {
  const key = tradeKey(kept.product, kept.id);
  if (kept.product === 'option') {
    const ticket = kept.seen as unknown as ShopTicket;
    return ticket.status === 'open' || ticket.reason === 'start_over'
      ? []
      : [{ key, kept, kind: 'ticket', ticket }];
  }
  return fillsOf(kept).map((fill, at) => ({ key: `${key} ${at}`, kept, kind: 'fill', fill }));
}

async function bundleOf(subject: Subject, { collect, publicKey }: ProofDeps): Promise<Bundle> {
  const shared = { candor: 2, public_key: publicKey } as const;
  if (subject.kind === 'ticket') {
    const { ticket, kept } = subject;
    const seen = kept.seenSeq === undefined ? {} : { seen_seq: kept.seenSeq };
    return {
      ...shared,
      kind: 'ticket',
      ticket,
      ...seen,
      ...(await collect(ticket.symbol, entriesOfTicket(ticket))),
    };
  }
  const { fill } = subject;
  const beside = await Promise.all(
    entriesBeside(fill).map(async ({ symbol, ...used }) => ({ symbol, ...(await collect(symbol, used)) })),
  );
  return { ...shared, kind: 'fill', fill, beside, ...(await collect(fill.symbol, entriesOfFill(fill))) };
}

/** A market order fills at the newest entry, so never before one that the shopper had received when it sent the order. */
function before({ trades }: Notebook): readonly Alarm[] {
  return Object.values(trades).flatMap((kept) => {
    const { product, seen, seenSeq } = kept;
    const [fill] = product === 'option' ? [] : fillsOf(kept);
    if (seenSeq === undefined || fill === undefined) return [];
    if (seen['type'] !== 'market' || fill.tape_seq >= seenSeq) return [];
    const detail = `${called(kept)} was filled at entry ${fill.tape_seq}, and the shopper had entry ${seenSeq} when it sent it.`;
    return [alarm('trade_differs', detail, JSON.stringify(seen))];
  });
}
