/** Uploads through the API: the stored content, refusals in their order, and the lack of downloads. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, refusals } from '@candor/protocol/features.ts';
import { whileDiskIsFull } from '@candor/testing/full-disk.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { createPool } from '../../db/pool.ts';
import { photo, photoWithPosition, polyglot } from '@candor/testing/pictures.ts';
import { uploadOver, uploadParts, uploaded } from '@candor/testing/uploads.ts';
import type { Part } from '@candor/testing/uploads.ts';
import { openPicture, removeLooseFiles } from '../../identity/documents/files.ts';
import { LIMITS } from '../../limits.ts';
import { DAY_MS } from '@candor/domain/time.ts';

let door: IdentityDoor;
let token: string;
let mallory: string;

beforeAll(async () => {
  door = await openIdentityDoor();
  token = await door.register('lena');
  mallory = await door.register('mallory');
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

const send = (parts: readonly Part[], as = token) => uploadOver(door.app, as, parts);
const stored = async (): Promise<number> =>
  (await door.pool.query<{ n: number }>('select count(*)::int as n from stored_file')).rows[0]?.n ?? 0;
const idOf = async (account: string): Promise<bigint> =>
  BigInt((await door.pool.query('select id from customer where account = $1', [account])).rows[0].id);

/** Returns the stored content of a file, decrypted. */
async function kept(id: string): Promise<Buffer> {
  const file = { id, customer: await idOf('lena') };
  return (await openPicture({ db: door.pool, vault: door.vault }, file)).bytes;
}

test('re-encodes an image, and stores it with a generated id', async () => {
  const bytes = await photoWithPosition(1, 6);
  const { status, body } = await send(uploadParts(bytes));
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { message: { id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, width: 400, height: 640 } },
  });
  const picture = await kept((body.message as { id: string }).id);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 640 });
  for (const word of ['Exif', 'GPS', 'Lena']) expect(picture.includes(word)).toBe(false);
});

describe('the name and type of an uploaded file', () => {
  const names: [what: string, file: Partial<Part>][] = [
    ['two extensions', { filename: 'passport.jpg.html' }],
    ['a program’s extension', { filename: 'run.sh', type: 'application/x-sh' }],
    ['a path as its name', { filename: '../../../etc/passwd' }],
    ['a NUL character in its name', { filename: 'a.html\0.jpg' }],
    ['a name of 300 characters', { filename: `${'x'.repeat(300)}.jpg` }],
    ['an empty name', { filename: '' }],
    ['a web page’s extension', { filename: 'a.html', type: 'text/html' }],
    ['an unknown type', { filename: 'a', type: 'nonsense' }],
  ];
  test.each(names)('are ignored if the file has %s', async (what, file) => {
    const before = await stored();
    const { body } = await send(
      uploadParts(await photo(100 + names.findIndex(([name]) => name === what)), file),
    );
    expect(body).toMatchObject({ type: 'ok' });
    expect(await stored()).toBe(before + 1);
    const row = await door.pool.query('select * from stored_file order by stored_ms desc limit 1');
    // A row has no column for a name. Its type is that of the stored encoding.
    expect(row.rows[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      mime: 'image/jpeg',
    });
    expect(JSON.stringify(row.rows[0])).not.toMatch(/passwd|html|\.sh|xxx/);
  });

  test('are ignored if the file is also a web page, of which only the image is stored', async () => {
    const picture = await kept(await uploaded(door.app, token, await polyglot(7)));
    expect(picture.includes('candor-polyglot')).toBe(false);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg' });
  });
});

test('refuses a file that the customer has already uploaded for the same purpose, but returns its id while it is unused', async () => {
  const bytes = await photo(20);
  const id = await uploaded(door.app, token, bytes);
  expect(await send(uploadParts(bytes, { filename: 'other.png' }))).toMatchObject({
    status: refusals.file_duplicate.status,
    body: { error: 'file_duplicate', params: { field: 'file', file: id } },
  });
  expect(await uploaded(door.app, mallory, bytes)).not.toBe(id);
  const voucher = [{ name: 'purpose', content: 'voucher' }, ...uploadParts(bytes).slice(1)];
  expect((await send(voucher)).body.type).toBe('ok');
  await door.pool.query('update stored_file set attached = true where id = $1', [id]);
  expect((await send(uploadParts(bytes))).body).toMatchObject({
    error: 'file_duplicate',
    params: { field: 'file' },
  });
  expect((await send(uploadParts(bytes))).body).not.toMatchObject({ params: { file: id } });
  // Releases the file like the rejection of an application, but without the record that the database then requires.
  const owner = createPool(door.ownerUrl, { max: 1 });
  await owner.query('update stored_file set released = true where id = $1', [id]);
  await owner.end();
  expect(await uploaded(door.app, token, bytes)).not.toBe(id);
});

test('stores only one of twenty concurrent identical uploads', async () => {
  const bytes = await photo(21);
  const tried = await Promise.all(Array.from({ length: 20 }, () => send(uploadParts(bytes))));
  const codes = tried.map(({ body }) => (body.type === 'ok' ? 'ok' : (body as { error: string }).error));
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  // At most two files of a customer are processed at a time. Further uploads are answered with "busy".
  const others = codes.filter((code) => code !== 'ok');
  expect(others.every((code) => code === 'busy' || code === 'file_duplicate')).toBe(true);
});

test('accepts at most sixty uploads a day, even concurrent ones', async () => {
  const greedy = await door.register('greedy');
  const tiny = await Promise.all(
    Array.from({ length: 70 }, (_, at) => photo(at, { width: 30 + at, height: 30, format: 'png' })),
  );
  const codes: string[] = [];
  for (let at = 0; at < tiny.length; at += 2) {
    const pair = await Promise.all(tiny.slice(at, at + 2).map((bytes) => send(uploadParts(bytes), greedy)));
    codes.push(...pair.map(({ body }) => (body.type === 'ok' ? 'ok' : (body as { error: string }).error)));
  }
  expect(codes.filter((code) => code === 'ok')).toHaveLength(LIMITS.uploads.dayMax);
  expect(codes.slice(LIMITS.uploads.dayMax).every((code) => code === 'uploads_too_many')).toBe(true);
  // Refused uploads don't postpone the end of the limit.
  for (let at = 0; at < 200; at += 1) await send(uploadParts(Buffer.of(1)), greedy);
  door.clock.aheadMs += DAY_MS + 1000;
  expect((await send(uploadParts(await photo(77)), greedy)).body.type).toBe('ok');
  door.clock.aheadMs -= DAY_MS + 1000;
});

test('refuses further uploads after too many refused ones', async () => {
  const clumsy = await door.register('clumsy');
  const codes = new Map<string, number>();
  for (let at = 0; at < LIMITS.uploads.triesDayMax + 10; at += 1) {
    const { body } = await send(uploadParts(Buffer.from(`no picture ${at}`)), clumsy);
    const { error } = body as { error: string };
    codes.set(error, (codes.get(error) ?? 0) + 1);
  }
  expect(Object.fromEntries(codes)).toEqual({
    file_type_wrong: LIMITS.uploads.triesDayMax,
    uploads_too_many: 10,
  });
});

test('deletes a file after a day unless a call has used it', async () => {
  const [loose, attached] = [await photo(30), await photo(31)];
  const ids = [await uploaded(door.app, token, loose), await uploaded(door.app, token, attached)];
  await door.pool.query('update stored_file set attached = true where id = $1', [ids[1]]);
  const nowMs = Date.now();
  await removeLooseFiles(door.pool, nowMs + LIMITS.uploads.looseMs - 60_000);
  const left = async () =>
    (await door.pool.query('select id from stored_file where id = any($1)', [ids])).rows.map(
      ({ id }) => id as string,
    );
  expect((await left()).toSorted()).toEqual(ids.toSorted());
  await removeLooseFiles(door.pool, nowMs + LIMITS.uploads.looseMs + 60_000);
  expect(await left()).toEqual([ids[1]]);
});

test('offers no route to download an uploaded file', async () => {
  const id = await uploaded(door.app, token, await photo(40));
  const failedAttempts = ['0'.repeat(32), id, `${id}.jpg`, '..%2fstored_file'];
  const places = [
    'api/upload',
    'api/uploads',
    'api/file',
    'api/files',
    'api/kyc',
    'files',
    'uploads',
    'static',
  ];
  for (const guess of failedAttempts) {
    for (const place of places) {
      for (const url of [`/${place}/${guess}`, `/${place}?id=${guess}`]) {
        const response = await door.app.inject({ method: 'GET', url, headers: { authorization: token } });
        expect([url, response.statusCode]).toEqual([url, 404]);
        expect(response.headers['content-type']).not.toMatch(/image|octet/);
      }
    }
  }
  // No call returns an uploaded file. The files of statements are computed from the ledger, and images of the chat can be opened
  // only by the two parties of a conversation (chat.test.ts).
  const named = Object.keys(calls).filter((name) => /upload|file|document|picture|image/.test(name));
  const made = ['GET statement/file', 'GET statement/tax_file'];
  expect(named.toSorted()).toEqual([...made, 'POST chat/picture', 'POST chat/picture_open', 'POST upload']);
});

test('asks the client to retry if the disk is full, and stores no partial file', async () => {
  const before = await stored();
  const bytes = await photo(50);
  const refused = await whileDiskIsFull(door.ownerUrl, 'stored_file', () => send(uploadParts(bytes)));
  expect(refused).toMatchObject({ status: 503, body: { error: 'try_again' } });
  expect(door.errors.splice(0)).toMatchObject([{ code: '53100' }]);
  expect(await stored()).toBe(before);
  // The file isn't a duplicate, because the failed upload stored nothing.
  expect((await send(uploadParts(bytes))).body.type).toBe('ok');
});
