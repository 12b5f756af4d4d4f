/** `candor-verify` and `npm run verify`: parses the command line, runs the check, and prints one line per finding. */
import { isHash } from '../crypto.ts';
import { readKept, writeKept } from './keep-file.ts';
import type { Line } from './options.ts';
import { HELP, readLine } from './options.ts';
import { sentenceOf } from './sentences.ts';
import type { DayDifference } from './check-day.ts';
import { checkRun } from './check-day.ts';
import { followKeys } from '../keys/follow-keys.ts';
import { nodeSignatures } from './node-signatures.ts';
import { UnreadableError, readKeyChanges, readMarketDays, readMarketRuns, tapeServer } from './server.ts';
import type { DayViolation } from '../market-days.ts';
import { dayViolations } from '../market-days.ts';
import type { Known, Report } from './report.ts';
import { waitForReal } from './report.ts';
import { checkFetched, checkSaved, readBundleFile } from './check-record.ts';
import { checkFills, refusalSentences, rowSentence } from './check-fills.ts';
import { checkTimeStamps } from './check-time-stamps.ts';
import { readLoggedFills } from './logged-fills.ts';
import { checkTape } from './check-tape.ts';
import { readRecording } from './recording-file.ts';

const EXIT = { proved: 0, contradicted: 1, undecided: 2 } as const;
const WRONG = 2;
/** The number of findings that are printed. A tape that was changed at one entry has findings in many places. */
const FINDINGS_SHOWN = 20;

const VERDICTS: Readonly<Record<Report['state'], string>> = {
  proved: 'Everything holds.',
  contradicted: 'This does NOT hold.',
  undecided: 'No verdict yet.',
};

process.exitCode = await main();

async function main(): Promise<number> {
  const read = readLine(process.argv.slice(2));
  if (read.kind === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (read.kind === 'wrong') return say(read.sentence);
  try {
    return await run(read.line);
  } catch (error) {
    if (error instanceof UnreadableError) return say(error.message);
    throw error;
  }
}

async function run(line: Line): Promise<number> {
  if (line.marketDays) return checkDays(line.url ?? '', line.key);
  if (line.fills) return checkAllFills(line.url ?? '');
  if (line.timeStamps) return checkAllStamps(line.url ?? '', line.anchors);
  if (line.day !== undefined) return checkMarketDay(line.url ?? '', line.day, line.key);
  const kept = line.keep === undefined ? undefined : readKept(line.keep);
  const report = await check(line, { publicKey: line.key, kept });
  const sentences = [
    ...report.findings.map(sentenceOf),
    ...(report.ofSources ?? []).map(({ code, detail }) => `${code}: ${detail}`),
  ];
  for (const sentence of sentences.slice(0, FINDINGS_SHOWN)) console.log(sentence);
  const more = sentences.length - FINDINGS_SHOWN;
  if (more > 0) console.log(`${more} more findings are not shown.`);
  console.log(report.summary);
  console.log(VERDICTS[report.state]);
  // Data from a file alone is not kept, because it does not show what the platform publishes.
  const sighted = line.url !== undefined && report.state !== 'contradicted' && isHash(report.publicKey);
  if (line.keep !== undefined && sighted) {
    writeKept(line.keep, kept, report);
  }
  return EXIT[report.state];
}

/** Checks the public lists of fills against the log. The watch checks the log's own signatures. */
async function checkAllFills(url: string): Promise<number> {
  const { faults, lists, lines, days, voids } = await checkFills(url, await readLoggedFills(url));
  for (const { kind, detail } of faults.slice(0, FINDINGS_SHOWN)) console.log(`${kind}: ${detail}`);
  const more = faults.length - FINDINGS_SHOWN;
  if (more > 0) console.log(`${more} more findings are not shown.`);
  for (const day of days) {
    for (const row of day.rows) console.log(rowSentence({ day: day.day, row }));
    for (const sentence of refusalSentences(day)) console.log(sentence);
  }
  for (const { day, tickets, saved_usdt: saved, cost_usdt: cost } of voids) {
    console.log(`${day} voids: ${tickets} tickets saved the house ${saved} USDT and cost it ${cost}`);
  }
  console.log(`${lists} lists with ${lines} lines checked.`);
  const state = faults.length > 0 ? 'contradicted' : lists === 0 ? 'undecided' : 'proved';
  console.log(VERDICTS[state]);
  return EXIT[state];
}

/** Checks the log's time stamps. */
async function checkAllStamps(url: string, anchors: string | undefined): Promise<number> {
  const { alarms, lines } = await checkTimeStamps(url, anchors);
  for (const { kind, detail } of alarms) console.log(`${kind}: ${detail}`);
  for (const line of lines) console.log(line);
  const state = alarms.length > 0 ? 'contradicted' : lines.length === 0 ? 'undecided' : 'proved';
  console.log(VERDICTS[state]);
  return EXIT[state];
}

const DAY_FAULTS: Readonly<Record<DayViolation['why'], string>> = {
  unreadable: 'not in the canonical form',
  other_signer: 'signed with another key',
  signature_wrong: 'invalid signature',
  key_differs: 'key differs from the committed one',
  key_hidden: 'over, but its key was not revealed',
};

/** Checks the published keys of the platform's simulated market. */
async function checkDays(url: string, known: string | undefined): Promise<number> {
  const { publicKey, days } = await readMarketDays(url);
  const violations = dayViolations(days, await signersOf(url, known ?? publicKey));
  for (const { day, why } of violations) console.log(`${day}: ${DAY_FAULTS[why]}.`);
  const keysRevealed = days.filter(({ key }) => key !== null).length;
  console.log(`${days.length} days, ${keysRevealed} with a revealed key.`);
  const state = violations.length > 0 ? 'contradicted' : days.length === 0 ? 'undecided' : 'proved';
  console.log(VERDICTS[state]);
  return EXIT[state];
}

/** The keys that are linked to a known one by signed statements. */
async function signersOf(url: string, publicKey: string): Promise<readonly string[]> {
  const following = { purpose: 'tape', verify: nodeSignatures() } as const;
  return followKeys(publicKey, await readKeyChanges(url), following).map((key) => key.publicKey);
}

/** Recomputes a day from its revealed key. */
async function checkMarketDay(url: string, day: string, known: string | undefined): Promise<number> {
  const { publicKey, days } = await readMarketDays(url);
  const violations = dayViolations(days, await signersOf(url, known ?? publicKey)).filter(
    (violation) => violation.day === day,
  );
  for (const { why } of violations) console.log(`${day}: ${DAY_FAULTS[why]}.`);
  const { runs, next } = await readMarketRuns(url, day);
  const keys = new Map(days.filter((one) => one.day === day).map((one) => [one.commitment, one.key]));
  const sums = { quotes: 0, refused: 0, leftOut: 0 };
  let differences = 0;
  let unchecked = 0;
  for (const [at, made] of runs.entries()) {
    const key = keys.get(made.commitment) ?? null;
    const after = runs[at + 1] ?? next;
    if (key === null || after === undefined) {
      unchecked += 1;
      continue;
    }
    const read = (symbol: string, from: number, limit: number) =>
      tapeServer(url, symbol).entries(from, limit);
    const report = await checkRun(read, key, { run: made, next: after });
    for (const found of report.differences) console.log(differenceSentence(found));
    if (report.hole !== undefined) console.log(holeSentence(report.hole));
    differences += report.differences.length;
    sums.quotes += report.quotes;
    sums.refused += report.refused;
    sums.leftOut += report.leftOut;
  }
  console.log(
    `${day}: ${runs.length} runs, ${sums.quotes} quotes compared; ${sums.refused} more were rejected, and ${sums.leftOut} arrived after their market had closed.`,
  );
  if (unchecked > 0)
    console.log(
      `${unchecked} runs not checked: they have not ended, or their day’s key is not revealed yet.`,
    );
  const isProved = runs.length > 0 && unchecked === 0;
  const state = violations.length > 0 || differences > 0 ? 'contradicted' : isProved ? 'proved' : 'undecided';
  console.log(VERDICTS[state]);
  return EXIT[state];
}

function holeSentence({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  return `The market made no steps from ${from} to ${to}.`;
}

function differenceSentence({ symbol, seq, field, derived, found }: DayDifference): string {
  if (found === null) return `${symbol}: the key makes a quote ${derived} that is not on the tape.`;
  if (derived === null)
    return `${symbol}, entry ${seq}: the key makes no quote here, and the tape has ${found}.`;
  return `${symbol}, entry ${seq}: ${field} is ${found}, and the key makes ${derived}.`;
}

async function check(line: Line, known: Known): Promise<Report> {
  const { url, symbol, from, to, ticket, messages } = line;
  if (ticket === undefined) {
    // The option parser ensures that both are present for a check of a tape.
    const server = tapeServer(url ?? '', symbol ?? '');
    const recording = messages === undefined ? undefined : readRecording(messages);
    return checkTape(server, { symbol: symbol ?? '', from, to }, { known, wait, recording });
  }
  const bundle = readBundleFile(ticket);
  if (url === undefined) return checkSaved(bundle, known);
  return checkFetched((of) => tapeServer(url, of), bundle, { known, wait });
}

async function wait(seconds: number): Promise<void> {
  console.error(`Not signed yet; retrying in ${seconds} seconds.`);
  await waitForReal(seconds);
}

function say(sentence: string): number {
  console.error(sentence);
  return WRONG;
}
