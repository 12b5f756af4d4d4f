/** Host names that are accepted or rejected as the server's origin. */
import { expect, it } from 'vitest';
import { originRule } from './origin.ts';

it.each([
  ['localhost:8080', 'http://localhost:8080', 'localhost:8080', 'localhost'],
  ['LOCALHOST', 'http://localhost', 'localhost', 'localhost'],
  ['app.localhost:3', 'http://app.localhost:3', 'app.localhost:3', 'app.localhost'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', '127.0.0.1:8080', '127.0.0.1'],
  ['192.168.1.20:8080', 'http://192.168.1.20:8080', '192.168.1.20:8080', '192.168.1.20'],
  ['172.31.0.2', 'http://172.31.0.2', '172.31.0.2', '172.31.0.2'],
  ['[::1]:8080', 'http://[::1]:8080', '[::1]:8080', '[::1]'],
])('accepts the host name %s', (header, origin, host, rpId) => {
  expect(originRule(undefined)(header)).toEqual({ origin, host, rpId });
});

it.each([
  '',
  'candor.example',
  'evil.example:8080',
  'localhost.evil.example',
  'evil.example#localhost',
  'localhost@evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '172.32.0.1',
  '8.8.8.8',
  '[2001:db8::1]',
  'localhost:99999',
  'localhost/evil.example',
])('rejects the host name %j', (header) => {
  expect(originRule(undefined)(header)).toEqual({
    origin: 'http://localhost',
    host: 'localhost',
    rpId: 'localhost',
  });
});

it('returns the public address whatever host a caller names', () => {
  const rule = originRule('https://candor.example');
  for (const header of ['localhost:8080', 'evil.example', '']) {
    expect(rule(header)).toEqual({
      origin: 'https://candor.example',
      host: 'candor.example',
      rpId: 'candor.example',
    });
  }
});
