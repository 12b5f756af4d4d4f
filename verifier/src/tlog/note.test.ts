/** Notes, keys and policies against the examples that the specifications publish, and against altered ones. */
import { describe, expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { readCheckpoint } from './checkpoint.ts';
import { keyText, readKey, readNote, signedBy } from './note.ts';
import { readPolicy } from './policy.ts';

// The example of the specification of signed notes.
const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

describe('a key', () => {
  test('is read and written in the same form', () => {
    const key = readKey(KEY);
    expect(key).toMatchObject({ name: 'example.com/foo', type: 'log', id: '530d903a' });
    expect(key && keyText(key)).toBe(KEY);
  });

  test.each([
    ['another ID', KEY.replace('530d903a', '530d903b')],
    ['another name', KEY.replace('foo', 'fou')],
    ['an unknown type', KEY.replace('AekyeRrm', 'B+kyeRrm')],
    ['a short key', KEY.slice(0, -4)],
    ['a space in its name', KEY.replace('foo', 'f o')],
    ['an empty text', ''],
  ])('is rejected with %s', (_, text) => {
    expect(readKey(text)).toBeUndefined();
  });
});

describe('a note', () => {
  const key = readKey(KEY);
  if (key === undefined) throw new Error('expected the example to be a key');

  test('is accepted with its key, as in the specification’s example', () => {
    const note = readNote(NOTE);
    expect(note?.text).toBe('This is an example message.\n');
    expect(note && signedBy(note, key, isSignedBy)).toEqual({ state: 'valid', seconds: 0 });
  });

  test.each([
    ['another text', NOTE.replace('example message', 'example massage'), 'wrong'],
    ['another signature', NOTE.replace('Uw2QOkn8', 'Uw2QOkn9'), 'wrong'],
    ['a line of another key first', NOTE.replace('— ', '— other AAAAAAAA\n— '), 'valid'],
    ['only a line of another key', NOTE.replace('example.com/foo', 'example.com/bar'), 'missing'],
  ])('has the expected state with %s', (_, text, state) => {
    const note = readNote(text);
    expect(note && signedBy(note, key, isSignedBy).state).toBe(state);
  });

  test.each([
    ['no signature', 'text\n'],
    ['no line end', NOTE.trimEnd()],
    ['a control character', NOTE.replace('example m', 'example\tm')],
    ['a line that is not a signature', `${NOTE}x\n`],
    ['a signature that is not Base64', NOTE.replace('yaQM=', 'yaQM')],
  ])('is malformed with %s', (_, text) => {
    expect(readNote(text)).toBeUndefined();
  });
});

describe('a checkpoint', () => {
  const checkpoint = (size: string, root: string) =>
    `example.com/log\n${size}\n${root}\n\n— example.com/log AAAAAAAA\n`;
  const root = toBase64(new Uint8Array(32));

  test('has an origin, a size and a root', () => {
    expect(readCheckpoint(checkpoint('12', root))).toMatchObject({ origin: 'example.com/log', size: 12 });
  });

  test.each([
    ['a size with a leading zero', checkpoint('012', root)],
    ['a negative size', checkpoint('-1', root)],
    ['a size beyond the safe integers', checkpoint('9007199254740993', root)],
    ['a short root', checkpoint('12', toBase64(new Uint8Array(31)))],
    ['no root', checkpoint('12', '')],
  ])('is malformed with %s', (_, text) => {
    expect(readCheckpoint(text)).toBeUndefined();
  });
});

describe('Base64', () => {
  test('decodes what it encoded', () => {
    for (let length = 0; length < 40; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    }
  });

  test.each(['A', 'AA', 'AA=', 'AB==', 'AAB=', 'AAA-', ' AAA', 'AAA=='])('rejects %j', (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});

describe('a policy', () => {
  const witness = 'witness.example/w1+0b8c1b3a';
  test('needs exactly one quorum', () => {
    expect(readPolicy('# empty\n')).toEqual({ violation: 'no quorum' });
    expect(readPolicy('quorum none\nquorum none\n')).toEqual({ violation: 'line 2: expected one quorum' });
    expect(readPolicy('quorum none\n')).toMatchObject({ quorum: 'none' });
  });

  test.each([
    ['log x\nquorum none\n', 'line 1: expected the key of a log'],
    [`witness a ${witness}+AAAA\nquorum none\n`, 'line 1: expected the key of a witness'],
    [`log ${KEY}\nlog ${KEY}\nquorum none\n`, 'line 2: the key is listed twice'],
    ['quorum somebody\n', 'line 1: somebody is unknown'],
    ['group g 1 somebody\nquorum g\n', 'line 1: somebody is unknown or in two groups'],
    ['group g 2 a\nquorum g\n', 'line 1: expected all, any or a number of its members'],
    ['sign here\n', 'line 1: unknown word sign'],
  ])('is rejected with the line of its violation: %j', (text, violation) => {
    expect(readPolicy(text)).toEqual({ violation });
  });
});
