/** Uploads refused by the API: each has its error code and stores nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { floodPng, photo } from '@candor/testing/pictures.ts';
import { MULTIPART, multipart, uploadOver, uploadParts } from '@candor/testing/uploads.ts';
import type { Part } from '@candor/testing/uploads.ts';
import { LIMITS } from '../../limits.ts';

let door: IdentityDoor;
let mallory: string;

beforeAll(async () => {
  door = await openIdentityDoor();
  mallory = await door.register('mallory');
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

const send = (parts: readonly Part[]) => uploadOver(door.app, mallory, parts);
const stored = async (): Promise<number> =>
  (await door.pool.query<{ n: number }>('select count(*)::int as n from stored_file')).rows[0]?.n ?? 0;

describe('an invalid upload', () => {
  const text = (content: string): Buffer => Buffer.from(content);
  const two = async (): Promise<Part[]> => [
    ...uploadParts(await photo(1)),
    ...uploadParts(await photo(2)).slice(1),
  ];
  const cases: [what: string, parts: () => Part[] | Promise<Part[]>, status: number, code: string][] = [
    [
      'SVG',
      () => uploadParts(text('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: 'image/svg+xml' }),
      415,
      'file_type_wrong',
    ],
    ['HTML as an image', () => uploadParts(text('<script>alert(1)</script>')), 415, 'file_type_wrong'],
    ['JavaScript as an image', () => uploadParts(text('alert(1)')), 415, 'file_type_wrong'],
    ['an empty file', () => uploadParts(Buffer.of()), 400, 'upload_failed'],
    ['a truncated image', async () => uploadParts((await photo(3)).subarray(0, 9000)), 400, 'upload_failed'],
    [
      'a decompression bomb',
      () => uploadParts(floodPng(50_000, 50_000), { type: 'image/png' }),
      413,
      'file_too_big',
    ],
    ['more than 10 MB', () => uploadParts(Buffer.alloc(LIMITS.uploads.bytesMax + 1, 9)), 413, 'file_too_big'],
    ['no file', () => [{ name: 'purpose', content: 'kyc' }], 400, 'parameter_missing'],
    ['no purpose', async () => uploadParts(await photo(3)).slice(1), 400, 'parameter_missing'],
    [
      'an unknown purpose',
      async () => [{ name: 'purpose', content: 'wallpaper' }, ...uploadParts(await photo(3)).slice(1)],
      400,
      'parameter_wrong',
    ],
    ['two files', two, 400, 'request_illegal'],
    [
      'two purposes',
      async () => [{ name: 'purpose', content: 'kyc' }, ...uploadParts(await photo(3))],
      400,
      'parameter_wrong',
    ],
    [
      'a file instead of the purpose',
      async () => [
        { name: 'purpose', content: 'kyc', filename: 'a' },
        ...uploadParts(await photo(3)).slice(1),
      ],
      400,
      'parameter_wrong',
    ],
    [
      'a text instead of the file',
      () => [
        { name: 'purpose', content: 'kyc' },
        { name: 'file', content: 'x' },
      ],
      400,
      'parameter_wrong',
    ],
    [
      'a part named like a property of Object',
      () => [{ name: '__proto__', content: 'x' }],
      400,
      'request_illegal',
    ],
    [
      'a hundred fields',
      () => Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, content: 'x' })),
      400,
      'request_illegal',
    ],
  ];
  test.each(cases)('is refused and not stored if it contains %s', async (_, parts, status, code) => {
    const before = await stored();
    expect(await send(await parts())).toMatchObject({
      status,
      body: { type: 'error', error: code },
    });
    expect(await stored()).toBe(before);
  });

  const bodies: [what: string, type: string, payload: () => Buffer, code: string][] = [
    ['JSON', 'application/json', () => text('{"purpose":"kyc"}'), 'request_illegal'],
    ['a form', 'application/x-www-form-urlencoded', () => text('purpose=kyc'), 'request_illegal'],
    ['a multipart form without a boundary', 'multipart/form-data', () => text('x'), 'upload_failed'],
    [
      'an unterminated body',
      MULTIPART,
      () => multipart(uploadParts(Buffer.alloc(99))).subarray(0, 150),
      'upload_failed',
    ],
  ];
  test.each(bodies)('is refused if its body is %s', async (_, type, payload, code) => {
    const headers = { authorization: mallory, 'content-type': type };
    const response = await door.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers,
      payload: payload(),
    });
    expect(JSON.parse(response.body)).toMatchObject({ error: code });
  });

  test('is refused without a session', async () => {
    const answer = await uploadOver(door.app, 'no-token', uploadParts(await photo(3)));
    expect(answer).toMatchObject({ status: 401, body: { error: 'session_ended' } });
  });

  test('is refused if it is sent to a call other than the upload', async () => {
    const headers = { authorization: mallory, 'content-type': MULTIPART };
    const payload = multipart([{ name: 'account', content: 'lena' }]);
    const response = await door.app.inject({ method: 'POST', url: '/api/user/cash_info', headers, payload });
    expect(JSON.parse(response.body)).toMatchObject({ error: 'request_illegal' });
  });
});
