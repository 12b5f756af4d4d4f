/** `candor-app`: compares the app that a server serves, and your own build of it, with the manifest in the server's log. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readPolicy } from '../tlog/policy.ts';
import type { Policy } from '../tlog/policy.ts';
import type { Alarm } from '../watch/alarms.ts';
import { readManifest } from '../watch/check-app.ts';
import type { ManifestFile } from '../watch/check-app.ts';
import { compareBuilt, compareServed } from '../watch/compare-app.ts';
import type { AppDifference } from '../watch/compare-app.ts';
import { followLog } from '../watch/follow-log.ts';
import { Logged } from '../watch/logged.ts';
import { nodeSignatures } from './node-signatures.ts';
import { UnreadableError } from './server.ts';
import { readFile } from './watched-platform.ts';

const HELP = `Usage: candor-app --url <address> [--dist <folder>] [--policy <file>]

Reads the newest manifest of the app from the platform's transparency log, and compares every file that the server serves with
it. A build that came back after a newer one, without a reason in the log, is a difference too. With a folder, it
also compares a build of the published source, for example web/dist.

  --url <address>    the platform, for example http://127.0.0.1:8080
  --dist <folder>    your own build
  --policy <file>    the log's key and the witnesses that must have cosigned; if absent, the platform's own policy

Exits with 0 if everything is the same, 1 if something differs, and 2 if it could not be read.
`;

const EXIT = { same: 0, differs: 1, unreadable: 2 } as const;
/** How old the witnesses' signatures may be. */
const AGE_MAX_SECONDS = 600;
/** Compressed copies have the same content, and source maps are not served. */
const LEFT_OUT = /\.(?:br|gz|map)$/;

process.exitCode = await main().catch((error: unknown) => {
  console.error(`app: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.unreadable;
});

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      dist: { type: 'string' },
      policy: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.url === undefined) {
    (values.help ? process.stdout : process.stderr).write(HELP);
    return values.help ? EXIT.same : EXIT.unreadable;
  }
  const at = values.url.replace(/\/+$/, '');
  const { hash, returned } = await loggedManifest(at, await policyOf(at, values.policy));
  const text = new TextDecoder().decode(await readFile(`${at}/log/app/${hash}`));
  const logged = readManifest(text);
  if (logged === undefined || createHash('sha256').update(text).digest('hex') !== hash)
    throw new UnreadableError(`${at} serves another manifest than ${hash}, which is in its log.`);
  console.log(`The log’s newest manifest is ${hash}, with ${logged.length} files.`);
  for (const { detail } of returned) console.log(detail);
  const served = await compareServed((path) => readServed(`${at}/${path}`), logged);
  tell('The server', served);
  const built = values.dist === undefined ? [] : compareBuilt(filesOf(values.dist), logged);
  if (values.dist !== undefined) tell('Your build', built);
  return served.length + built.length + returned.length === 0 ? EXIT.same : EXIT.differs;
}

async function policyOf(at: string, given: string | undefined): Promise<Policy> {
  const text =
    given === undefined
      ? new TextDecoder().decode(await readFile(`${at}/log/policy`))
      : readFileSync(given, 'utf8');
  const read = readPolicy(text);
  if ('violation' in read) throw new UnreadableError(`The policy is invalid: ${read.violation}.`);
  return read;
}

/**
 * Returns the newest manifest in the log, after verifying the log's tree, signature and cosignatures, and the builds that
 * returned without a stated reason.
 */
async function loggedManifest(
  at: string,
  policy: Policy,
): Promise<{ readonly hash: string; readonly returned: readonly Alarm[] }> {
  const following = {
    ...{ policy, verify: nodeSignatures(), read: (path: string) => readFile(`${at}/log/${path}`) },
    ...{ nowSeconds: Math.floor(Date.now() / 1000), ageMaxSeconds: AGE_MAX_SECONDS },
  };
  const { entries, alarms } = await followLog(following, undefined);
  const [wrong] = alarms;
  if (wrong !== undefined) throw new UnreadableError(wrong.detail);
  const logged = new Logged();
  const returned = entries
    .flatMap((entry) => logged.add(entry))
    .filter(({ kind }) => kind === 'app_returned');
  if (logged.app === undefined) throw new UnreadableError(`The log of ${at} has no manifest of an app.`);
  return { hash: logged.app, returned };
}

/** Undefined if the server has no such file. */
async function readServed(url: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(url);
  } catch (error) {
    if (error instanceof Error && error.message.endsWith(' 404')) return undefined;
    throw error;
  }
}

function filesOf(folder: string): readonly ManifestFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !LEFT_OUT.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({
      path: relative(folder, path),
      hash: createHash('sha256').update(readFileSync(path)).digest('hex'),
    }));
}

const WHY: Readonly<Record<AppDifference['why'], string>> = {
  bytes_differ: 'has different bytes than the log states',
  missing: 'is in the log but missing',
  not_logged: 'is not in the log',
};

function tell(whose: string, differences: readonly AppDifference[]): void {
  if (differences.length === 0) console.log(`${whose} has exactly the logged files.`);
  for (const { path, why, logged, found } of differences) {
    console.log(`${whose}: ${path} ${WHY[why]} (log ${logged ?? 'none'}, found ${found ?? 'none'}).`);
  }
}
