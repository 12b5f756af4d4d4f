/** The separation of the data of two customers who use the same browser. */
import { createAppState } from '@candor/client/app-state.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './api.ts';
import { followCustomer } from './customer.ts';
import { useSession } from './session.ts';

let queryClient: QueryClient;
let unfollow: () => void;
beforeEach(() => {
  const app = createAppState();
  queryClient = app.of(createQueryClient);
  unfollow = followCustomer(app);
});
afterEach(() => {
  unfollow();
  queryClient.clear();
});

const deposits = {
  queryKey: ['GET chargelist/log', {}],
  staleTime: Infinity,
  retry: false,
  meta: { ofCustomer: true },
} as const;
const news = { queryKey: ['POST news/list', {}], staleTime: Infinity, meta: { ofCustomer: false } } as const;

/** Opens a screen that shows deposits. */
async function shown(whose: string): Promise<QueryObserver<string>> {
  let read: string | undefined = whose;
  const observer = new QueryObserver<string>(queryClient, {
    ...deposits,
    queryFn: () => {
      const first = read;
      read = undefined;
      return first ?? new Promise<string>(() => undefined);
    },
  });
  observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe(whose);
  return observer;
}

test("removes the previous customer's data from the screen when a different customer logs in from another tab", async () => {
  useSession.setState({ token: 'of-lena' });
  const screen = await shown('deposits of Lena');
  // The token changes immediately, as in `followOtherTabs`.
  useSession.setState({ token: 'of-wei' });
  expect(screen.getCurrentResult().data).toBeUndefined();
  screen.destroy();
});

test("removes a customer's data together with the token, and keeps public data", async () => {
  useSession.setState({ token: 'of-lena' });
  await queryClient.prefetchQuery({ ...deposits, queryFn: () => 'deposits of Lena' });
  await queryClient.prefetchQuery({ ...news, queryFn: () => 'news' });
  useSession.setState({ token: undefined });
  expect(queryClient.getQueryData(deposits.queryKey)).toBeUndefined();
  expect(queryClient.getQueryData(news.queryKey)).toBe('news');
});

test('keeps all data when a setting other than the token changes', async () => {
  useSession.setState({ token: 'of-lena' });
  await queryClient.prefetchQuery({ ...deposits, queryFn: () => 'deposits of Lena' });
  useSession.setState({ theme: 'dark' });
  expect(queryClient.getQueryData(deposits.queryKey)).toBe('deposits of Lena');
});
