/** Which addresses are public, and which addresses a URL names literally. */
import { expect, test } from 'vitest';
import { isPublicAddress, literalAddress } from './public-addresses.ts';

test.each([
  ['142.250.74.74', true],
  ['2a00:1450:4001:82a::200a', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['239.255.255.250', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:142.250.74.74', true],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::a00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['::127.0.0.1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['::ffff:0:7f00:1', false],
  ['::ffff:0:a9fe:a9fe', false],
  ['fe80::1%eth0', false],
  ['100::1', false],
  ['5f00::1', false],
  ['2001:10::1', false],
  ['192.88.99.1', false],
  ['2001:4860:4860::8888', true],
  ['example.com', false],
])('reports the address %s as public: %s', (address, expected) =>
  expect(isPublicAddress(address)).toBe(expected),
);

test.each([
  ['https://127.0.0.1/x', '127.0.0.1'],
  ['https://0x7f000001/x', '127.0.0.1'],
  ['https://2130706433/x', '127.0.0.1'],
  ['https://127.1/x', '127.0.0.1'],
  ['https://[::1]:8443/x', '::1'],
  ['https://[::ffff:169.254.169.254]/x', '::ffff:a9fe:a9fe'],
  ['https://example.com/x', undefined],
])('finds the literal address of %s: %s', (url, address) =>
  expect(literalAddress(new URL(url))).toBe(address),
);
