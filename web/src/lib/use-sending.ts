/** Sends a command after a review. A command without an answer is kept, so that a retry sends exactly the same command. */
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchTouched } from './refetch.ts';
import { useResolving } from './resolving.ts';
import { isTurnedAway, isUndecided } from '@candor/protocol/undecided.ts';
import type { TradeForm } from './unanswered.ts';
import { keepUnanswered, loadUnanswered } from './unanswered.ts';
import { useCommand } from './use-command.ts';

export type SendingState<Request, Result> =
  | { readonly stage: 'review'; readonly priceMoved: boolean; readonly termsChanged: boolean }
  | { readonly stage: 'unanswered'; readonly request: Request }
  | { readonly stage: 'done'; readonly request: Request; readonly result: Result };

export type Sending<Request, Result> = {
  readonly state: SendingState<Request, Result>;
  readonly busy: boolean;
  readonly send: (request: Request) => Promise<'done' | 'stay' | 'refused'>;
  /** Returns to the review of a new command, unless an earlier command is still unanswered. */
  readonly restart: () => void;
  /** Dismisses the unanswered command, after the customer has checked its outcome. */
  readonly dismiss: () => void;
};

export type SendingOptions<Name extends CallName> = {
  readonly name: Name;
  readonly form: TradeForm;
  readonly onDone: (result: CallOutput<Name>) => void;
  /**
   * Shows a refusal at its field. If undefined, refusals are shown as toasts. A refusal that a different screen resolves is shown
   * with a link instead.
   */
  readonly onRefused: ((refusal: RefusalEnvelope) => void) | undefined;
  /** Called on a refusal after which the review continues with a changed offer. */
  readonly onChanged?: (refusal: RefusalEnvelope) => void;
};

const review = { stage: 'review', priceMoved: false, termsChanged: false } as const;

export function useSending<Name extends CallName, Request extends CallRequest<Name> & object>(
  options: SendingOptions<Name>,
): Sending<Request, CallOutput<Name>> {
  type State = SendingState<Request, CallOutput<Name>>;
  const { name, form, onDone, onRefused, onChanged } = options;
  const startingState = (): State => {
    const request = loadUnanswered<Request>(form);
    return request === undefined ? review : { stage: 'unanswered', request };
  };
  const queryClient = useQueryClient();
  const { offerResolution } = useResolving();
  const command = useCommand(name, { showsRefusal: onRefused !== undefined });
  const [state, setState] = useState(startingState);

  const send = async (request: Request): Promise<'done' | 'stay' | 'refused'> => {
    const wasUnanswered = loadUnanswered(form) !== undefined;
    keepUnanswered(form, request);
    const answer = await command.send(request);
    // A request that was rejected before processing does not settle an earlier attempt.
    if (answer === undefined || (isUndecided(answer) && (wasUnanswered || !isTurnedAway(answer)))) {
      setState({ stage: 'unanswered', request });
      return 'stay';
    }
    keepUnanswered(form, undefined);
    if (answer.type === 'ok') {
      setState({ stage: 'done', request, result: answer.message });
      onDone(answer.message);
      return 'done';
    }
    const priceMoved = answer.error === 'price_moved' || answer.error === 'payout_changed';
    if (priceMoved || answer.error === 'terms_changed') {
      setState({ stage: 'review', priceMoved, termsChanged: !priceMoved });
      onChanged?.(answer);
      return 'stay';
    }
    setState(review);
    if (onRefused !== undefined && !offerResolution(answer)) onRefused(answer);
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
      void refetchTouched(queryClient, name);
    },
  };
}
