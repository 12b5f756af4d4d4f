/** A successful example of each recurring purchase call. */
import type { CallName } from '@candor/protocol/calls.ts';

const daily = { amount: '50', every: 'day', on_day: 0, hour: 9 } as const;
const dailyBuy = { symbol: 'BTC/USDT', ...daily };

export function waysOf(made: (call: CallName, fields: Record<string, unknown>) => Promise<string>) {
  const plan = async () => ({ id: await made('POST recurring/create', dailyBuy) });
  return {
    'GET recurring/plans': {},
    'GET recurring/purchases': plan,
    'POST recurring/create': dailyBuy,
    'POST recurring/change': async () => ({ ...(await plan()), ...daily, hour: 8 }),
    'POST recurring/pause': plan,
    'POST recurring/resume': plan,
    'POST recurring/delete': plan,
  };
}
