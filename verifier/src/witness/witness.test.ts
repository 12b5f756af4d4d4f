/** A witness cosigns only a checkpoint that continues the last one that it cosigned, regardless of the order of the requests. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { toBase64 } from '../tlog/base64.ts';
import { checkpointBody, readCheckpoint } from '../tlog/checkpoint.ts';
import { leafHash } from '../tlog/merkle.ts';
import { keyId, readNote, signatureLine, signedBy } from '../tlog/note.ts';
import type { NoteKey } from '../tlog/note.ts';
import { madeLog } from '../tlog/testing/made-log.ts';
import { TileTree } from '../tlog/tiles.ts';
import { Witness } from './witness.ts';
import type { Cosigned } from './witness.ts';

const ORIGIN = 'log.example/prices';

function keyOf(name: string, type: NoteKey['type'], secret: KeyObject): NoteKey {
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url').toString('hex');
  return { name, type, id: keyId(name, type, publicKey), publicKey };
}
const secretOf = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const logSecret = secretOf();
const logKey = keyOf(ORIGIN, 'log', logSecret);
const witnessSecret = secretOf();
const witnessKey = keyOf('witness.example/w1', 'witness', witnessSecret);

const log = madeLog(40);
let stored: Map<string, Cosigned>;
let stores: (() => Promise<void>) | undefined;
let witness: Witness;

beforeEach(() => {
  stored = new Map();
  stores = undefined;
  witness = open();
});

function open(): Witness {
  return new Witness({
    logs: new Map([[ORIGIN, [logKey]]]),
    key: witnessKey,
    sign: (text) =>
      sign(
        null,
        Buffer.from(text),
        createPrivateKey(witnessSecret.export({ type: 'pkcs8', format: 'pem' })),
      ).toString('hex'),
    verify: isSignedBy,
    state: {
      get: (origin) => stored.get(origin),
      store: async (origin, cosigned) => {
        await stores?.();
        stored.set(origin, cosigned);
      },
    },
    nowSeconds: () => 1_767_258_000,
  });
}

function noteOf(size: number, { origin = ORIGIN, secret = logSecret, root = log.root(size) } = {}): string {
  const text = checkpointBody({ origin, size, root });
  const signature = sign(null, Buffer.from(text), secret);
  return `${text}\n${signatureLine({ name: origin, id: keyOf(origin, 'log', secret).id }, signature)}`;
}

async function requestOf(oldSize: number, size: number, note = noteOf(size)): Promise<string> {
  const proof = oldSize <= size ? await new TileTree(log.read(size), size).consistency(oldSize) : [];
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

const statusOf = async (body: string): Promise<number> => (await witness.addCheckpoint(body)).status;

describe('a checkpoint that continues the last one', () => {
  test('is cosigned with the time, stored, and shown to monitors with both signatures', async () => {
    const first = await witness.addCheckpoint(await requestOf(0, 5));
    expect(first.status).toBe(200);
    const note = readNote(noteOf(5) + first.body);
    expect(note && signedBy(note, witnessKey, isSignedBy)).toEqual({
      state: 'valid',
      seconds: 1_767_258_000,
    });
    expect(await statusOf(await requestOf(5, 5))).toBe(200);
    expect(await statusOf(await requestOf(5, 17))).toBe(200);
    const newest = readCheckpoint(witness.newest(ORIGIN) ?? '');
    expect(newest?.size).toBe(17);
    expect(newest && signedBy(newest.note, logKey, isSignedBy).state).toBe('valid');
    expect(newest && signedBy(newest.note, witnessKey, isSignedBy).state).toBe('valid');
  });

  test('is refused with the size cosigned last if the log names another size', async () => {
    await witness.addCheckpoint(await requestOf(0, 5));
    expect(await witness.addCheckpoint(await requestOf(0, 17))).toMatchObject({
      status: 409,
      body: '5\n',
      type: 'text/x.tlog.size',
    });
    expect(await statusOf(await requestOf(4, 17))).toBe(409);
  });
});

describe('a checkpoint that does not continue the last one', () => {
  const fork = leafHash(Uint8Array.of(7));

  test.each([
    ['with another root of the same size', () => requestOf(5, 5, noteOf(5, { root: fork })), 422],
    ['with another root of a greater size', () => requestOf(5, 17, noteOf(17, { root: fork })), 422],
    ['with the proof of another size', async () => (await requestOf(4, 17)).replace('old 4', 'old 5'), 422],
    ['without a proof', async () => `old 5\n\n${noteOf(17)}`, 422],
    ['of a smaller size', async () => `old 5\n\n${noteOf(3)}`, 400],
    ['of another log', async () => requestOf(5, 17, noteOf(17, { origin: 'other.example' })), 404],
    ['signed with another key', async () => requestOf(5, 17, noteOf(17, { secret: secretOf() })), 403],
    ['with a changed signature', async () => (await requestOf(5, 17)).replace(/(— \S+ .{12})./, '$1!'), 400],
    ['with too many hashes', async () => `old 5\n${`${toBase64(fork)}\n`.repeat(64)}\n${noteOf(17)}`, 400],
    ['with a hash of another length', async () => `old 5\nAAAA\n\n${noteOf(17)}`, 400],
    ['with a signed old size', async () => (await requestOf(5, 17)).replace('old 5', 'old +5'), 400],
    ['of an empty tree', async () => '', 400],
  ])('is refused: %s', async (_, request, status) => {
    await witness.addCheckpoint(await requestOf(0, 5));
    expect(await statusOf(await request())).toBe(status);
    expect(stored.get(ORIGIN)?.size).toBe(5);
  });

  test('is refused after a restart too', async () => {
    await witness.addCheckpoint(await requestOf(0, 5));
    witness = open();
    expect(await statusOf(await requestOf(0, 5, noteOf(5, { root: fork })))).toBe(409);
    expect(await statusOf(await requestOf(5, 5, noteOf(5, { root: fork })))).toBe(422);
  });

  test('is refused as an empty tree with a root', async () => {
    expect(await statusOf(`old 0\n\n${noteOf(0, { root: fork })}`)).toBe(422);
    expect(await statusOf(await requestOf(0, 0))).toBe(200);
  });
});

describe('requests at the same time', () => {
  test('are answered one after the other, so that the stored size never decreases', async () => {
    stores = () => new Promise((resolve) => setTimeout(resolve, 5));
    const sizes = [9, 3, 30, 12, 21];
    const answers = await Promise.all(
      sizes.map(async (size) => witness.addCheckpoint(await requestOf(0, size))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  test('are not cosigned if they can’t be stored, but the next request is', async () => {
    stores = () => Promise.reject(new Error('the disk is full'));
    await expect(witness.addCheckpoint(await requestOf(0, 5))).rejects.toThrow('the disk is full');
    expect(witness.newest(ORIGIN)).toBeUndefined();
    stores = undefined;
    expect(await statusOf(await requestOf(0, 5))).toBe(200);
  });
});
