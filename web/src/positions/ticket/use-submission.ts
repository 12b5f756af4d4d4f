/** Sends an order to open. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useApi } from '../../lib/api.ts';
import type { Sending } from '../../lib/use-sending.ts';
import { useSending } from '../../lib/use-sending.ts';
import type { Product } from '../../live/position-list.ts';
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
  const { toastSuccess } = useApi();
  return useSending<(typeof calls)[Product], OpeningRequest>({
    name: calls[product],
    form: product,
    onRefused,
    onDone: (result) => {
      toastSuccess(result.status === 'pending' ? 'order_placed' : 'position_opened');
      onDone();
    },
  });
}
