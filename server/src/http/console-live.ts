/**
 * The console's event stream, at `GET /api/console/live`. It passes the same checks as operators' calls, but answers with events
 * instead of an envelope. The token is in a header, so browsers read the stream with `fetch`.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { countedAs } from '../callers/addresses.ts';
import { Callers } from '../callers/callers.ts';
import type { Denials } from '../operators/denials.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import type { OperatorStreams } from '../operators/operator-streams.ts';
import { answer } from './answer.ts';
import { tokenOf } from './caller-said.ts';
import { failure } from './failure.ts';
import type { Near } from './near-callers.ts';
import { RequestRate } from '../flow/request-rate.ts';

const LIVE_PATH = '/api/console/live';

export type ConsoleLiveOptions = {
  readonly near: Near;
  readonly callers?: Callers;
  readonly sessions: Pick<OperatorSessions, 'find'>;
  readonly denials: Pick<Denials, 'note'>;
  readonly streams: Pick<OperatorStreams, 'open'>;
  readonly roles: readonly OperatorRole[];
  readonly addressPerMinute: number;
  readonly now: () => number;
  readonly onError: (error: Error, call: string) => void;
};

export function mountConsoleLive(app: FastifyInstance, options: ConsoleLiveOptions): void {
  const rate = new RequestRate(options.addressPerMinute);
  const callers = options.callers ?? new Callers([]);
  app.get(LIVE_PATH, { config: { countsItself: true } }, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    const open = async (): Promise<void> => {
      if (!options.near(request.raw)) return void answer(raw, refuse('not_found'));
      if (!rate.allows(countedAs(callers.addressOf(request.raw)), options.now())) {
        return void answer(raw, refuse('too_many_requests'));
      }
      const token = tokenOf(request);
      // A console reopens its stream even if no operator uses it any longer, so this doesn't count as a use of the session.
      const session = token === undefined ? undefined : await options.sessions.find(token, { isUse: false });
      if (session === undefined) return void answer(raw, refuse('session_ended'));
      if (!options.roles.includes(session.operator.role)) {
        await options.denials.note(session.operator, 'GET live');
        return void answer(raw, refuse('unauthorized'));
      }
      if (!(await options.streams.open(raw, session))) void answer(raw, refuse('busy'));
    };
    open().catch((error: Error) =>
      answer(
        raw,
        failure(error, (bug) => options.onError(bug, 'console GET live')),
      ),
    );
  });
}
