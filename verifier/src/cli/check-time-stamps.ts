/** Checks every time stamp of a platform's log, and reports the time by which each stamped checkpoint existed. */
import { readFileSync } from 'node:fs';
import { checkToken } from '../time-stamp/check-token.ts';
import { readPolicy } from '../tlog/policy.ts';
import type { Alarm } from '../watch/alarms.ts';
import { checkStamp } from '../watch/check-stamps.ts';
import { followLog } from '../watch/follow-log.ts';
import { Logged } from '../watch/logged.ts';
import { policyOfAllTimes } from '../keys/followed-policy.ts';
import { nodeSignatures } from './node-signatures.ts';
import { readFile } from './watched-platform.ts';

/** A log may be quiet for a long time. The watch checks its age; this command does not. */
const ANY_AGE_SECONDS = 10 ** 9;

export type StampReport = {
  readonly alarms: readonly Alarm[];
  /** A sentence for each valid stamp. */
  readonly lines: readonly string[];
};

/** `anchorsFile` contains the certificates that the user trusts. If absent, those that the platform publishes are used. */
export async function checkTimeStamps(url: string, anchorsFile: string | undefined): Promise<StampReport> {
  const at = `${url.replace(/\/+$/, '')}/log/`;
  const read = (path: string): Promise<Uint8Array> => readFile(`${at}${path}`);
  const policy = readPolicy(new TextDecoder().decode(await read('policy')));
  if ('violation' in policy) throw new Error(`the policy is invalid: ${policy.violation}`);
  const verify = nodeSignatures();
  const times = { nowSeconds: Math.floor(Date.now() / 1000), ageMaxSeconds: ANY_AGE_SECONDS };
  const { place, entries, alarms } = await followLog({ read, policy, verify, ...times }, undefined);
  const logged = new Logged();
  const found = [...alarms, ...entries.flatMap((entry) => logged.add(entry))].filter(
    ({ kind }) => kind.startsWith('log_') || kind.startsWith('stamp'),
  );
  if (place === undefined) return { alarms: found, lines: [] };
  const source = {
    ...{ read, verify, note: place.note, check: checkToken },
    policy: policyOfAllTimes(policy, logged.keys, verify),
    anchors: anchorsFile === undefined ? undefined : readFileSync(anchorsFile, 'utf8'),
  };
  const lines: string[] = [];
  for (const stamp of logged.stamps.all) {
    // oxlint-disable-next-line no-await-in-loop -- a platform answers one after the other
    const checked = await checkStamp(source, { stamp, stamps: logged.stamps }, found);
    if (checked === undefined) continue;
    const { size, timeMs, accuracyMs, authority } = checked;
    const about = accuracyMs === 0 ? '' : `, within ${accuracyMs} ms`;
    lines.push(
      `The first ${size} entries existed at ${new Date(timeMs).toISOString()}${about}, according to ${authority}.`,
    );
  }
  return { alarms: found, lines };
}
