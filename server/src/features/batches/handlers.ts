/** The handler of a batch: each of its orders is a call of its own, made like a request. */
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Handlers } from '../../calls/handler.ts';

type Answered = CallOutput<'POST orders/batch'>['orders'];

export const batchHandlers: Pick<Handlers, 'POST orders/batch'> = {
  'POST orders/batch': async ({ orders }, { idempotencyKey, makeCall }) => {
    if (makeCall === undefined) throw new Error('expected a context that makes calls, found none');
    const answered: Answered = [];
    // In sequence, so that an order is decided after those before it.
    for (const [at, { call, fields, signature, idempotency_key: own }] of orders.entries()) {
      const key = own ?? (idempotencyKey === undefined ? undefined : `${idempotencyKey}-${at}`);
      const answer = await makeCall({
        ...{ name: call, fields, idempotencyKey: key, signature },
        // The request was counted once already.
        isCounted: at > 0,
      });
      answered.push({ ...answer, idempotency_key: key ?? null });
    }
    const accepted = answered.filter(({ status }) => status === 200).length;
    return ok({ orders: answered, accepted, refused: answered.length - accepted });
  },
};
