/** The possible results of a call: an envelope, a refusal thrown to readers, or a network failure. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { expect, it } from 'vitest';
import { NetworkFailure, RefusedError, answered, payloadOf, readEnvelope } from './answers.ts';

const refused: RefusalEnvelope = { type: 'error', error: 'busy', code: 0, message: '', params: {} };

it('returns the payload and throws a refusal', () => {
  expect(payloadOf({ type: 'ok', message: 7 } as Envelope<number>)).toBe(7);
  expect(() => payloadOf(refused)).toThrow(RefusedError);
});

it('reports whether the session is over in the form that lists expect', () => {
  expect(new RefusedError(refused).status).toBe(400);
  expect(new RefusedError({ ...refused, type: '999' }).status).toBe(401);
});

it('accepts only an answer from the server', async () => {
  await expect(readEnvelope(new Response(JSON.stringify(refused)))).resolves.toEqual(refused);
  await expect(readEnvelope(new Response('{"page":"of a hotel"}'))).rejects.toThrow('expected an envelope');
  await expect(readEnvelope(new Response('null'))).rejects.toThrow('expected an envelope');
});

it('reports any other failure as a missing answer, except when the caller aborted', async () => {
  const broken = () => Promise.reject(new TypeError('fetch failed'));
  await expect(answered('GET demo', undefined, broken)).rejects.toThrow(NetworkFailure);
  await expect(answered('GET demo', AbortSignal.abort(), broken)).rejects.toThrow('fetch failed');
  await expect(answered('GET demo', undefined, () => Promise.resolve(1))).resolves.toBe(1);
});
