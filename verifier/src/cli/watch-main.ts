/** `candor-watch`: follows a platform's transparency log and compares the platform with it, until it is stopped. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

process.exitCode = await main();

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
  const platform = watchedPlatform(url);
  const [everySeconds = 10, lateSeconds = 60, pagesAgain = 100] = numbers;
  mkdirSync(keep, { recursive: true });
  const policy = await policyOf(keep, values.policy, () => platform.file('/log/policy'));
  if (typeof policy === 'string') return say(policy);
  const lateMaxMs = lateSeconds * 1000;
  const deps = { platform, policy, verify: nodeSignatures(), nowMs: Date.now, lateMaxMs, pagesAgain };
  const watch = new Watch(deps, readKept(keep));
  let code: number = EXIT.fine;
  for (;;) {
    try {
      const alarms = await watch.round();
      for (const one of alarms) report(keep, one);
      if (alarms.length > 0) code = EXIT.alarm;
      writeKept(keep, watch.watched);
      console.log(`${new Date().toISOString()} ${watch.size} entries, ${alarms.length} alarms`);
    } catch (error) {
      console.error(
        `watch: failed to read from the platform: ${error instanceof Error ? error.message : String(error)}`,
      );
      if (code === EXIT.fine) code = EXIT.unreadable;
    }
    if (values.once) return code;
    await delay(everySeconds * 1000);
  }
}

/** The policy that was given, or the one kept from the first run: a platform must not choose its witnesses anew. */
async function policyOf(
  keep: string,
  given: string | undefined,
  fetched: () => Promise<Uint8Array>,
): Promise<Policy | string> {
  const kept = join(keep, 'policy');
  if (given === undefined && !existsSync(kept)) writeFileSync(kept, await fetched());
  const read = readPolicy(readFileSync(given ?? kept, 'utf8'));
  return 'violation' in read ? `The policy is invalid: ${read.violation}.` : read;
}

function readKept(keep: string): Watched | undefined {
  const path = join(keep, 'watched.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Watched) : undefined;
}

function writeKept(keep: string, watched: Watched | undefined): void {
  if (watched === undefined) return;
  const path = join(keep, 'watched.json');
  writeFileSync(`${path}.new`, JSON.stringify(watched));
  renameSync(`${path}.new`, path);
}

/** Prints an alarm, and keeps it with its evidence. */
function report(keep: string, one: Alarm): void {
  console.log(`ALARM ${one.kind}: ${one.detail}`);
  const at = new Date().toISOString();
  const path = join(keep, `alarm-${at.replaceAll(/[:.]/g, '-')}-${one.kind}.json`);
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify({ at, ...one }, null, 2)}\n`);
}

function say(sentence: string): number {
  console.error(sentence);
  return EXIT.unreadable;
}
