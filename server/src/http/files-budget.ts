/**
 * Limits the requests of one address other than calls: pages, files, images, the reference, and paths that don't exist. Calls are
 * charged by their own cost. These requests are charged by size, against a separate limit of the same amount.
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
    /** Whether the route itself charges its callers. */
    readonly countsItself?: boolean;
  }
}

export type FilesBudget = {
  readonly now: () => number;
  readonly callers?: Callers;
  readonly costPerMinute?: number;
};

/** Charges callers for all other routes. Must be called before routes are added. */
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
