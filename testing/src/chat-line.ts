/** For tests and benchmarks: a customer's or a visitor's connection to support, and a console that listens. */
import { randomBytes, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { ClientRequest } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ConsoleChatEvent } from '@candor/protocol/chat/console.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { ChatEvent, ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { consoleOriginOf } from './console-origin.ts';
import { knock, newAddress, wellAnswered } from './front-door.ts';
import type { Heard, Sent } from './front-door.ts';

type ChatCall = Extract<CallName, `${string} chat/${string}`>;

export type ChatLine = {
  /** In the order in which the socket received them. */
  readonly events: ChatEvent[];
  ask(name: ChatCall, fields?: Record<string, unknown>, sent?: Partial<Sent>): Promise<Heard>;
  done<Name extends ChatCall>(name: Name, fields?: Record<string, unknown>): Promise<CallOutput<Name>>;
  say(text: string, clientId?: string): Promise<ChatMessage>;
  /** Connects the socket and authenticates. */
  connect(): Promise<void>;
  disconnect(): void;
};

export type Speaker = { readonly token: string } | { readonly visitorKey: string };

export function newVisitorKey(): string {
  return randomBytes(32).toString('base64url');
}

export function openChatLine(origin: string, speaker: Speaker): ChatLine {
  const address = newAddress();
  const events: ChatEvent[] = [];
  let socket: Socket | undefined;
  const who =
    'token' in speaker ? { token: speaker.token } : { headers: { 'visitor-key': speaker.visitorKey } };
  const ask: ChatLine['ask'] = (name, fields = {}, sent = {}) =>
    knock(origin, name, { address, fields, ...who, ...sent, headers: { ...who.headers, ...sent.headers } });
  const done: ChatLine['done'] = async (name, fields) =>
    wellAnswered((await ask(name, fields)).body) as CallOutput<typeof name>;
  return {
    events,
    ask,
    done,
    say: (text, clientId = randomUUID()) => done('POST chat/send', { client_id: clientId, text }),
    connect: async () => {
      const opened = io(origin, { transports: ['websocket'], reconnection: false, forceNew: true });
      socket = opened;
      opened.on('chat', (event: ChatEvent) => events.push(event));
      await new Promise<void>((resolve, reject) => {
        opened.once('connect', resolve);
        opened.once('connect_error', reject);
      });
      const answer: unknown =
        'token' in speaker
          ? await opened.timeout(5000).emitWithAck('authenticate', speaker.token)
          : await opened.timeout(5000).emitWithAck('visit', speaker.visitorKey);
      if (!(answer as { ok: boolean }).ok)
        throw new Error('expected the socket to recognise the customer or visitor, but it did not');
    },
    disconnect: () => {
      socket?.disconnect();
    },
  };
}

export type ConsoleEar = {
  readonly events: ConsoleChatEvent[];
  /** The names of all events, including `ended`. */
  readonly names: string[];
  readonly status: number;
  /** The answer that came instead of a stream. */
  readonly refusal: string;
  readonly ended: Promise<void>;
  close(): void;
};

/** Listens as a console does, and resolves with the stream or with the refusal. */
export function listenAtConsole(
  origin: string,
  token: string,
  {
    headers = {},
    onEvent,
  }: { headers?: Record<string, string>; onEvent?: (event: ConsoleChatEvent) => void } = {},
): Promise<ConsoleEar> {
  return new Promise((resolve, reject) => {
    const options = {
      headers: { authorization: token, ...headers },
      localAddress: newAddress(),
      agent: false,
    };
    const asking: ClientRequest = get(`${consoleOriginOf(origin)}/api/console/live`, options, (response) => {
      const events: ConsoleChatEvent[] = [];
      const names: string[] = [];
      let text = '';
      response.setEncoding('utf8');
      const ended = new Promise<void>((end) => {
        response.on('close', end);
      });
      const ear = { events, names, status: response.statusCode ?? 0, ended, close: () => asking.destroy() };
      response.on('error', () => undefined);
      response.on('data', (chunk: string) => {
        text += chunk;
        if (ear.status !== 200) return;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
          const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
          if (name === undefined || data === undefined) continue;
          names.push(name);
          if (name !== 'chat') continue;
          const event = JSON.parse(data) as ConsoleChatEvent;
          events.push(event);
          onEvent?.(event);
        }
      });
      if (ear.status === 200) resolve({ ...ear, refusal: '' });
      else response.on('end', () => resolve({ ...ear, refusal: text }));
    });
    asking.on('error', reject);
  });
}
