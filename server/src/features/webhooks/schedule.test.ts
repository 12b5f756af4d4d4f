/** The schedule of attempts, the consequence of each answer, and the addresses that are accepted. */
import { HOUR_MS } from '@candor/domain/time.ts';
import { expect, test } from 'vitest';
import { isWebhookUrl } from './endpoint.ts';
import { nextOf } from './recording.ts';
import { PAUSES_MS, pauseMs } from './schedule.ts';

test('makes ten attempts over three days and three hours, and extends each pause by up to a tenth at random', () => {
  expect(PAUSES_MS.map((_, at) => pauseMs(at + 1, 0))).toEqual(PAUSES_MS);
  expect(PAUSES_MS.map((_, at) => pauseMs(at + 1, 1))).toEqual(PAUSES_MS.map((ms) => Math.round(ms * 1.1)));
  expect(pauseMs(PAUSES_MS.length + 1, 0)).toBeUndefined();
  expect(PAUSES_MS.reduce((all, ms) => all + ms, 0)).toBe(75 * HOUR_MS + 35 * 60_000 + 5_000);
});

test.each([
  [1, 200, { status: 'delivered' }],
  [1, 204, { status: 'delivered' }],
  [10, 299, { status: 'delivered' }],
  [1, 307, { status: 'waiting', nextMs: 1_005_000 }],
  [1, 404, { status: 'waiting', nextMs: 1_005_000 }],
  [2, 500, { status: 'waiting', nextMs: 1_300_000 }],
  [9, null, { status: 'waiting', nextMs: 1_000_000 + 24 * HOUR_MS }],
  [10, null, { status: 'failed' }],
  [10, 503, { status: 'failed' }],
  [1, 410, { status: 'gone' }],
] as const)('after attempt %i with the status %s, changes the delivery to %o', (tries, status, next) => {
  const made = { at: 1, ms: 1, status, error: null };
  expect(nextOf(tries, { made, random: 0, nowMs: 1_000_000 })).toEqual(next);
});

const own = ['http://127.0.0.1:4711'];
test.each([
  ['https://example.com/hook', true],
  ['https://example.com:443/hook?a=b', true],
  ['https://example.com:8443/hook', true],
  ['https://142.250.74.74/hook', true],
  ['https://[2a00:1450:4001:82a::200a]/hook', true],
  ['http://127.0.0.1:4711/hook', true],
  ['http://127.0.0.1:4712/hook', false],
  ['http://example.com/hook', false],
  ['https://example.com:22/hook', false],
  ['https://example.com:5432/hook', false],
  ['https://example.com:80/hook', false],
  ['https://user:word@example.com/hook', false],
  ['https://user@example.com/hook', false],
  ['https://example.com@127.0.0.1/hook', false],
  ['https://127.0.0.1/hook', false],
  ['https://0x7f000001/hook', false],
  ['https://2130706433/hook', false],
  ['https://127.1/hook', false],
  ['https://[::1]/hook', false],
  ['https://[::ffff:127.0.0.1]/hook', false],
  ['https://[::ffff:a9fe:a9fe]/hook', false],
  ['https://[fd00::1]/hook', false],
  ['https://[64:ff9b::7f00:1]/hook', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://10.0.0.1/hook', false],
  ['https://localhost/hook', false],
  ['https://postgres/hook', false],
  ['https://db.internal/hook', false],
  ['https://printer.local./hook', false],
  ['https://example.com/hook#part', false],
  ['file:///etc/passwd', false],
  ['gopher://example.com/', false],
  ['javascript:alert(1)', false],
  ['', false],
])('reports the address %s as accepted: %s', (url, accepted) =>
  expect(isWebhookUrl(url, own)).toBe(accepted),
);
