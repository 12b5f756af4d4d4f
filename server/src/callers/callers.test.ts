/** A call's address and host name, including forged headers, which are ignored. */
import { describe, expect, test } from 'vitest';
import { networksOf } from '../config/networks.ts';
import { countedAs, plainAddress } from './addresses.ts';
import { Callers } from './callers.ts';
import { ServedNames } from './served-names.ts';

const asked = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  socket: { remoteAddress },
  headers,
});

describe('resolves the caller’s address', () => {
  const callers = new Callers(networksOf('trusted-proxies', '127.0.0.1,10.0.0.0/8,fd00::/8'));
  test.each([
    // Headers are used only if they come from a trusted proxy.
    ['198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['198.51.100.7', '127.0.0.1', '198.51.100.7'],
    ['2001:db8::7', '10.0.0.1', '2001:db8::7'],
    // The forwarded list is read from the right, up to the last trusted hop.
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['fd00::1', '2001:DB8:0:0::9', '2001:db8::9'],
    ['127.0.0.1', '10.0.0.3', '10.0.0.3'],
    // Reading stops at an entry that is not an address, and the last valid hop is returned.
    ['127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9, <script>, 10.0.0.2', '10.0.0.2'],
    ['127.0.0.1', '203.0.113.9:4711', '127.0.0.1'],
    ['127.0.0.1', ' , ,', '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    [undefined, '203.0.113.9', ''],
  ])('finds the client of a request from %s that forwards %s: %s', (peer, forwarded, address) => {
    expect(callers.addressOf(asked(peer, { 'x-forwarded-for': forwarded }))).toBe(address);
    expect(new Callers([]).addressOf(asked(peer, { 'x-forwarded-for': forwarded }))).toBe(
      plainAddress(peer) ?? '',
    );
  });

  test.each([
    ['198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    // A program inside the network, for which the proxy makes requests.
    ['127.0.0.1', '10.0.0.3', '10.0.0.3'],
    ['127.0.0.1', '', ''],
    ['127.0.0.1', ' , ,', ''],
    ['127.0.0.1', '203.0.113.9, unknown', ''],
    ['127.0.0.1', '203.0.113.9, <script>, 10.0.0.2', ''],
    [undefined, '203.0.113.9', ''],
  ])(
    'does not mistake a proxy for its client: for a request from %s that forwards %s, the client is %s',
    (peer, forwarded, client) => {
      expect(callers.clientOf(asked(peer, { 'x-forwarded-for': forwarded }))).toBe(client);
    },
  );

  test('accepts a forwarded host name and https only from a trusted proxy', () => {
    const headers = {
      host: 'inside:8080',
      'x-forwarded-host': 'evil.example, Candor.Example',
      'x-forwarded-proto': 'https',
    };
    expect(callers.hostOf(asked('10.1.1.1', headers))).toBe('candor.example');
    expect(callers.isSecure(asked('10.1.1.1', headers))).toBe(true);
    expect(callers.hostOf(asked('203.0.113.9', headers))).toBe('inside:8080');
    expect(callers.isSecure(asked('203.0.113.9', headers))).toBe(false);
    expect(callers.isSecure(asked('10.1.1.1', { 'x-forwarded-proto': 'https, http' }))).toBe(false);
  });
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', ''],
])('counts the address %s towards the limit of %s', (address, counted) => {
  expect(countedAs(address)).toBe(counted);
});

describe('recognises the server’s own host names', () => {
  const demo = new ServedNames({ origins: [], alsoPrivate: true });
  const live = new ServedNames({ origins: ['https://candor.example'], alsoPrivate: false });
  test.each([
    ['127.0.0.1:8080', true, true],
    ['localhost:8080', true, true],
    ['app.localhost', true, true],
    ['[::1]:8080', true, true],
    ['192.168.1.7:8080', true, false],
    ['[fd00::7]', true, false],
    ['candor.example', false, true],
    ['candor.example:443', false, true],
    ['candor.example:8443', false, false],
    ['candor.example.evil.example', false, false],
    ['evil.example', false, false],
    ['localhost.evil.example', false, false],
    ['127.0.0.1.evil.example', false, false],
    ['203.0.113.7', false, false],
    ['candor.example@evil.example', false, false],
    ['', false, false],
    ['127.0.0.1:8080/x', false, false],
  ])('accepts the host name %s in a demo: %s, in live mode: %s', (host, inDemo, inLive) => {
    expect([demo.isOwnHost(host), live.isOwnHost(host)]).toEqual([inDemo, inLive]);
  });

  test.each([
    [undefined, 'candor.example', true],
    ['https://candor.example', 'candor.example', true],
    ['http://candor.example', 'candor.example', false],
    ['https://candor.example:8443', 'candor.example', false],
    ['https://evil.example', 'candor.example', false],
    ['null', 'candor.example', false],
    ['', 'candor.example', false],
    ['http://localhost:8080', 'localhost:8080', true],
    ['http://localhost:3000', 'localhost:8080', false],
    ['http://127.0.0.1:8080', 'localhost:8080', false],
    ['file://localhost:8080', 'localhost:8080', false],
  ])('allows or rejects the origin %s of a page that calls %s: %s', (origin, host, own) => {
    expect(live.isOwnOrigin(origin, host)).toBe(own);
  });
});
