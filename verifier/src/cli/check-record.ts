/** Checks one ticket or fill, either against the data in its file or against the data that the platform publishes now. */
import { readFileSync } from 'node:fs';
import type { Stretch } from '../beside.ts';
import type { Bundle, FillBundle, TicketBundle } from '../bundle.ts';
import { readBundle, verifyBundle } from '../bundle.ts';
import { CHECKPOINT_EVERY_SECONDS } from '../checkpoints.ts';
import { entriesOfFill, isReadable } from '../fill.ts';
import { entriesBeside } from '../rates.ts';
import type { DerivedTicket } from '../ticket.ts';
import { entriesOfTicket } from '../ticket.ts';
import type { Verdict } from '../verify.ts';
import { entriesWaited, readWaited, waitedSummary } from '../waited.ts';
import { collect } from './collect.ts';
import { followKeys } from '../keys/follow-keys.ts';
import { nodeSignatures } from './node-signatures.ts';
import { recall } from './recall.ts';
import type { Known, Report, Wait } from './report.ts';
import type { TapeServer } from './server.ts';
import { UnreadableError } from './server.ts';

/** Checks the ticket or fill of a bundle against the entries in the bundle. */
export function checkSaved(bundle: Bundle, known: Known): Report {
  const report = reportOf(bundle, verifyBundle(bundle, known), publicKeyFor(bundle, known));
  if (known.publicKey !== undefined || known.kept !== undefined) return report;
  const ownKey = `It is signed by ${report.publicKey}. Only the file states that key; --key compares it with one that you know.`;
  return { ...report, summary: `${report.summary}\n${ownKey}` };
}

/**
 * Checks the ticket or fill of a bundle against entries fetched now. The entries in the bundle are treated like those kept
 * from an earlier run.
 */
export async function checkFetched(
  serverOf: (symbol: string) => TapeServer,
  bundle: Bundle,
  { known, wait }: { readonly known: Known; readonly wait: Wait },
): Promise<Report> {
  const record = bundle.kind === 'ticket' ? bundle.ticket : bundle.fill;
  const server = serverOf(record.symbol);
  const used = bundle.kind === 'ticket' ? entriesOfTicket(bundle.ticket) : usedOfFill(bundle);
  const publicKey = publicKeyFor(bundle, known);
  const saved = bundle.checkpoints.map((checkpoint) => ({ ...checkpoint, symbol: record.symbol }));
  const verify = nodeSignatures();
  const keys = followKeys(publicKey, await server.keyChanges(), { purpose: 'tape', verify });
  const kept = { publicKey, keys, checkpoints: [...saved, ...(known.kept?.checkpoints ?? [])] };
  for (let waited = 0; ; waited += CHECKPOINT_EVERY_SECONDS) {
    const beside = await besideNow(serverOf, bundle);
    const fetched = { ...bundle, ...(await collect(server, used)), ...beside };
    const verdict = verifyBundle(fetched, { publicKey, keys, kept, waitedSeconds: waited });
    if (verdict.findings.every(({ code }) => code !== 'not_yet_signed')) {
      const now = { kept, symbol: record.symbol, from: Infinity, to: -Infinity };
      const headSeq = (await server.head()).seq;
      const old = await recall(server, { ...now, headSeq, published: await server.publicKey() });
      const said = new Set(verdict.findings.map(({ code, seq }) => `${code} ${seq}`));
      const fresh = old.filter(({ code, seq }) => !said.has(`${code} ${seq}`));
      const state = fresh.length > 0 ? 'contradicted' : verdict.state;
      return reportOf(fetched, { ...verdict, state, findings: [...verdict.findings, ...fresh] }, publicKey);
    }
    await wait(CHECKPOINT_EVERY_SECONDS);
  }
}

/**
 * Fetches the additional entries on which a fill depends. They are determined by the numbers that the fill names, not by the
 * entries in the file.
 */
async function besideNow(
  serverOf: (symbol: string) => TapeServer,
  bundle: Bundle,
): Promise<Pick<FillBundle, 'beside'>> {
  if (bundle.kind === 'ticket' || !isReadable(bundle.fill)) return {};
  const beside: Stretch[] = [];
  for (const { symbol, ...used } of entriesBeside(bundle.fill)) {
    // oxlint-disable-next-line no-await-in-loop
    beside.push({ symbol, ...(await collect(serverOf(symbol), used)) });
  }
  return { beside };
}

function usedOfFill({ fill, waited: given }: FillBundle): { readonly first: number; readonly last: number } {
  const waited = given === undefined ? undefined : readWaited(given, fill);
  return waited === undefined ? entriesOfFill(fill) : entriesWaited(waited, fill);
}

function publicKeyFor(bundle: Bundle, known: Known): string {
  return known.publicKey ?? known.kept?.publicKey ?? bundle.public_key;
}

function reportOf(bundle: Bundle, verdict: Verdict<unknown>, publicKey: string): Report {
  const { state, findings } = verdict;
  const { symbol } = bundle.kind === 'ticket' ? bundle.ticket : bundle.fill;
  const { checkpoints } = bundle;
  return { state, findings, summary: summaryOf(bundle, verdict), symbol, publicKey, checkpoints };
}

/** Describes the outcome according to the entries in one line. */
function summaryOf(bundle: Bundle, { derived, state }: Verdict<unknown>): string {
  if (derived === undefined) return 'The entries do not determine an outcome.';
  if (bundle.kind === 'fill') {
    const { entry, price } = derived as { entry: { seq: number }; price: string };
    const waited = bundle.waited === undefined ? undefined : readWaited(bundle.waited, bundle.fill);
    const found = `Entry ${entry.seq} has ${price} for this fill.`;
    return waited === undefined || state !== 'proved'
      ? found
      : `${found}\n${waitedSummary(waited, bundle.fill)}`;
  }
  const { status, reason, strike, settle, pnl } = derived as DerivedTicket;
  const exit = settle === undefined ? '' : `, exit ${settle.last} at entry ${settle.seq}`;
  const outcome = `Strike ${strike.last} at entry ${strike.seq}${exit}: ${status}${reason === null ? '' : ` (${reason})`}, ${pnl}.`;
  return `${outcome}${seenSummary(bundle)}`;
}

/**
 * Describes the newest entry at the acceptance of the order and the newest entry that the device had seen. If they contradict
 * each other, there is also a finding.
 */
function seenSummary({ ticket, seen_seq: seenSeq }: TicketBundle): string {
  if (seenSeq === undefined || ticket.accepted_seq < seenSeq) return '';
  return `\nAccepted at entry ${ticket.accepted_seq}; the device states that ${seenSeq} was the newest entry that it had seen when it sent the order.`;
}

/** Reads an evidence file. */
export function readBundleFile(path: string): Bundle {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UnreadableError(`Failed to read ${path}: ${(error as Error).message}`);
  }
  const bundle = readBundle(parsed);
  if (bundle === undefined) throw new UnreadableError(`${path} is not an evidence file of a ticket or fill.`);
  return bundle;
}
