/** The handler of a batch: each of its orders is a call of its own, made like a request. */
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { FurtherAnswer, FurtherCall, Handlers, MakeCall } from '../../calls/handler.ts';
import { KeyedPlaces } from '../../flow/keyed-places.ts';
import { LIMITS } from '../../limits.ts';

type Answered = CallOutput<'POST orders/batch'>['orders'];

/** Batches may take half of a customer's waiting commands, so that a single order is not refused because of them. */
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
      // An order waits until the one before it is queued, behind which it is decided, so several share one transaction.
      for (const [at, { call, fields, signature }] of orders.entries()) {
        await places.enter(customer);
        const begun = begin(makeCall, {
          ...{ name: call, fields, idempotencyKey: keys[at], signature },
          // The request has already been counted.
          isCounted: at > 0,
        });
        const answer = begun.answer.finally(() => places.leave(customer));
        // A failure is handled once all are made. Before that, the rejection must not terminate the process.
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

/** Makes a call. `queued` resolves once its command is queued, or it is answered without one. */
function begin(makeCall: MakeCall, call: Omit<FurtherCall, 'onQueued'>) {
  const { promise: queued, resolve: onQueued } = Promise.withResolvers<void>();
  const answer = makeCall({ ...call, onQueued });
  answer.then(() => onQueued(), onQueued);
  return { answer, queued };
}
