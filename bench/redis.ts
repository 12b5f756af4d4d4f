/**
 * Finds Redis's server, only to measure it. Debian's redis-tools has the program, which acts as the server if it is called
 * by the server's name.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findOrInstall, onPath } from '../tools/debian.ts';

const TRIES = 100;

export type Redis = { readonly pid: number; readonly port: number; stop(): Promise<void> };

/** Returns undefined if Redis is missing and cannot be installed. The server stores nothing on disk. */
export async function startRedis(port: number): Promise<Redis | undefined> {
  const found = findOrInstall({
    name: 'Redis',
    search: () => onPath('redis-check-rdb'),
    packages: ['redis-tools'],
    missing: 'Redis is measured only where Debian’s redis-tools is installed.',
  });
  if ('sentence' in found) return undefined;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const process = spawn(found.path, args, { argv0: 'redis-server', stdio: 'ignore' });
  for (let tries = 0; tries < TRIES; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- until it answers
    if (await answers(port)) return running(process, port);
    // oxlint-disable-next-line no-await-in-loop -- between two tries
    await delay(50);
  }
  process.kill('SIGKILL');
  throw new Error(`expected Redis to listen on port ${port}, found nothing`);
}

function running(process: ChildProcess, port: number): Redis {
  return {
    pid: process.pid as number,
    port,
    stop: async () => {
      const ended = once(process, 'exit');
      process.kill('SIGTERM');
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A command in the protocol of Redis. */
export function redisCommand(...parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`;
}

/** A connection whose answers to publications are counted. */
export class RedisPublisher {
  readonly #socket: Socket;
  readonly #waiting: (() => void)[] = [];

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    let held = '';
    this.#socket.on('data', (chunk: Buffer) => {
      const lines = (held + chunk.toString('latin1')).split('\r\n');
      held = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith(':')) this.#waiting.shift()?.();
    });
  }

  publish(channel: string, messages: readonly string[]): Promise<void> {
    if (messages.length === 0) return Promise.resolve();
    this.#socket.write(messages.map((message) => redisCommand('PUBLISH', channel, message)).join(''));
    for (let more = 1; more < messages.length; more += 1) this.#waiting.push(() => undefined);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#socket.destroy();
  }
}
