/**
 * Measures five hundred concurrent conversations, in which a customer asks every two seconds and an operator's client answers
 * immediately: the time from sending a message to its arrival on the other side's device, and whether each message arrives once
 * and in order.
 */
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { runChatLoad } from '@candor/testing/chat-load.ts';
import { percentile } from './figure.ts';
import type { Figure } from './figure.ts';
import { startServer } from './running-server.ts';

const CONVERSATIONS = 500;
const ROUNDS = 15;
const PAUSE_MS = 2000;
/** The operators who answer. One operator may send at most two hundred requests a second. */
const OPERATORS = ['sam', 'rosa', 'ada', 'ines'];

export async function benchChat(): Promise<readonly Figure[]> {
  const server = await startServer(CONVERSATIONS);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const at = { origin, url: server.postgres.url };
    const operators = [];
    for (const account of OPERATORS) operators.push(await openConsoleLine(at, account));
    const load = { rounds: ROUNDS, pauseMs: PAUSE_MS, reconnects: false };
    const { delaysMs, tookMs, violations } = await runChatLoad({
      origin,
      tokens: server.tokens,
      operators,
      ...load,
    });
    for (const violation of violations.slice(0, 10)) process.stderr.write(`${violation}\n`);
    return [
      { name: 'chat: conversations', value: CONVERSATIONS, unit: '' },
      { name: 'chat: messages a second', value: (CONVERSATIONS * ROUNDS * 2 * 1000) / tookMs, unit: '/s' },
      { name: 'chat: half within', value: percentile(delaysMs, 0.5), unit: 'ms' },
      {
        name: 'chat: delivery of 99 of 100 messages within',
        value: percentile(delaysMs, 0.99),
        unit: 'ms',
        goal: { atMost: 250 },
      },
      {
        name: 'chat: messages lost, repeated or out of order',
        value: violations.length,
        unit: '',
        goal: { atMost: 0 },
      },
    ];
  } finally {
    await server.stop();
  }
}
