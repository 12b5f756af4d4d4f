/** Finds one proposal. The call table can only list them, newest first. */
import { payloadOf } from '@candor/client/answers.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type Proposal = ConsoleOutput<'GET proposals'>['items'][number];

/** How many pages of decided proposals are searched. Pending ones are few and are searched first. */
const PAGES_MAX = 50;

export function useProposal(customer: string, id: string) {
  return useQuery({
    queryKey: ['GET proposals', 'one', customer, id],
    queryFn: async ({ signal }): Promise<Proposal | null> => {
      for (const status of ['proposed', undefined] as const) {
        let cursor: string | undefined;
        for (let page = 0; page < PAGES_MAX; page += 1) {
          const input = {
            limit: 100,
            ...(status && { status }),
            ...(cursor === undefined ? {} : { cursor }),
          };
          const { items, next } = payloadOf(await call('GET proposals', input, signal));
          const found = items.find((one) => one.customer === customer && one.id === id);
          if (found !== undefined) return found;
          if (next === null) break;
          cursor = next;
        }
      }
      return null;
    },
  });
}
