/**
 * Receives reports by the payment provider. This is not a call of the table, because its caller is neither a customer nor an
 * operator. The provider is authenticated by a token.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { PayoutReports } from '../calls/beside-calls.ts';
import { answer } from './answer.ts';
import { noFields } from './body.ts';
import type { FieldsOutcome } from './body.ts';
import { failure } from './failure.ts';

export const PAYOUT_PATH = '/api/payout/callback';

export function mountPayoutCallback(
  app: FastifyInstance,
  { reports, onError }: { readonly reports: PayoutReports; readonly onError: (error: Error) => void },
): void {
  app.post(PAYOUT_PATH, (request, reply) => {
    reply.hijack();
    if (!reports.isFromProvider(request.headers.authorization)) {
      answer(reply.raw, refuse('unauthorized'));
      return;
    }
    const read = (request.body as FieldsOutcome | undefined) ?? noFields;
    const said = read.ok ? reports.report(read.value) : Promise.resolve(read);
    said.then(
      (outcome) => answer(reply.raw, outcome),
      (error: Error) => answer(reply.raw, failure(error, onError)),
    );
  });
}
