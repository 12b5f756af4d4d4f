/** The results of a call: an envelope, a refusal as an exception, or a network failure. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { expect, it } from 'vitest';
import { NetworkFailure, RefusedError, answered, payloadOf, readEnvelope } from './answers.ts';

const refused: RefusalEnvelope = { type: 'error', error: 'busy', code: 0, message: '', params: {} };

it('returns the payload of a successful answer and throws an error for a refusal', () => {
  expect(payloadOf({ type: 'ok', message: 7 } as Envelope<number>)).toBe(7);
  expect(() => payloadOf(refused)).toThrow(RefusedError);
});

it('reports an ended session as status 401 and any other refusal as status 400', () => {
  expect(new RefusedError(refused).status).toBe(400);
  expect(new RefusedError({ ...refused, type: '999' }).status).toBe(401);
});

it('rejects a response that is not an envelope from the server', async () => {
  await expect(readEnvelope(new Response(JSON.stringify(refused)))).resolves.toEqual(refused);
  await expect(readEnvelope(new Response('{"page":"of a hotel"}'))).rejects.toThrow('expected an envelope');
  await expect(readEnvelope(new Response('null'))).rejects.toThrow('expected an envelope');
});

it('reports a failed request as a network failure, and rethrows the error if the caller aborted the request', async () => {
  const broken = () => Promise.reject(new TypeError('fetch failed'));
  await expect(answered('GET demo', undefined, broken)).rejects.toThrow(NetworkFailure);
  await expect(answered('GET demo', AbortSignal.abort(), broken)).rejects.toThrow('fetch failed');
  await expect(answered('GET demo', undefined, () => Promise.resolve(1))).resolves.toBe(1);
});
