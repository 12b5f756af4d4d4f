/** Endpoints are accepted only at known services over https. */
import { expect, test } from 'vitest';
import { isPushEndpoint } from './endpoints.ts';

const services = {
  hosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
  origins: ['http://127.0.0.1:4711'],
};

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:123', true],
  ['https://fcm.googleapis.com:443/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
  ['https://web.push.apple.com/QGuQ', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
  ['http://127.0.0.1:4711/push/1', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user:word@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com.evil.example/x', false],
  ['https://evil.example/fcm.googleapis.com', false],
  ['https://evilpush.apple.com/x', false],
  ['https://push.services.mozilla.com.evil.example/x', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['http://127.0.0.1:4712/x', false],
  ['http://localhost:4711/x', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://0x7f000001/x', false],
  ['file:///etc/passwd', false],
  ['ftp://fcm.googleapis.com/x', false],
  ['javascript:alert(1)', false],
  ['fcm.googleapis.com/x', false],
  ['', false],
])('reports the endpoint %s as accepted: %s', (endpoint, expected) =>
  expect(isPushEndpoint(endpoint, services)).toBe(expected),
);
