/** What a call comes to: an envelope, a refusal for those who read, or that no answer came. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { expect, it } from 'vitest';
import { NetworkFailure, RefusedError, answered, payloadOf, readEnvelope } from './answers.ts';

const refused: RefusalEnvelope = { type: 'error', error: 'busy', code: 0, message: '', params: {} };

it('answers the payload, and throws what was refused', () => {
  expect(payloadOf({ type: 'ok', message: 7 } as Envelope<number>)).toBe(7);
  expect(() => payloadOf(refused)).toThrow(RefusedError);
});

it('says whether the session is over in the way that lists ask for it', () => {
  expect(new RefusedError(refused).status).toBe(400);
  expect(new RefusedError({ ...refused, type: '999' }).status).toBe(401);
});

it('takes for an answer only what the server says', async () => {
  await expect(readEnvelope(new Response(JSON.stringify(refused)))).resolves.toEqual(refused);
  await expect(readEnvelope(new Response('{"page":"of a hotel"}'))).rejects.toThrow('no envelope');
  await expect(readEnvelope(new Response('null'))).rejects.toThrow('no envelope');
});

it('calls whatever else happens no answer, but for what the caller ended', async () => {
  const broken = () => Promise.reject(new TypeError('fetch failed'));
  await expect(answered('GET demo', undefined, broken)).rejects.toThrow(NetworkFailure);
  await expect(answered('GET demo', AbortSignal.abort(), broken)).rejects.toThrow('fetch failed');
  await expect(answered('GET demo', undefined, () => Promise.resolve(1))).resolves.toBe(1);
});
