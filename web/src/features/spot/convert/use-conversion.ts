/** Sends a conversion and holds on to one whose answer did not come, so that a repeat is the very same trade. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { queryClient, toastSuccess } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { keepUnanswered, loadUnanswered } from '../ticket/unanswered.ts';
import type { CoinRequest } from './convert.ts';

export type Converting =
  | { readonly stage: 'review'; readonly moved: boolean }
  | { readonly stage: 'unanswered'; readonly request: CoinRequest }
  | { readonly stage: 'done'; readonly result: CallOutput<'POST coin/trade'> };

const review: Converting = { stage: 'review', moved: false };

function startingStage(): Converting {
  const request = loadUnanswered<CoinRequest>('convert');
  return request === undefined ? review : { stage: 'unanswered', request };
}

export type UseConversion = {
  readonly converting: Converting;
  readonly busy: boolean;
  readonly send: (request: CoinRequest) => Promise<'done' | 'stay' | 'refused'>;
  /** Back to reviewing a new conversion, unless one is still unanswered. */
  readonly restart: () => void;
};

export function useConversion(): UseConversion {
  const command = useCommand('POST coin/trade');
  const [converting, setConverting] = useState(startingStage);

  const send: UseConversion['send'] = async (request) => {
    keepUnanswered('convert', request);
    const answer = await command.send(request);
    const undecided = answer?.type === 'error' && (answer.error === 'busy' || answer.error === 'try_again');
    if (answer === undefined || undecided) {
      setConverting({ stage: 'unanswered', request });
      return 'stay';
    }
    keepUnanswered('convert', undefined);
    if (answer.type === 'ok') {
      setConverting({ stage: 'done', result: answer.message });
      toastSuccess('order_filled');
      void queryClient.invalidateQueries({ queryKey: ['POST wallet/list'] });
      void queryClient.invalidateQueries({ queryKey: ['GET coin/list'] });
      return 'done';
    }
    const moved = answer.error === 'price_moved';
    setConverting({ stage: 'review', moved });
    return moved ? 'stay' : 'refused';
  };

  return {
    converting,
    busy: command.busy,
    send,
    restart: () => setConverting(startingStage()),
  };
}
