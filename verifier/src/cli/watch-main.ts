/** `candor-watch`: follows a platform's transparency log and compares the platform with it, until it is stopped. */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkToken } from '../time-stamp/check-token.ts';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { meets, readPolicy } from '../tlog/policy.ts';
import type { Policy } from '../tlog/policy.ts';
import { reportPage, reportText } from '../watch/report.ts';
import type { ReportFacts, ReportedAlarm } from '../watch/report.ts';
import { Watch } from '../watch/watch.ts';
import type { WatchDeps } from '../watch/watch.ts';
import { nodeSignatures } from './node-signatures.ts';
import { openShopping } from './shopping.ts';
import type { Shopping } from './shopping.ts';
import { policyText, readKept, storeAlarm, writeKept } from './watch-keep.ts';
import { HELP, readWatchOptions } from './watch-options.ts';
import type { WatchOptions } from './watch-options.ts';
import { watchedPlatform } from './watched-platform.ts';
import { openWitness } from './witness-of-watch.ts';

const APP_PASS_SECONDS = 10;
const APP_GRACE_MS = 15_000;
const EXIT = { fine: 0, alarm: 1, unreadable: 2 } as const;

process.exitCode = await main().catch((error: unknown) => {
  console.error(`watch: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.unreadable;
});

async function main(): Promise<number> {
  const options = readWatchOptions(process.argv.slice(2));
  if (options === 'help' || options === 'mistaken') {
    (options === 'help' ? process.stdout : process.stderr).write(HELP);
    return options === 'help' ? EXIT.fine : EXIT.unreadable;
  }
  const { url, keep, lateSeconds } = options;
  mkdirSync(keep, { recursive: true });
  const platform = watchedPlatform(url);
  const { text, store } = await policyText(keep, options.policy, () => platform.file('/log/policy'));
  const policy = soundPolicy(text, options);
  store();
  const lateMaxMs = lateSeconds * 1000;
  const deps = { platform, policy, verify: nodeSignatures(), nowMs: Date.now, lateMaxMs };
  const stamps = {
    check: checkToken,
    anchors: options.anchors === undefined ? undefined : readFileSync(options.anchors, 'utf8'),
  };
  const watch = new Watch(
    {
      ...{ ...deps, graceMs: graceMs(options), pagesAgain: options.pagesAgain, random: randomInt },
      ...{ stamps, app: appPace(options) },
    },
    readKept(keep),
  );
  const shopping =
    options.shop &&
    (await openShopping({
      ...{ url, folder: join(keep, 'shop'), lateMaxMs, accounts: options.shop.accounts },
      ...{ symbol: options.shop.symbol, tradeEveryMs: options.shop.tradeEverySeconds * 1000 },
    }));
  const witness = options.witness && openWitness(join(keep, 'witness'), options.witness, policy);
  try {
    return await run({ options, watch, shopping, policy, text });
  } finally {
    witness?.close();
  }
}

function soundPolicy(text: string, { policy: given }: WatchOptions): Policy {
  const read = readPolicy(text);
  if ('violation' in read) throw new Error(`the policy is invalid: ${read.violation}`);
  if (given === undefined && read.quorum === 'none') {
    throw new Error('the platform’s policy requires no witnesses; pass one that you trust with --policy');
  }
  return read;
}

/** A single round has no grace period, because no later round could show that a difference has gone. */
function graceMs({ once, lateSeconds, everySeconds }: WatchOptions): number {
  return once ? 0 : Math.max(lateSeconds * 500, 2 * everySeconds * 1000);
}

/**
 * Compares every file within ten seconds, or in each round if rounds are longer. A difference becomes an alarm after the
 * time in which a new build must appear in the log.
 */
function appPace(options: WatchOptions): NonNullable<WatchDeps['app']> {
  if (options.once) return { passRounds: 1, graceMs: 0 };
  return {
    passRounds: Math.max(1, Math.floor(APP_PASS_SECONDS / options.everySeconds)),
    graceMs: Math.min(APP_GRACE_MS, graceMs(options)),
  };
}

type Running = {
  readonly options: WatchOptions;
  readonly watch: Watch;
  readonly shopping: Shopping | undefined;
  readonly policy: Policy;
  readonly text: string;
};

async function run(running: Running): Promise<number> {
  const { options, watch, shopping } = running;
  const { keep, everySeconds, once } = options;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const seen = {
    from: now(),
    rounds: 0,
    alarms: [] as ReportedAlarm[],
    cosignedMs: [] as number[],
    roundMs: [] as number[],
  };
  while (!stop.signal.aborted) {
    const began = performance.now();
    // oxlint-disable no-await-in-loop -- rounds follow each other
    const alarms = [...(await watch.round()), ...((await shopping?.round(watch)) ?? [])];
    const at = now();
    for (const one of alarms) {
      const file = storeAlarm(keep, one, at, seen.alarms.length + 1);
      seen.alarms.push({ ...one, at, file });
    }
    // Stored only now: if the place were stored first, an alarm that was not yet written could be lost.
    writeKept(keep, watch.take());
    seen.rounds += 1;
    seen.roundMs.push(performance.now() - began);
    seen.cosignedMs.push(...cosignedMs(running));
    console.log(`${at} watch: ${watch.size} entries, ${alarms.length} alarms`);
    if (options.report !== undefined || once) writeReport(running, seen);
    if (once) break;
    await delay(pauseMs(everySeconds * 1000, performance.now() - began), undefined, {
      signal: stop.signal,
    }).catch(() => undefined);
    // oxlint-enable no-await-in-loop
  }
  writeReport(running, seen);
  if (seen.alarms.length > 0) return EXIT.alarm;
  return watch.size === 0 ? EXIT.unreadable : EXIT.fine;
}

/**
 * Rounds start at regular intervals. After a long round, the pause is a quarter of its duration, to spare a slow platform or
 * machine.
 */
function pauseMs(everyMs: number, tookMs: number): number {
  return Math.max(everyMs - tookMs, Math.min(everyMs, tookMs / 4));
}

function now(): string {
  return new Date().toISOString();
}

/** The age of the newest cosignature of the accepted checkpoint. */
function cosignedMs({ watch, policy }: Running): readonly number[] {
  const checkpoint = watch.note === undefined ? undefined : readCheckpoint(watch.note);
  if (checkpoint === undefined) return [];
  const { cosigned } = meets(checkpoint, policy, nodeSignatures());
  return cosigned.size === 0 ? [] : [Math.max(0, Date.now() - Math.max(...cosigned.values()) * 1000)];
}

type Seen = Pick<ReportFacts, 'from' | 'rounds' | 'alarms' | 'cosignedMs' | 'roundMs'>;

function writeReport({ options, watch, shopping, text }: Running, seen: Seen): void {
  const file = options.report ?? join(options.keep, 'report.md');
  const facts: ReportFacts = {
    ...seen,
    ...{ platform: options.url, policy: text, to: now(), entries: watch.size, note: watch.note },
    shoppers: (shopping?.shoppers ?? []).map(({ account, notebook }) => ({
      account,
      acts: notebook.acts,
      trades: Object.keys(notebook.trades).length,
      proved: Object.keys(notebook.proved).length,
      records: Object.keys(notebook.records).length,
      own: Object.keys(notebook.own).length,
    })),
  };
  writeFileSync(file, file.endsWith('.html') ? reportPage(facts) : reportText(facts));
}
