/** Registers a key that signs orders in a customer's name, and hides its entry of the log from the customer. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Crime, Fraud } from '../crime.ts';

const LOGGED_WITHIN_MS = 60_000;
const LOOK_MS = 200;

export const withheldDeviceKey: Fraud = {
  name: 'withheld-device-key',
  says: 'Registers a key with which the house could sign in a customer’s name, and hides the entry of the log from the customer.',
  foundBy: ['device_key_withheld'],
  isReady: async ({ sql, victims }) => {
    const stated = await sql(`select from tlog_entry where kind = 'book' and book = $1 limit 1`, [
      victims[0]?.book,
    ]);
    return stated.length > 0;
  },
  commit: async ({ sql, victims }) => {
    const book = victims[0]?.book;
    const [{ number } = { number: 0 }] = await sql<{ number: number }>(
      `insert into device_key (book, number, public_key, at_ms, session, signature)
        select $1, 1 + coalesce(max(k.number), 0), $2, extract(epoch from clock_timestamp()) * 1000, coalesce(max(k.session), 0), $3
        from device_key k where k.book = $1 returning number`,
      [book, randomBytes(32), randomBytes(64)],
    );
    await hideOnceLogged(sql, [book, number]);
  },
};

/** The entry stays in the log, whose tree covers it. Only the customer does not receive the data that reveals its content. */
async function hideOnceLogged(sql: Crime['sql'], place: readonly unknown[]): Promise<void> {
  const deadline = Date.now() + LOGGED_WITHIN_MS;
  for (;;) {
    const hidden = await sql(
      `update tlog_entry set book = null, opening = null, salt = null
        where kind = 'device_key' and key = $1 and position = $2 returning index`,
      place,
    );
    if (hidden.length > 0) return;
    if (Date.now() > deadline) throw new Error('the key did not reach the log in time');
    await delay(LOOK_MS);
  }
}
