/** What was read for one customer is nobody else's, however another one came to be signed in. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './api.ts';
import { followCustomer } from './customer.ts';
import { useSession } from './session.ts';

followCustomer();
afterEach(() => queryClient.clear());

const deposits = {
  queryKey: ['GET chargelist/log', {}],
  staleTime: Infinity,
  retry: false,
  meta: { ofCustomer: true },
} as const;
const news = { queryKey: ['POST news/list', {}], staleTime: Infinity, meta: { ofCustomer: false } } as const;

/** A screen that is open and shows deposits. */
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

test('another tab that signs somebody else in takes away what is on the screen', async () => {
  useSession.setState({ token: 'of-lena' });
  const screen = await shown('deposits of Lena');
  // As `followOtherTabs` does it: the token is another one at once.
  useSession.setState({ token: 'of-wei' });
  expect(screen.getCurrentResult().data).toBeUndefined();
  screen.destroy();
});

test('what was read goes with the token, and what is everybody’s stays', async () => {
  useSession.setState({ token: 'of-lena' });
  await queryClient.prefetchQuery({ ...deposits, queryFn: () => 'deposits of Lena' });
  await queryClient.prefetchQuery({ ...news, queryFn: () => 'news' });
  useSession.setState({ token: undefined });
  expect(queryClient.getQueryData(deposits.queryKey)).toBeUndefined();
  expect(queryClient.getQueryData(news.queryKey)).toBe('news');
});

test('another setting forgets nothing', async () => {
  useSession.setState({ token: 'of-lena' });
  await queryClient.prefetchQuery({ ...deposits, queryFn: () => 'deposits of Lena' });
  useSession.setState({ theme: 'dark' });
  expect(queryClient.getQueryData(deposits.queryKey)).toBe('deposits of Lena');
});
