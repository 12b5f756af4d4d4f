/** Finds a proposal by its number in the lists, because there is no call that returns a single one. */
import { payloadOf } from '@candor/client/answers.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';

export type Proposal = ConsoleOutput<'GET proposals'>['items'][number];

/** The maximum number of pages of decided proposals that are searched, after the few pending ones. */
const PAGES_MAX = 50;

export function useProposal(customer: string, id: string) {
  const { call } = useApi();
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
