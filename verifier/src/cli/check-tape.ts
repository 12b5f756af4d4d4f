/** Checks the tape of a symbol, or a range of it, up to a signature after its end. */
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { CHECKPOINT_EVERY_SECONDS, checkCheckpoints } from '../checkpoints.ts';
import { finding } from '../findings.ts';
import { followKeys } from '../keys/follow-keys.ts';
import { sourceFindings } from '../sources/check-entry.ts';
import type { SourceFinding } from '../sources/check-entry.ts';
import type { Recording } from '../sources/messages.ts';
import { UNSIGNED_SECONDS_MAX } from '../verify.ts';
import { nodeSignatures } from './node-signatures.ts';
import { recall } from './recall.ts';
import type { Known, Report, Wait } from './report.ts';
import type { Scan, Stretch } from './scan.ts';
import { scanTape } from './scan.ts';
import type { TapeServer } from './server.ts';
import { UnreadableError } from './server.ts';

type Asked = { readonly symbol: string; readonly from: number; readonly to: number | undefined };

/**
 * Checks a range of a tape. If a recording of the sources' streams is given, compares the messages that
 * entries name with it.
 */
export async function checkTape(
  server: TapeServer,
  asked: Asked,
  {
    recording,
    ...deps
  }: { readonly known: Known; readonly wait: Wait; readonly recording?: Recording | undefined },
): Promise<Report> {
  const ofSources: SourceFinding[] = [];
  const onSound = (entries: readonly TapeEntry[]): void => {
    for (const entry of entries) {
      ofSources.push(...sourceFindings(asked.symbol, entry));
      if (recording !== undefined) ofSources.push(...recording.findings(asked.symbol, entry));
    }
  };
  const report = await checkSigned(server, asked, { ...deps, onSound });
  return ofSources.length === 0 ? report : { ...report, state: 'contradicted', ofSources };
}

async function checkSigned(
  server: TapeServer,
  asked: Asked,
  {
    known,
    wait,
    onSound,
  }: { readonly known: Known; readonly wait: Wait; readonly onSound: Stretch['onSound'] },
): Promise<Report> {
  const head = await server.head();
  const published = await server.publicKey();
  const publicKey = known.publicKey ?? known.kept?.publicKey ?? published;
  const { symbol, from } = asked;
  const to = Math.min(asked.to ?? head.seq, head.seq);
  const isSigned = nodeSignatures();
  const keys = followKeys(publicKey, await server.keyChanges(), { purpose: 'tape', verify: isSigned });
  const kept = known.kept && { ...known.kept, keys };
  const stretch = { symbol, from, to, publicKey, keys, kept, isSigned, onSound };
  const scan = from > to ? undefined : await scanTape(server, stretch);
  if (scan === undefined) throw new UnreadableError(`The tape of ${symbol} ends at entry ${head.seq}.`);
  const old = await recall(server, { ...stretch, headSeq: head.seq, published });
  if (scan.findings.length > 0 || old.length > 0) {
    const summary = summaryOf(scan, stretch);
    return {
      state: 'contradicted',
      findings: [...scan.findings, ...old],
      summary,
      symbol,
      publicKey,
      checkpoints: [],
    };
  }
  const behind = await signedBehind(server, scan, { stretch, wait });
  const whole = {
    ...behind,
    entries: scan.entries + behind.entries,
    checkpoints: scan.checkpoints + behind.checkpoints,
  };
  const found = behind.findings.length > 0;
  return {
    state: found ? 'contradicted' : 'proved',
    findings: behind.findings,
    summary: summaryOf(whole, stretch),
    symbol,
    publicKey,
    checkpoints: [scan.newest, behind.newest].filter((checkpoint) => checkpoint !== undefined),
  };
}

function summaryOf(scan: Scan, { symbol, publicKey }: Stretch): string {
  const { entries, checkpoints } = scan;
  return `${symbol}: ${entries} entries and ${checkpoints} checkpoints are valid, signed by ${publicKey}.`;
}

/** Continues the check to the first checkpoint at or after the end, and waits for a checkpoint if there is none yet. */
async function signedBehind(
  server: TapeServer,
  scan: Scan,
  { stretch, wait }: { readonly stretch: Stretch; readonly wait: Wait },
): Promise<Scan> {
  const nothing = { findings: [], entries: 0, checkpoints: 0, newest: undefined, end: scan.end };
  if (scan.newest !== undefined && scan.newest.seq >= stretch.to) return nothing;
  for (let waited = 0; ; waited += CHECKPOINT_EVERY_SECONDS) {
    const [next] = await server.checkpoints(stretch.to, 1);
    if (next !== undefined && next.seq > stretch.to) {
      return scanTape(server, { ...stretch, from: stretch.to + 1, to: next.seq }, scan.end);
    }
    if (next?.seq === stretch.to) return signedAtEnd(scan, next, stretch);
    if (waited >= UNSIGNED_SECONDS_MAX) {
      const missing = finding('not_signed_in_time', stretch.to, { seconds: String(waited) });
      return { ...nothing, findings: [missing] };
    }
    await wait(CHECKPOINT_EVERY_SECONDS);
  }
}

/** Compares a checkpoint that was signed after the scan had read the checkpoint's entry. */
function signedAtEnd(
  { end }: Scan,
  newest: Checkpoint,
  { symbol, publicKey, keys, isSigned }: Stretch,
): Scan {
  const findings = checkCheckpoints({ symbol, entries: [end] }, [newest], { publicKey, keys, isSigned });
  return { findings, entries: 0, checkpoints: 1, newest, end };
}
