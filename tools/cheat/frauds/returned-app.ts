/**
 * Logs another build of the app, and then the old one again: by alternating, the house could serve either build whenever it
 * wants to.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Crime, Fraud } from '../crime.ts';

const LOGGED_WITHIN_MS = 60_000;
const LOOK_MS = 200;

export const returnedApp: Fraud = {
  name: 'returned-app',
  says: 'Logs a newer build of the app, and then the older one again as if it were new, to serve the two in turns.',
  foundBy: ['app_returned'],
  isReady: async ({ sql }) => (await sql(`select from tlog_entry where kind = 'app'`)).length > 0,
  commit: async ({ sql }) => {
    const [old] = await sql<{ text: string }>('select text from tlog_manifest order by number desc limit 1');
    if (old === undefined) throw new Error('expected a manifest of the app, found none');
    const line = `${createHash('sha256').update('newer').digest('hex')}  newer.js\n`;
    await state(sql, old.text + line);
    await state(sql, old.text);
  },
};

/** Publishes a manifest, and waits until it is in the log. */
async function state(sql: Crime['sql'], text: string): Promise<void> {
  const [{ number } = { number: '' }] = await sql<{ number: string }>(
    `insert into tlog_manifest (number, hash, text, time_ms)
      select max(number) + 1, sha256(convert_to($1, 'UTF8')), $1, extract(epoch from clock_timestamp()) * 1000
      from tlog_manifest returning number`,
    [text],
  );
  const deadline = Date.now() + LOGGED_WITHIN_MS;
  while ((await sql(`select from tlog_entry where kind = 'app' and position = $1`, [number])).length === 0) {
    if (Date.now() > deadline) throw new Error('the manifest did not reach the log in time');
    await delay(LOOK_MS);
  }
}
