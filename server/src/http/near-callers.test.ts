/** The console accepts or rejects callers by their network. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { PRIVATE_NETWORKS, networksOf } from '../config/networks.ts';
import { Callers } from '../callers/callers.ts';
import { nearOf } from './near-callers.ts';

const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const nobody = new Callers([]);
const near = nearOf(networksOf('console-networks', PRIVATE_NETWORKS), nobody);

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.1.2.3', true],
  ['192.168.7.7', true],
  ['172.31.255.255', true],
  ['fd12::1', true],
  ['172.32.0.0', false],
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::1', false],
  ['', false],
  [undefined, false],
])('answers a request from %s: %s', (address, answers) => {
  expect(near(requestFrom(address))).toBe(answers);
});

test.each([
  [{ 'x-forwarded-for': '10.0.0.1' }, true],
  [{ 'x-forwarded-for': '10.0.0.1,203.0.113.7' }, false],
  [{ 'x-forwarded-for': 'unknown' }, false],
  [{ 'x-real-ip': '203.0.113.7' }, false],
  [{ forwarded: 'for=192.0.2.60;proto=http;by=10.0.0.1' }, false],
  [{ forwarded: 'for="[2001:db8:cafe::17]:4711"' }, false],
  [{ forwarded: 'for=10.0.0.1;proto=https, for="[fd00::1]"' }, true],
  [{ forwarded: 'For=_hidden' }, false],
])('answers a request forwarded by a nearby proxy with %j: %s', (headers, answers) => {
  expect(near(requestFrom('127.0.0.1', headers))).toBe(answers);
});

test('answers only requests from the configured networks', () => {
  const one = nearOf(networksOf('console-networks', '198.51.100.4, 2001:db8::/32'), nobody);
  expect(one(requestFrom('198.51.100.4'))).toBe(true);
  expect(one(requestFrom('198.51.100.5'))).toBe(false);
  expect(one(requestFrom('2001:db8::9'))).toBe(true);
  expect(one(requestFrom('127.0.0.1'))).toBe(false);
});

test('requires the client behind a trusted proxy, and every hop before it, to be nearby', () => {
  const behind = nearOf(
    networksOf('console-networks', '10.0.0.0/8'),
    new Callers(networksOf('trusted-proxies', '127.0.0.1')),
  );
  const says = (list: string) => behind(requestFrom('127.0.0.1', { 'x-forwarded-for': list }));
  expect(says('10.1.2.3')).toBe(true);
  expect(says('10.1.2.3, 203.0.113.7')).toBe(false);
  expect(says('203.0.113.7, 10.1.2.3')).toBe(false);
  expect(behind(requestFrom('127.0.0.1'))).toBe(false);
});
