/** `candor-watch`: follows a platform's transparency log and compares the platform with it, until it is stopped. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readPolicy } from '../tlog/policy.ts';
import type { Policy } from '../tlog/policy.ts';
import type { Alarm } from '../watch/alarms.ts';
import { Watch } from '../watch/watch.ts';
import type { Watched } from '../watch/watch.ts';
import { nodeSignatures } from './node-signatures.ts';
import { watchedPlatform } from './watched-platform.ts';

const PLACE_FILE = 'place.json';
const ENTRIES_FILE = 'entries.jsonl';

const HELP = `Usage: candor-watch --url <address> --keep <folder> [options]

Follows a platform's transparency log and compares with it what the platform serves: prices, terms, the app's files. Each
difference is an alarm with its evidence.

  --url <address>    the platform, for example http://127.0.0.1:8080
  --keep <folder>    what it has seen, so that a later run finds a rewritten past, and the evidence of alarms
  --policy <file>    the log's key and the witnesses that must have cosigned; the platform's own policy of the first run when
                     absent
  --every <seconds>  the pause between two rounds (default 10)
  --late <seconds>   how late a cosignature or an entry may come before it is an alarm (default 60)
  --again <pages>    how many pages of 1000 old entries each round reads again (default 100)
  --once             ends after one round

Ends with 0 if there was no alarm, 1 if there was one, and 2 if the platform could not be read.
`;

const EXIT = { fine: 0, alarm: 1, unreadable: 2 } as const;

process.exitCode = await main().catch((error: unknown) => {
  console.error(`watch: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.unreadable;
});

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      keep: { type: 'string' },
      policy: { type: 'string' },
      every: { type: 'string', default: '10' },
      late: { type: 'string', default: '60' },
      again: { type: 'string', default: '100' },
      once: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { url, keep, every, late, again } = values;
  const numbers = [every, late, again].map(Number);
  const isMistaken = url === undefined || keep === undefined || numbers.some((one) => !(one > 0));
  if (values.help || isMistaken) {
    (values.help ? process.stdout : process.stderr).write(HELP);
    return values.help ? EXIT.fine : EXIT.unreadable;
  }
  const [everySeconds = 10, lateSeconds = 60, pagesAgain = 100] = numbers;
  const platform = watchedPlatform(url);
  mkdirSync(keep, { recursive: true });
  const policy = await policyOf(keep, values.policy, () => platform.file('/log/policy'));
  const verify = nodeSignatures();
  const lateMaxMs = lateSeconds * 1000;
  // A single round has no later one in which a difference could be gone.
  const graceMs = values.once ? 0 : Math.max(lateMaxMs / 2, 2 * everySeconds * 1000);
  const deps = { platform, policy, verify, nowMs: Date.now, lateMaxMs, graceMs, pagesAgain };
  const watch = new Watch(deps, readKept(keep));
  let code: number = EXIT.fine;
  let reported = 0;
  for (;;) {
    const alarms = await watch.round();
    for (const one of alarms) report(keep, one, (reported += 1));
    if (alarms.length > 0) code = EXIT.alarm;
    // Only now: an alarm that was not written would be lost if the place were kept first.
    writeKept(keep, watch.take());
    console.log(`${new Date().toISOString()} watch: ${watch.size} entries, ${alarms.length} alarms`);
    if (values.once) return code === EXIT.fine && watch.size === 0 ? EXIT.unreadable : code;
    await delay(everySeconds * 1000);
  }
}

/** The given policy, or the one kept from the first run: a platform must not replace its witnesses later. */
async function policyOf(
  keep: string,
  given: string | undefined,
  fetched: () => Promise<Uint8Array>,
): Promise<Policy> {
  const kept = join(keep, 'policy');
  const isFirst = given === undefined && !existsSync(kept);
  const text = isFirst ? new TextDecoder().decode(await fetched()) : readFileSync(given ?? kept, 'utf8');
  const read = readPolicy(text);
  if ('violation' in read) throw new Error(`the policy is invalid: ${read.violation}`);
  if (given === undefined && read.quorum === 'none') {
    throw new Error('the platform’s policy demands no witnesses; give one that you trust with --policy');
  }
  if (isFirst) writeFileSync(kept, text);
  return read;
}

/** The place, and the entries up to it: a file that grows by a line for each entry. */
function readKept(keep: string): Watched | undefined {
  if (!existsSync(join(keep, PLACE_FILE))) return undefined;
  const place = JSON.parse(readFileSync(join(keep, PLACE_FILE), 'utf8')) as Watched['place'];
  const lines = readFileSync(join(keep, ENTRIES_FILE), 'utf8').split('\n').slice(0, place.size);
  if (lines.length < place.size)
    throw new Error(`expected ${place.size} entries in ${keep}, found ${lines.length}`);
  // Lines behind the place come from a run that ended between the two files.
  writeFileSync(join(keep, ENTRIES_FILE), lines.map((line) => `${line}\n`).join(''));
  return { place, entries: lines.map((line) => JSON.parse(line) as string) };
}

function writeKept(keep: string, watched: Watched | undefined): void {
  if (watched === undefined) return;
  appendFileSync(
    join(keep, ENTRIES_FILE),
    watched.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  );
  writeFileSync(join(keep, `${PLACE_FILE}.new`), JSON.stringify(watched.place));
  renameSync(join(keep, `${PLACE_FILE}.new`), join(keep, PLACE_FILE));
}

/** Prints an alarm and stores it with its evidence. */
function report(keep: string, one: Alarm, number: number): void {
  console.log(`ALARM ${one.kind}: ${one.detail}`);
  const at = new Date().toISOString();
  const name = `alarm-${at.replaceAll(/[:.]/g, '-')}-${number}-${one.kind}.json`;
  writeFileSync(join(keep, name), `${JSON.stringify({ at, ...one }, null, 2)}\n`);
}
