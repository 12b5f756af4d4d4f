/**
 * The handler of a batch. Each order in the batch is executed as a separate call, as if it had arrived in a separate request.
 */
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { FurtherAnswer, FurtherCall, Handlers, MakeCall } from '../../calls/handler.ts';
import { KeyedPlaces } from '../../flow/keyed-places.ts';
import { LIMITS } from '../../limits.ts';

type Answered = CallOutput<'POST orders/batch'>['orders'];

/**
 * A batch may use at most half of a customer's places in the command queue, so that a single order sent meanwhile is not
 * refused.
 */
const AT_ONCE = LIMITS.commands.waitingBookMax / 2;

export function batchHandlers(): Pick<Handlers, 'POST orders/batch'> {
  const places = new KeyedPlaces<bigint>(AT_ONCE);
  return {
    'POST orders/batch': async ({ orders }, { customer, idempotencyKey, makeCall }) => {
      if (makeCall === undefined) throw new Error('expected a context that makes calls, found none');
      const keys = orders.map(
        ({ idempotency_key: own }, at) =>
          own ?? (idempotencyKey === undefined ? undefined : `${idempotencyKey}-${at}`),
      );
      const answers: Promise<FurtherAnswer>[] = [];
      // Each order waits until the one before it is queued. The orders are then decided in sequence, and several share one
      // transaction.
      for (const [at, { call, fields, signature }] of orders.entries()) {
        await places.enter(customer);
        const begun = begin(makeCall, {
          ...{ name: call, fields, idempotencyKey: keys[at], signature },
          // Every order but the first is counted here; the batch's own request was counted as the first.
          isCounted: at > 0,
        });
        const answer = begun.answer.finally(() => places.leave(customer));
        // Failures are handled after all calls have been made. Until then, a rejection must not terminate the process.
        answer.catch(() => undefined);
        answers.push(answer);
        await begun.queued;
      }
      const answered: Answered = (await Promise.all(answers)).map((answer, at) => ({
        ...answer,
        idempotency_key: keys[at] ?? null,
      }));
      const accepted = answered.filter(({ status }) => status === 200).length;
      return ok({ orders: answered, accepted, refused: answered.length - accepted });
    },
  };
}

/** Starts a call. `queued` resolves when its command is queued, or when it is answered without queuing one. */
function begin(makeCall: MakeCall, call: Omit<FurtherCall, 'onQueued'>) {
  const { promise: queued, resolve: onQueued } = Promise.withResolvers<void>();
  const answer = makeCall({ ...call, onQueued });
  answer.then(() => onQueued(), onQueued);
  return { answer, queued };
}
