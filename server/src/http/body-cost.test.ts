import { expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { costOfBody } from './body-cost.ts';

const KB = 1024;

test.each([
  ['a request without a body', {}, '/api/demo', 0],
  ['a body of fields', { 'content-length': String(32 * KB) }, '/api/user/login', 32],
  ['a body with more fields than are read', { 'content-length': String(10 ** 12) }, '/api/user/login', 64],
  [
    'a picture',
    { 'content-length': String(32 * KB), 'content-type': 'multipart/form-data; boundary=x' },
    '/api/upload',
    4,
  ],
  [
    'messages of a polling socket',
    { 'content-length': String(4 * KB) },
    '/socket.io/?EIO=4&transport=polling',
    64,
  ],
  [
    'a body of unknown length',
    { 'transfer-encoding': 'chunked' },
    '/api/upload',
    LIMITS.http.unmeasuredCounting,
  ],
  [
    'a body with both a length and a transfer encoding',
    { 'transfer-encoding': 'identity', 'content-length': '1' },
    '/',
    LIMITS.http.unmeasuredCounting,
  ],
])('computes the cost of %s before reading it', (_what, headers, url, cost) => {
  expect(costOfBody({ headers, url })).toBe(cost);
});
