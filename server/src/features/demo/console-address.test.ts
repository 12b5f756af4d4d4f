/** Where a demo's caller reaches the console. */
import { expect, test } from 'vitest';
import { networksOf, PRIVATE_NETWORKS } from '../../config/networks.ts';
import { consoleAddressOf } from './console-address.ts';

const networks = networksOf('console-networks', PRIVATE_NETWORKS);
const near = { host: 'localhost:8080', address: '127.0.0.1' };

test.each([
  ['localhost:8080', 'http://localhost:8082'],
  ['192.168.0.7:8080', 'http://192.168.0.7:8082'],
  ['[::1]:8080', 'http://[::1]:8082'],
  ['demo.example', 'http://demo.example:8082'],
  ['', null],
])('is the console’s port on the host name of the request: %s', (host, address) => {
  expect(consoleAddressOf({ origins: [], networks }, 8082, { ...near, host })).toBe(address);
});

test('is the console’s public address if there is one', () => {
  const origins = ['https://desk.candor.example'];
  expect(consoleAddressOf({ origins, networks }, 8082, near)).toBe(origins[0]);
});

test('is null for a caller whose network the console rejects, and if there is no console', () => {
  const console = { origins: ['https://desk.candor.example'], networks };
  expect(consoleAddressOf(console, 8082, { ...near, address: '203.0.113.9' })).toBeNull();
  expect(consoleAddressOf(console, undefined, near)).toBeNull();
});
