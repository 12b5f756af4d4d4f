import { expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { costOfBody } from './body-cost.ts';

const KB = 1024;

test.each([
  ['nothing', {}, '/api/demo', 0],
  ['fields', { 'content-length': String(32 * KB) }, '/api/user/login', 32],
  ['more fields than are read', { 'content-length': String(10 ** 12) }, '/api/user/login', 64],
  [
    'a picture',
    { 'content-length': String(32 * KB), 'content-type': 'multipart/form-data; boundary=x' },
    '/api/upload',
    4,
  ],
  [
    'messages of a socket that polls',
    { 'content-length': String(4 * KB) },
    '/socket.io/?EIO=4&transport=polling',
    64,
  ],
  [
    'a body that does not say how long it is',
    { 'transfer-encoding': 'chunked' },
    '/api/upload',
    LIMITS.http.unmeasuredCounting,
  ],
  [
    'one that says so besides',
    { 'transfer-encoding': 'identity', 'content-length': '1' },
    '/',
    LIMITS.http.unmeasuredCounting,
  ],
])('what %s costs before it is read', (_what, headers, url, cost) => {
  expect(costOfBody({ headers, url })).toBe(cost);
});
