import fastify from 'fastify';
import { expect, test } from 'vitest';
import { drain } from './drain.ts';

test.for([
  ['answered', 50, 5000],
  ['cut off', 60_000, 100],
] as const)(
  'resolves after a request in flight was answered, or cut off at the time limit: %s',
  async ([outcome, answersAfterMs, withinMs]) => {
    const app = fastify({ forceCloseConnections: 'idle' });
    const asked = new Promise<void>((resolve) => {
      app.get('/', async () => {
        resolve();
        await new Promise((answer) => setTimeout(answer, answersAfterMs).unref());
        return 'done';
      });
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const answered = fetch(origin).then(
      (response) => response.text(),
      () => 'cut off',
    );
    await asked;
    const startedMs = performance.now();
    await drain(app, withinMs);
    expect(await answered).toBe(outcome === 'answered' ? 'done' : 'cut off');
    expect(performance.now() - startedMs).toBeLessThan(4000);
  },
);
