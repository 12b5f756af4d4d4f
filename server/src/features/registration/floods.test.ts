/** A flood of mailed codes, within the bounds that a server really has: to one address, and from one place to many. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '../../../../tools/testing/identity-door.ts';
import type { IdentityDoor } from '../../../../tools/testing/identity-door.ts';
import { LIMITS } from '../../limits.ts';

const HOUR_MS = 3_600_000;
const { mailCodesAllDayMax, mailCodesAddressMax } = LIMITS.attempts;
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.close());

const send = (email: string, from: number) =>
  door.call('POST sms_mail', {
    fields: { email },
    address: `10.${from >> 16}.${(from >> 8) % 256}.${from % 256}`,
  });

async function mailsTo(pattern: string): Promise<number> {
  const found = await door.pool.query<{ n: string }>(
    'select count(*) as n from mail where email_key like $1',
    [pattern],
  );
  return Number(found.rows[0]?.n);
}

it('a thousand for one address from as many places are forty a day at most', async () => {
  let accepted = 0;
  for (let hour = 0; hour < 4; hour += 1) {
    const sent = Array.from({ length: 250 }, (_, at) => {
      const email = at % 2 === 0 ? 'flooded@example.com' : 'FLOODED@example.com';
      return send(email, hour * 250 + at);
    });
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    accepted += answers.filter(({ status }) => status === 200).length;
    door.clock.aheadMs += HOUR_MS;
  }
  expect(await mailsTo('flooded@%')).toBe(accepted);
  expect(accepted).toBeGreaterThan(5);
  expect(accepted).toBeLessThanOrEqual(mailCodesAllDayMax);
});

it('a thousand for as many addresses from one place are three hundred an hour', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => send(`sprayed${at}@example.com`, 7)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mailCodesAddressMax);
  expect(await mailsTo('sprayed%')).toBe(mailCodesAddressMax);
  expect(door.errors).toEqual([]);
});
