/** Several hosts of one database: which host is used, and which is refused. */
import { inject, expect, test } from 'vitest';
import { Hosts, clientOf, hostsOf } from './hosts.ts';

test.for([
  ['postgres://a:b@one/candor', ['postgres://a:b@one/candor']],
  [
    'postgres://a:b@one:5432,two:6432/candor?pooling=transaction',
    [
      'postgres://a:b@one:5432/candor?pooling=transaction',
      'postgres://a:b@two:6432/candor?pooling=transaction',
    ],
  ],
  ['postgresql://one,two/candor', ['postgresql://one/candor', 'postgresql://two/candor']],
] as const)('parses the hosts of %s', ([url, hosts]) => {
  expect(hostsOf(url)).toEqual(hosts);
});

const several = (...hosts: readonly string[]): string => {
  const url = inject('postgres').ownerUrl;
  return url.replace(new URL(url).host, hosts.join(','));
};
const here = () => new URL(inject('postgres').ownerUrl).host;

test('connects to the host that accepts writes', async () => {
  const client = await clientOf(several('127.0.0.1:1', here()));
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test('names every host and the reason if none accepts writes', async () => {
  await expect(new Hosts(several('127.0.0.1:1', '127.0.0.1:2')).primary()).rejects.toThrow(
    /^no primary among the hosts of the database: 127\.0\.0\.1:1 .*ECONNREFUSED.*; 127\.0\.0\.1:2 .*ECONNREFUSED/,
  );
});

test('uses neither of two hosts that accept writes on the same timeline', async () => {
  const { port } = new URL(inject('postgres').ownerUrl);
  await expect(new Hosts(several(here(), `localhost:${port}`)).primary()).rejects.toThrow(
    /^more than one primary on timeline 1: /,
  );
});
