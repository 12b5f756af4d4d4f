/**
 * What a line may take of everything that is no call: pages, files, pictures, the reference, and what is not there. A call counts itself,
 * by what it costs; these cost what they weigh, against a count of the same size.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import { countedAs } from '../callers/addresses.ts';
import { Callers } from '../callers/callers.ts';
import { LIMITS } from '../limits.ts';
import { answer } from './answer.ts';
import { RequestRate } from '../flow/request-rate.ts';
import { unread } from './unread.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route counts whoever asks by itself. */
    readonly countsItself?: boolean;
  }
}

export type FilesBudget = {
  readonly now: () => number;
  /** Who may say for whom they ask; nobody when absent. */
  readonly callers?: Callers;
  readonly costPerMinute?: number;
};

/** Counts what every route of this server hands out that does not count itself; to be called before there are any. */
export function budgetFiles(app: FastifyInstance, options: FilesBudget): void {
  const { now, callers = new Callers([]), costPerMinute = Number.POSITIVE_INFINITY } = options;
  const costs = new RequestRate(costPerMinute);
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    if (request.routeOptions.config.countsItself === true) return done();
    const line = countedAs(callers.addressOf(request.raw));
    if (costs.allows(line, now()) && !unread.isFull(line)) {
      const { socket } = request.raw;
      const before = socket.bytesWritten;
      reply.raw.once('close', () => {
        const weighs = socket.bytesWritten - before;
        if (weighs > 0) costs.add(line, now(), weighs / LIMITS.http.bytesCostingOne);
      });
      return done();
    }
    reply.hijack();
    const seconds = String(costs.secondsLeft(now()));
    answer(reply.raw, refuse('too_many_requests', { params: { seconds } }));
  });
}
