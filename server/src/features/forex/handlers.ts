/** Forex and metals calls: the same orders and positions as contracts, in lots and within sessions. */
import type { Handlers } from '../../calls/handler.ts';
import { productCalls } from '../../positions/calls.ts';
import type { PositionsDeps } from '../../positions/calls.ts';

type ForexCall = 'POST lever/whsubmit' | 'POST lever/my_wh_trade' | 'POST lever/whclose';

export function forexHandlers(deps: PositionsDeps): Pick<Handlers, ForexCall> {
  const own = productCalls('forex', deps);
  return {
    'POST lever/whsubmit': own.submit,
    'POST lever/my_wh_trade': own.list,
    'POST lever/whclose': own.close,
  };
}
