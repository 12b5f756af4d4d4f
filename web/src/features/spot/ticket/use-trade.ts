/** Sends a trade from the ticket or the coin-to-coin form, and records an order that waits for its price. */
import { useSlice } from '@candor/client/app-state.ts';
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useApi } from '../../../lib/api.ts';
import { createOnItsWay } from '../../../lib/on-its-way.ts';
import type { TradeForm } from '../../../lib/unanswered.ts';
import type { Sending } from '../../../lib/use-sending.ts';
import { useSending } from '../../../lib/use-sending.ts';

export type Trade<Request> = Sending<Request, CallOutput<'POST coin/trade'>>;

export type TradeOptions = {
  readonly form: TradeForm;
  readonly onDone: () => void;
  /** Shows a refusal at its field. If undefined, refusals are shown as toasts. */
  readonly onRefused?: (refusal: RefusalEnvelope) => void;
};

export function useTrade<Request extends CallRequest<'POST coin/trade'>>(
  options: TradeOptions,
): Trade<Request> {
  const { toastSuccess } = useApi();
  const { noteOnItsWay } = useSlice(createOnItsWay);
  const { form, onDone, onRefused } = options;
  return useSending<'POST coin/trade', Request>({
    name: 'POST coin/trade',
    form,
    onRefused,
    onDone: (result) => {
      toastSuccess(result.status === 'filled' ? 'order_filled' : 'order_placed');
      if (result.status === 'open') noteOnItsWay(result.id);
      onDone();
    },
  });
}
