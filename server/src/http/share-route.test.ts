/** Images shared to the app without its service worker: none is read, and the target page shows that the image didn't arrive. */
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountShare } from './share-route.ts';

const app = fastify({ bodyLimit: 1000 });
let origin = '';
beforeAll(async () => {
  app.removeAllContentTypeParsers();
  mountShare(app);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

function shared(bytes: number): FormData {
  const form = new FormData();
  form.set('picture', new File([new Uint8Array(bytes)], 'receipt.jpg', { type: 'image/jpeg' }));
  return form;
}

test.each([0, 10, 8 * 1024 * 1024])('redirects an image of %i bytes to its target page', async (bytes) => {
  const answer = await fetch(`${origin}/share`, {
    method: 'POST',
    body: shared(bytes),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/#/pages/uploadpayvoucher/index?shared=none');
  expect(await answer.text()).toBe('');
});

test('redirects a POST without an image, and returns 404 for a GET', async () => {
  const other = await fetch(`${origin}/share`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
    redirect: 'manual',
  });
  expect(other.status).toBe(303);
  expect((await fetch(`${origin}/share`)).status).toBe(404);
});
