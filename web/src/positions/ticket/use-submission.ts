/** Sends an order to open, and asks anew for what it changed. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { queryClient, toastSuccess } from '../../lib/api.ts';
import type { Sending } from '../../lib/use-sending.ts';
import { useSending } from '../../lib/use-sending.ts';
import type { Product } from '../../live/position-list.ts';
import { positionLists } from '../../live/position-list.ts';
import type { OpeningRequest } from './opening.ts';

const calls = {
  contract: 'POST lever/submit',
  forex: 'POST lever/whsubmit',
} as const satisfies Record<Product, string>;

export type Submission = Sending<OpeningRequest, CallOutput<'POST lever/submit'>>;

export type SubmissionOptions = {
  readonly product: Product;
  readonly onDone: () => void;
  readonly onRefused: (refusal: RefusalEnvelope) => void;
};

export function useSubmission({ product, onDone, onRefused }: SubmissionOptions): Submission {
  // The socket says it too; this holds when the socket is down.
  const readAnew = () => {
    for (const name of [positionLists[product], 'POST wallet/list', 'POST lever/deal']) {
      void queryClient.invalidateQueries({ queryKey: [name] });
    }
  };
  return useSending<(typeof calls)[Product], OpeningRequest>({
    name: calls[product],
    form: product,
    onRefused,
    onChanged: () => void queryClient.invalidateQueries({ queryKey: ['POST lever/deal'] }),
    onDone: (result) => {
      toastSuccess(result.status === 'pending' ? 'order_placed' : 'position_opened');
      readAnew();
      onDone();
    },
    onDismissed: readAnew,
  });
}
