/** The data to refetch after a decision. */
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refetchingCache, touchedBy } from './refetch.ts';

/** Commands that change nothing that is displayed, or whose response itself is displayed. */
const touchNothing: readonly string[] = [
  ...['POST login', 'POST logout', 'POST confirm', 'POST passkey_login', 'POST passkey_sign_in_options'],
  ...['POST passkey_options', 'POST authenticator_new', 'POST article_picture'],
  ...['POST kyc', 'POST kyc_picture', 'POST deposit_picture', 'POST loan_picture'],
  ...['POST chat_assign', 'POST chat_release', 'POST chat_close', 'POST chat_reply', 'POST chat_evidence'],
  ...['POST chat_read', 'POST chat_typing', 'POST chat_picture', 'POST chat_begin'],
];

it('every decision declares the topics that it touches, except the listed ones', () => {
  const silent = (Object.keys(consoleCalls) as ConsoleCallName[]).filter(
    (name) => name.startsWith('POST ') && touchedBy(name) === undefined,
  );
  expect(silent.toSorted()).toEqual(touchNothing.toSorted());
});

/** Returns the cached reads that are stale after a response. */
async function staleAfter(name: ConsoleCallName, type: 'ok' | 'error'): Promise<readonly string[]> {
  const queries: QueryClient = new QueryClient({ mutationCache: refetchingCache(() => queries) });
  const known = ['GET cases', 'GET chat_canned', 'POST kyc', 'POST kyc_picture'];
  for (const one of known) {
    const meta = { isPicture: one.endsWith('_picture') };
    queries
      .getQueryCache()
      .build(queries, { queryKey: [one, {}], meta })
      .setData([]);
  }
  const mutationFn = () => Promise.resolve({ type });
  await queries
    .getMutationCache()
    .build(queries, { mutationKey: [name], mutationFn })
    .execute(undefined);
  return known.filter((one) => queries.getQueryState([one, {}])?.isInvalidated);
}

it('refetches all data except images after a decision', async () => {
  expect(await staleAfter('POST kyc_decide', 'ok')).toEqual(['GET cases', 'GET chat_canned', 'POST kyc']);
});

it('refetches only data of the topics that the decision touches according to the call table', async () => {
  expect(await staleAfter('POST chat_canned', 'ok')).toEqual(['GET chat_canned']);
});

it('refetches nothing after a refusal, except data of the topics that the call table names', async () => {
  expect(await staleAfter('POST kyc_decide', 'error')).toEqual([]);
  expect(await staleAfter('POST chat_canned', 'error')).toEqual(['GET chat_canned']);
});
