/**
 * Many concurrent conversations: customers ask in the same way as the app does, and operators answer the messages on their
 * consoles. Every message contains its send time, from which its receiver computes the delay; at the end each side reports the
 * messages that it has.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { ChatEvent } from '@candor/protocol/chat/schemas.ts';
import { createChat } from '../../web/src/features/chat/chat.ts';
import type { Chat } from '../../web/src/features/chat/chat.ts';
import { consoleOriginOf } from './console-origin.ts';
import { listenAtConsole } from './chat-line.ts';
import type { ConsoleLine } from './console-line.ts';

export type ChatLoad = {
  readonly origin: string;
  readonly tokens: readonly string[];
  readonly operators: readonly ConsoleLine[];
  /** Questions per conversation, each of which is answered, and the pause between them. */
  readonly rounds: number;
  readonly pauseMs: number;
  /** Whether every device loses its connection in the middle of each round. */
  readonly reconnects: boolean;
};

export type ChatLoadResult = {
  /**
   * The time from the sender's call to the event on the other side, in milliseconds, for every message that was delivered live.
   */
  readonly delaysMs: readonly number[];
  readonly tookMs: number;
  /** Messages that were delivered twice, out of order, or not at all. */
  readonly violations: readonly string[];
};

const WAIT_MS = 60_000;
/** The time allowed at the beginning for recording that a conversation was assigned. */
const TAKING_MS = 20;
/** The number of connections from one address, as if from as many customers. */
const OF_ADDRESS = 100;

const stamped = (kind: 'q' | 'a', round: number): string => `${kind} ${round} ${performance.now()}`;

function ageOf(text: string): number {
  return performance.now() - Number(text.split(' ')[2]);
}

class Asker {
  readonly chat: Chat;
  readonly #origin: string;
  readonly #token: string;
  readonly #agent: Agent;
  readonly #onLive: (text: string) => void;
  #socket: Socket | undefined;

  constructor(at: { origin: string; token: string; place: number }, onLive: (text: string) => void) {
    this.#origin = at.origin;
    this.#token = at.token;
    this.#agent = new Agent({ localAddress: `127.77.0.${1 + Math.floor(at.place / OF_ADDRESS)}` });
    const call = <Name extends CallName>(name: Name, input: CallRequest<Name>) => this.#call(name, input);
    this.chat = createChat({
      open: () => call('POST chat/open', {}),
      messages: (range) => call('GET chat/messages', range),
      send: (message) => call('POST chat/send', message),
      upload: () => Promise.reject(new Error('expected no images in this load test, found one')),
      read: (number) => void call('POST chat/read', { number }),
      typing: () => undefined,
      release: () => undefined,
      newId: randomUUID,
      kept: { read: () => [], write: () => undefined },
      after: (waitMs, then) => {
        const timer = setTimeout(then, waitMs);
        return () => clearTimeout(timer);
      },
      nowMs: Date.now,
    });
    this.#onLive = onLive;
  }

  async connect(): Promise<void> {
    const options = { transports: ['websocket'], reconnection: false, forceNew: true, agent: this.#agent };
    const socket = io(this.#origin, options as unknown as Parameters<typeof io>[1]);
    this.#socket = socket;
    socket.on('chat', (event: ChatEvent) => {
      if (event.kind === 'message' && event.message.from === 'house') this.#onLive(event.message.text);
      this.chat.hear(event);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await socket.timeout(WAIT_MS).emitWithAck('authenticate', this.#token);
    await this.chat.sync();
  }

  disconnect(): void {
    this.#socket?.disconnect();
  }

  /** Waits until the conversation has this many messages; returns false if it takes too long. */
  async has(count: number): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    while (this.chat.view().messages.length < count) {
      if (performance.now() > deadline) return false;
      await delay(5);
    }
    return true;
  }

  async #call<Name extends CallName>(
    name: Name,
    input: CallRequest<Name>,
  ): Promise<Envelope<CallOutput<Name>>> {
    const [method = 'GET', path = ''] = name.split(' ');
    const headers = { authorization: this.#token, 'content-type': 'application/json' };
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const body = method === 'GET' ? {} : { body: JSON.stringify(input) };
    const response = await fetch(`${this.#origin}/api/${path}${query}`, { method, headers, ...body });
    return (await response.json()) as Envelope<CallOutput<Name>>;
  }
}

/** The messages of each conversation that the operators' consoles received, and the answers that the operators gave. */
class Desk {
  readonly heard = new Map<string, { number: number; text: string }[]>();
  readonly violations: string[] = [];
  readonly #load: ChatLoad;
  readonly #onLive: (text: string) => void;
  #ends: (() => void)[] = [];

  constructor(load: ChatLoad, onLive: (text: string) => void) {
    this.#load = load;
    this.#onLive = onLive;
  }

  async open(): Promise<void> {
    const { origin, operators } = this.#load;
    for (const [at, operator] of operators.entries()) {
      const onEvent: Parameters<typeof listenAtConsole>[2] = {
        onEvent: (event) => {
          if (event.kind !== 'message') return;
          const { row, message } = event;
          // Every console receives every message, so messages are counted at the first one.
          if (at === 0) {
            const said = this.heard.get(row.id) ?? [];
            this.heard.set(row.id, [...said, { number: message.number, text: message.text }]);
            if (message.from === 'customer') this.#onLive(message.text);
          }
          const mine = Number(row.id.slice(0, -3)) % operators.length === at;
          if (mine && message.from === 'customer')
            void this.#answer(operator, row.id, row.assigned_to, message.text);
        },
      };
      const ear = await listenAtConsole(origin, operator.token, onEvent);
      this.#ends.push(ear.close);
    }
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  async #answer(operator: ConsoleLine, id: string, assignedTo: string | null, asked: string): Promise<void> {
    if (assignedTo === null) await this.#post(operator, 'chat_assign', { id, from: null });
    const text = stamped('a', Number(asked.split(' ')[1]));
    await this.#post(operator, 'chat_reply', { id, client_id: randomUUID(), text });
  }

  async #post(operator: ConsoleLine, path: string, input: object): Promise<void> {
    const headers = { authorization: operator.token, 'content-type': 'application/json' };
    const response = await fetch(`${consoleOriginOf(this.#load.origin)}/api/console/${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(input) },
    });
    if (response.status !== 200) this.violations.push(`${path}: ${await response.text()}`);
  }
}

/** Returns the violation, unless the texts are q0 a0 q1 a1 …, each once and in this order. */
function violationOf(texts: readonly string[], rounds: number): string | undefined {
  const said = texts.map((text) => text.split(' ').slice(0, 2).join(' '));
  const expected = Array.from({ length: rounds }, (_, round) => [`q ${round}`, `a ${round}`]).flat();
  return said.join(', ') === expected.join(', ') ? undefined : `has ${said.join(', ')}`;
}

export async function runChatLoad(load: ChatLoad): Promise<ChatLoadResult> {
  const delaysMs: number[] = [];
  // The first round opens each conversation and assigns it to an operator. The measurement starts after that round.
  const onLive = (text: string): void => {
    if (!text.includes(' 0 ')) delaysMs.push(ageOf(text));
  };
  const desk = new Desk(load, onLive);
  await desk.open();
  const askers = load.tokens.map((token, place) => new Asker({ origin: load.origin, token, place }, onLive));
  for (let from = 0; from < askers.length; from += 20) {
    await Promise.all(askers.slice(from, from + 20).map((asker) => asker.connect()));
  }
  const startMs = performance.now();
  const violations: string[] = [];
  await Promise.all(
    askers.map(async (asker, place) => {
      // Real customers are not synchronised; and assigning a conversation is recorded, one assignment at a time.
      await delay(Math.max((place / askers.length) * load.pauseMs, place * TAKING_MS));
      for (let round = 0; round < load.rounds; round += 1) {
        const beganMs = performance.now();
        asker.chat.send(stamped('q', round));
        if (load.reconnects && round % 2 === 1) {
          asker.disconnect();
          await delay(place % 40);
          await asker.connect();
        }
        if (!(await asker.has(2 * (round + 1)))) {
          violations.push(`conversation ${place} waits for its answer ${round}`);
          return;
        }
        await delay(Math.max(0, load.pauseMs - (performance.now() - beganMs)));
      }
    }),
  );
  const tookMs = performance.now() - startMs;
  for (const [place, asker] of askers.entries()) {
    const { messages, outgoing } = asker.chat.view();
    const violation = violationOf(
      messages.map(({ text }) => text),
      load.rounds,
    );
    if (violation !== undefined) violations.push(`customer ${place} ${violation}`);
    const gaps = messages.some(({ number }, at) => number !== at + 1) || outgoing.length > 0;
    if (gaps) violations.push(`customer ${place} has a gap, or something unsent`);
    asker.disconnect();
  }
  await delay(200);
  for (const [id, said] of desk.heard) {
    const violation = violationOf(
      said.map(({ text }) => text),
      load.rounds,
    );
    if (violation !== undefined || said.some(({ number }, at) => number !== at + 1)) {
      violations.push(`the console’s conversation ${id} ${violation ?? 'is out of order'}`);
    }
  }
  if (desk.heard.size !== askers.length)
    violations.push(`the console heard ${desk.heard.size} conversations`);
  desk.close();
  return { delaysMs, tookMs, violations: [...violations, ...desk.violations] };
}
