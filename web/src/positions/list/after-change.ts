/** After a change was answered: what it touched is asked for anew. The socket says it too; this holds when the socket is down. */
import { queryClient } from '../../lib/api.ts';

const touched = [
  'POST lever/my_trade',
  'POST lever/my_wh_trade',
  'POST lever/deal',
  'POST wallet/list',
] as const;

export function readPositionsAnew(): void {
  for (const name of touched) void queryClient.invalidateQueries({ queryKey: [name] });
}
