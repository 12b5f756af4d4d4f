/**
 * Runs the stand-alone verifier on a ticket or fill in this browser, and stores the checkpoints that it saw. Loaded on demand.
 */
import type { Stretch } from '@candor/verifier/beside.ts';
import type { FillResult } from '@candor/verifier/fill.ts';
import { entriesOfFill } from '@candor/verifier/fill.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import { contradictions } from '@candor/verifier/remembered.ts';
import type { DerivedTicket } from '@candor/verifier/ticket.ts';
import { entriesBeside } from '@candor/verifier/rates.ts';
import { entriesOfTicket } from '@candor/verifier/ticket.ts';
import { verifyFill, verifyTicket } from '@candor/verifier/verify.ts';
import type { Gathered, Used } from './evidence.ts';
import { gather, gatherBeside } from './evidence.ts';
import type { KeptState } from './kept-state.ts';
import { keptForVerifier, keptOf } from './kept-state.ts';
import type { Subject } from './subject.ts';
import { symbolOf } from './subject.ts';
import { receiptOf } from './own-receipt.ts';
import type { ReceiptOnDevice } from './own-receipt.ts';
import { followed } from './followed-keys.ts';
import type { TapeReader } from './tape-reader.ts';

export type Derived = {
  readonly ticket: DerivedTicket | undefined;
  readonly fill: FillResult['derived'];
};

export type Report = {
  readonly state: 'proved' | 'contradicted' | 'undecided';
  readonly findings: readonly Finding[];
  readonly derived: Derived;
  readonly gathered: Gathered & { readonly beside: readonly Stretch[] };
  /** The newest entry that this device had seen when it sent the order; undefined if unknown. */
  readonly seenSeq: number | undefined;
  /** The number of stored checkpoints compared with the tape, and the time at which the oldest was stored. */
  readonly compared: { readonly count: number; readonly since: number | undefined };
  /** This device's knowledge of the receipt of the customer's order. */
  readonly receipt: ReceiptOnDevice;
};

function usedBy(subject: Subject): Used {
  return subject.kind === 'ticket' ? entriesOfTicket(subject.ticket) : entriesOfFill(subject.fill);
}

function comparedOf(kept: KeptState, symbol: string, gathered: Gathered): Report['compared'] {
  const shown = new Set([...gathered.entries, ...gathered.recalled].map(({ seq }) => seq));
  const compared = keptOf(kept, symbol).filter(({ seq }) => shown.has(seq));
  return { count: compared.length, since: compared.map((one) => one.kept_at).toSorted((a, b) => a - b)[0] };
}

/**
 * @param kept the state stored on this device before the verification.
 * @param seenSeq the newest entry that this device had seen when it sent the order.
 * @param waitedSeconds the time for which the customer has been waiting for a signature after the last entry.
 */
export async function verify(
  subject: Subject,
  given: {
    readonly readerOf: (symbol: string) => TapeReader;
    readonly kept: KeptState;
    readonly waitedSeconds: number;
    readonly seenSeq: number | undefined;
  },
): Promise<Report> {
  const { kept, waitedSeconds, seenSeq } = given;
  const symbol = symbolOf(subject);
  const gathered = await gather(given.readerOf(symbol), usedBy(subject), keptOf(kept, symbol));
  const beside =
    subject.kind === 'fill' ? await gatherBeside(given.readerOf, entriesBeside(subject.fill)) : [];
  const known = keptForVerifier(kept, symbol);
  const { entries, checkpoints, recalled, headSeq } = gathered;
  // The published key is trusted until a key has been stored. Afterwards only the stored key is trusted.
  const publicKey = known?.publicKey ?? gathered.publicKey;
  const signers = [gathered.publicKey, ...checkpoints.map((one) => one.public_key)];
  const keys = await followed(publicKey, signers, given.readerOf(symbol));
  const evidence = { entries, checkpoints, publicKey, keys, waitedSeconds };
  const ticket =
    subject.kind === 'ticket' ? verifyTicket({ ...evidence, ticket: subject.ticket, seenSeq }) : undefined;
  const fill = subject.kind === 'fill' ? verifyFill({ ...evidence, fill: subject.fill, beside }) : undefined;
  const verdict = ticket ?? fill ?? { state: 'undecided' as const, findings: [] };
  const seen = { symbol, publicKey: gathered.publicKey, entries: [...entries, ...recalled] };
  const receipt = await receiptOf(subject);
  const old =
    known === undefined ? [] : contradictions({ ...known, keys }, { ...seen, checkpoints, headSeq });
  const contradicted = [...old, ...receipt.findings];
  return {
    receipt,
    state: contradicted.length > 0 ? 'contradicted' : verdict.state,
    findings: [...verdict.findings, ...contradicted],
    derived: { ticket: ticket?.derived, fill: fill?.derived },
    gathered: { ...gathered, beside },
    seenSeq,
    compared: comparedOf(kept, symbol, gathered),
  };
}
