/**
 * Uploads by an attacker to the real server in a separate process: the server's memory hardly grows, it continues to answer, and
 * afterwards its data folder contains no customer's identity or document in the clear. All tests are in one file, so that the
 * server is started once.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '../protocol/src/envelope.ts';
import { readPicture } from '../server/src/identity/documents/pictures.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { floodPng, photo } from '@candor/testing/pictures.ts';
import { freePort, leftovers, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { MULTIPART, MULTIPART_END, multipart, partHead, uploadParts } from '@candor/testing/uploads.ts';

const MIB = 1024 * 1024;
const GROWTH_MAX = 100 * MIB;
const NAMES = ['Xiomarabelle', 'Zauberwald-Quentin', 'QX9081726', 'Lindenweg 4711', 'DE89370400440532013000'];

const folder = makeDataFolder();
let server: RunningServer;
let lena = '';
let wei = '';

beforeAll(async () => {
  server = await startServer({ data: folder.path, port: await freePort() });
  lena = await login('lena', 'Demo-lena-1');
  wei = await login('wei', 'Demo-wei-2');
});
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
  expect(await leftovers(folder.path, 12_000)).toEqual([]);
  folder.remove();
});

type Answer = { readonly status: number; readonly body: Envelope<unknown> };
const codeOf = ({ body }: Answer): string => (body.type === 'ok' ? 'ok' : (body as { error: string }).error);

async function call(path: string, fields: object, token = ''): Promise<Answer> {
  const response = await fetch(`${server.origin}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: (await response.json()) as Envelope<unknown> };
}

async function login(account: string, password: string): Promise<string> {
  const { body } = await call('user/login', { account, password });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as string;
}

/** Begins an upload whose body `write` sends, and returns the answer, which may arrive before the upload is complete. */
async function send(
  token: string,
  headers: Record<string, string | number>,
  write: (sending: ClientRequest) => Promise<void> | void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(`${server.origin}/api/upload`, {
      method: 'POST',
      agent: false,
      headers: { authorization: token, 'content-type': MULTIPART, ...headers },
    });
    sending.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        sending.destroy();
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Envelope<unknown> });
      });
    });
    sending.on('error', reject);
    Promise.resolve(write(sending)).catch(reject);
  });
}

const upload = (token: string, bytes: Buffer): Promise<Answer> => {
  const body = multipart(uploadParts(bytes));
  return send(token, { 'content-length': body.length }, (sending) => void sending.end(body));
};

/**
 * Sends a hundred megabytes without a declared length at fifty megabytes a second, so that a rejected client can read the answer
 * before the connection is closed.
 */
const stream = (token: string): Promise<Answer> =>
  send(token, {}, async (sending) => {
    const chunk = randomBytes(MIB);
    sending.write(multipart([{ name: 'purpose', content: 'kyc' }]).subarray(0, -MULTIPART_END.length));
    sending.write('\r\n');
    sending.write(partHead({ name: 'file', filename: 'a.jpg' }));
    for (let sent = 0; sent < 100 && !sending.destroyed; sent += 1) {
      if (!sending.write(chunk)) await drained(sending);
      await delay(20);
    }
    if (!sending.destroyed) sending.end(MULTIPART_END);
  });

/** Resolves when more can be sent, or when nothing can be sent any more. */
const drained = (sending: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      sending.off('drain', go).off('close', go);
      resolve();
    };
    sending.on('drain', go).on('close', go);
  });

/** Sends one byte a second, and returns how long the server waited. */
async function trickle(token: string): Promise<number> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.resume();
  const began = performance.now();
  socket.write(
    `POST /api/upload HTTP/1.1\r\nhost: candor\r\nauthorization: ${token}\r\n` +
      `content-type: ${MULTIPART}\r\ncontent-length: 100000\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write('-'), 1000);
  await closed;
  clearInterval(timer);
  return performance.now() - began;
}

const status = (name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(
      readFileSync(`/proc/${server.process.pid}/status`, 'utf8'),
    )?.[1],
  ) * 1024;
const forgetPeak = (): void => writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5');

async function growthDuring(work: () => Promise<void>): Promise<number> {
  forgetPeak();
  const before = status('VmRSS');
  await work();
  return status('VmHWM') - before;
}

test('rejects floods, endless streams and broken images, with little growth in memory', async () => {
  // The first image loads the libraries, which stay in memory.
  for (let at = 0; at < 3; at += 1) await upload(wei, await photo(at));
  const patience = trickle(lena);
  const answers: string[] = [];
  const growth = await growthDuring(async () => {
    const streamed = await Promise.all([stream(lena), stream(wei), stream(wei)]);
    // The server does not read a body without a declared length.
    expect(streamed.map(codeOf)).toEqual(Array(3).fill('request_illegal'));
    const announced = await Promise.all(
      [lena, wei].map((token) =>
        send(token, { 'content-length': 100 * MIB }, (sending) => void sending.write('--')),
      ),
    );
    expect(announced.map(codeOf)).toEqual(Array(2).fill('file_too_big'));
    for (const bytes of [
      Buffer.of(),
      floodPng(50_000, 50_000),
      floodPng(7000, 7000, { interlaced: true }),
      floodPng(900_000, 50),
      (await photo(9)).subarray(0, 5000),
      randomBytes(9 * MIB),
    ]) {
      answers.push(codeOf(await upload(wei, bytes)));
    }
    expect(await fetch(`${server.origin}/readyz`).then(({ status: code }) => code)).toBe(200);
  });
  expect(answers).toEqual([
    'upload_failed',
    'file_too_big',
    'file_too_big',
    'file_too_big',
    'upload_failed',
    'file_type_wrong',
  ]);
  expect(growth).toBeLessThan(GROWTH_MAX);
  expect(await patience).toBeLessThan(20_000);
});

/** An image of one colour is small to send, however many pixels it has. */
function plain(round: number, { width, height, orientation = 1 }: Plain) {
  const background = { r: width % 256, g: 40 * round, b: orientation };
  return sharp({ create: { width, height, channels: 3, background } }).withMetadata({ orientation });
}
type Plain = { readonly width: number; readonly height: number; readonly orientation?: number };

const largest = (round: number): Promise<Buffer[]> =>
  Promise.all([
    plain(round, { width: 7070, height: 7070 }).jpeg().toBuffer(),
    plain(round, { width: 7071, height: 7071, orientation: 6 }).png().toBuffer(),
    plain(round, { width: 3340, height: 3340, orientation: 8 }).jpeg({ progressive: true }).toBuffer(),
    plain(round, { width: 2890, height: 2890 }).webp().toBuffer(),
  ]);

test('limits memory use for the largest allowed images, four at a time, in a first and a second round', async () => {
  const growths: number[] = [];
  for (const round of [1, 2]) {
    const pictures = await largest(round);
    growths.push(
      await growthDuring(async () => {
        const sent = pictures.map((bytes, at) => upload(at % 2 === 0 ? lena : wei, bytes));
        expect((await Promise.all(sent)).map(codeOf)).toEqual(pictures.map(() => 'ok'));
      }),
    );
  }
  // These uploads are allowed and are not an attack. The allocator keeps freed memory of the decoders in fragments.
  for (const growth of growths) expect(growth).toBeLessThan(2 * GROWTH_MAX);
});

test('keeps sixty of a thousand uploads, with little growth in memory', async () => {
  const token = await newcomer('greedy');
  const codes = new Map<string, number>();
  const growth = await growthDuring(async () => {
    for (let at = 0; at < 1000; at += 1) {
      const code = codeOf(
        await upload(
          token,
          at < 100 ? await photo(at + 100, { width: 320, height: 200 }) : Buffer.of(at & 255),
        ),
      );
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  });
  expect(codes.get('ok')).toBe(60);
  // A client that sends uploads fast enough is rejected for sending too many requests instead.
  const refused = (codes.get('uploads_too_many') ?? 0) + (codes.get('too_many_requests') ?? 0);
  expect(refused, JSON.stringify([...codes])).toBe(940);
  expect(growth).toBeLessThan(GROWTH_MAX);
});

async function newcomer(account: string): Promise<string> {
  const email = `${account}@example.com`;
  const mailed = await call('sms_mail', { email });
  const { code } = mailed.body.message as { code: string };
  const password = 'x7!kqz-ok';
  const { body } = await call('user/register', {
    ...{ account, email, code, password, re_password: password },
    ...{ invite_code: 'CANDOR', birth_date: '1990-01-01' },
  });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as string;
}

test('stores no name and no image in the clear in the data folder', async () => {
  const token = await newcomer('private');
  const given = await Promise.all([photo(501), photo(502)]);
  const ids: string[] = [];
  for (const bytes of given) ids.push(((await upload(token, bytes)).body.message as { id: string }).id);
  const submitted = await call(
    'user/real_name',
    {
      ...{ country: 'DE', first_name: NAMES[0], last_name: NAMES[1], birth_date: '1991-03-14' },
      ...{ certificate_type: 'passport', certificate_number: NAMES[2], front: ids[0], back: ids[1] },
    },
    token,
  );
  expect(codeOf(submitted)).toBe('ok');
  expect(codeOf(await call('user/cash_save', { ...testCard, recipient_address: NAMES[3] }, token))).toBe(
    'ok',
  );
  const drawn = await Promise.all(given.map(readPicture));
  const pictures = [...given, ...drawn.map((read) => (read.ok ? read.value.bytes : Buffer.of()))];
  // Pieces of the head and of the middle of each file, because a file may be stored in pieces.
  const pieces = pictures.flatMap((bytes) =>
    [2, 400, bytes.length >> 1].map((at) => bytes.subarray(at, at + 48)),
  );
  // The mailbox contains the address, which proves that the search finds data stored in the clear.
  const control = Buffer.from('private@example.com');
  await delay(500);
  server.process.kill('SIGTERM');
  await server.ended;
  const found = new Set<string>();
  for (const file of filesOf(folder.path)) {
    const bytes = readFileSync(file);
    if (bytes.includes(control)) found.add('control');
    for (const name of NAMES) if (bytes.includes(name)) found.add(`${name} in ${file}`);
    pieces.forEach((piece, at) => {
      if (bytes.includes(piece)) found.add(`piece ${at} in ${file}`);
    });
  }
  expect([...found]).toEqual(['control']);
});

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
