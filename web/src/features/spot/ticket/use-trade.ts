/**
 * Sends a trade, from the ticket or the coin to coin form, and holds on to one whose answer did not come, so that a
 * repeat is the very same trade.
 */
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { queryClient, toastSuccess } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/use-command.ts';
import type { TradeForm } from '../../../lib/unanswered.ts';
import { keepUnanswered, loadUnanswered } from '../../../lib/unanswered.ts';

export type TradeState<Request> =
  | { readonly stage: 'review'; readonly priceMoved: boolean }
  | { readonly stage: 'unanswered'; readonly request: Request }
  | { readonly stage: 'done'; readonly result: CallOutput<'POST coin/trade'> };

export type Trade<Request> = {
  readonly state: TradeState<Request>;
  readonly busy: boolean;
  readonly send: (request: Request) => Promise<'done' | 'stay' | 'refused'>;
  /** Back to reviewing a new trade, unless one is still unanswered. */
  readonly restart: () => void;
  /** The customer looked into the orders and lets the unanswered one be. */
  readonly dismiss: () => void;
};

export type TradeOptions = {
  readonly form: TradeForm;
  readonly onDone: () => void;
  /** Shows a refusal where it belongs; without it, it is toasted. */
  readonly onRefused?: (refusal: RefusalEnvelope) => void;
};

const review = { stage: 'review', priceMoved: false } as const;

export function useTrade<Request extends CallRequest<'POST coin/trade'>>({
  form,
  onDone,
  onRefused,
}: TradeOptions): Trade<Request> {
  const startingState = (): TradeState<Request> => {
    const request = loadUnanswered<Request>(form);
    return request === undefined ? review : { stage: 'unanswered', request };
  };
  const command = useCommand('POST coin/trade', { showsRefusal: onRefused !== undefined });
  const [state, setState] = useState(startingState);

  const send: Trade<Request>['send'] = async (request) => {
    keepUnanswered(form, request);
    const answer = await command.send(request);
    const undecided = answer?.type === 'error' && (answer.error === 'busy' || answer.error === 'try_again');
    if (answer === undefined || undecided) {
      setState({ stage: 'unanswered', request });
      return 'stay';
    }
    keepUnanswered(form, undefined);
    if (answer.type === 'ok') {
      setState({ stage: 'done', result: answer.message });
      toastSuccess(answer.message.status === 'filled' ? 'order_filled' : 'order_placed');
      // The socket says it too; this holds when the socket is down.
      void queryClient.invalidateQueries({ queryKey: ['GET coin/list'] });
      void queryClient.invalidateQueries({ queryKey: ['POST wallet/list'] });
      onDone();
      return 'done';
    }
    if (answer.error === 'price_moved') {
      setState({ stage: 'review', priceMoved: true });
      return 'stay';
    }
    setState(review);
    onRefused?.(answer);
    return 'refused';
  };

  return {
    state,
    busy: command.busy,
    send,
    restart: () => setState(startingState()),
    dismiss: () => {
      keepUnanswered(form, undefined);
      setState(review);
      void queryClient.invalidateQueries({ queryKey: ['GET coin/list'] });
    },
  };
}
