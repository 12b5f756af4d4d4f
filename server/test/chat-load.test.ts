/**
 * Fifty simultaneous conversations in which devices lose their connections. Each message arrives once and in order on both
 * sides.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChatLoad } from '@candor/testing/chat-load.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { join } from '@candor/testing/front-door.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await openWholeServer();
});
afterAll(() => server.stop());

test('delivers each message of fifty conversations once and in order, despite lost connections', async () => {
  const { origin } = server;
  const tokens: string[] = [];
  for (let from = 0; from < 50; from += 5) {
    const five = Array.from({ length: 5 }, (_, at) => join(origin, `crowd${from + at}`));
    tokens.push(...(await Promise.all(five)).map(({ token }) => token));
  }
  const operators = [await openConsoleLine(server, 'sam'), await openConsoleLine(server, 'rosa')];
  const load = { origin, tokens, operators, rounds: 6, pauseMs: 1100, reconnects: true };
  const { violations, delaysMs } = await runChatLoad(load);
  expect(violations).toEqual([]);
  // Every question reached the desk live, and every answer whose device was connected reached the device live.
  expect(delaysMs.length).toBeGreaterThanOrEqual(50 * 5);
});
