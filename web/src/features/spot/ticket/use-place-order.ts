/** Sends an order and holds on to one whose answer did not come, so that a repeat is the very same order. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { queryClient, toastSuccess } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/use-command.ts';
import type { PairRequest } from './ticket.ts';
import { keepUnanswered, loadUnanswered } from './unanswered.ts';

export type OrderResult = CallOutput<'POST coin/trade'>;

export type Placing =
  | { readonly stage: 'review'; readonly priceMoved: boolean }
  | { readonly stage: 'unanswered'; readonly request: PairRequest }
  | { readonly stage: 'done'; readonly request: PairRequest; readonly result: OrderResult };

export type PlaceOrder = {
  readonly placing: Placing;
  readonly busy: boolean;
  readonly send: (request: PairRequest) => Promise<'done' | 'stay' | 'refused'>;
  /** Back to reviewing a new order, unless one is still unanswered. */
  readonly restart: () => void;
  /** The customer looked into the orders and lets the unanswered one be. */
  readonly dismiss: () => void;
};

const review: Placing = { stage: 'review', priceMoved: false };

function startingStage(): Placing {
  const request = loadUnanswered<PairRequest>('ticket');
  return request === undefined ? review : { stage: 'unanswered', request };
}

export function usePlaceOrder(on: {
  readonly onRefused: (refusal: RefusalEnvelope) => void;
  readonly onPlaced: () => void;
}): PlaceOrder {
  const command = useCommand('POST coin/trade');
  const [placing, setPlacing] = useState(startingStage);

  const send: PlaceOrder['send'] = async (request) => {
    keepUnanswered('ticket', request);
    const answer = await command.send(request);
    const undecided = answer?.type === 'error' && (answer.error === 'busy' || answer.error === 'try_again');
    if (answer === undefined || undecided) {
      setPlacing({ stage: 'unanswered', request });
      return 'stay';
    }
    keepUnanswered('ticket', undefined);
    if (answer.type === 'ok') {
      setPlacing({ stage: 'done', request, result: answer.message });
      toastSuccess(answer.message.status === 'filled' ? 'order_filled' : 'order_placed');
      // The socket says it too; this holds when the socket is down.
      void queryClient.invalidateQueries({ queryKey: ['GET coin/list'] });
      void queryClient.invalidateQueries({ queryKey: ['POST wallet/list'] });
      on.onPlaced();
      return 'done';
    }
    if (answer.error === 'price_moved') {
      setPlacing({ stage: 'review', priceMoved: true });
      return 'stay';
    }
    setPlacing(review);
    on.onRefused(answer);
    return 'refused';
  };

  return {
    placing,
    busy: command.busy,
    send,
    restart: () => setPlacing(startingStage()),
    dismiss: () => {
      keepUnanswered('ticket', undefined);
      setPlacing(review);
      void queryClient.invalidateQueries({ queryKey: ['GET coin/list'] });
    },
  };
}
