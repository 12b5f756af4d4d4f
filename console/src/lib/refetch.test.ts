/** What a decision has asked for anew: everything that is shown, but no picture is looked at once more. */
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readingAnew, touchedBy } from './refetch.ts';

/** Commands that decide nothing which is shown, or whose answer is itself what is shown then. */
const touchNothing: readonly string[] = [
  ...['POST login', 'POST logout', 'POST confirm', 'POST passkey_login', 'POST passkey_sign_in_options'],
  ...['POST passkey_options', 'POST authenticator_new', 'POST article_picture'],
  ...['POST kyc', 'POST kyc_picture', 'POST deposit_picture', 'POST loan_picture'],
  ...['POST chat_assign', 'POST chat_release', 'POST chat_close', 'POST chat_reply', 'POST chat_evidence'],
  ...['POST chat_read', 'POST chat_typing', 'POST chat_picture'],
];

it('has every decision say what it touches', () => {
  const silent = (Object.keys(consoleCalls) as ConsoleCallName[]).filter(
    (name) => name.startsWith('POST ') && touchedBy(name) === undefined,
  );
  expect(silent.toSorted()).toEqual(touchNothing.toSorted());
});

/** What is to be asked for anew once this was answered so. */
async function staleAfter(name: ConsoleCallName, type: 'ok' | 'error'): Promise<readonly string[]> {
  const queries: QueryClient = new QueryClient({ mutationCache: readingAnew(() => queries) });
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

it('asks for all but pictures after a decision', async () => {
  expect(await staleAfter('POST kyc_decide', 'ok')).toEqual(['GET cases', 'GET chat_canned', 'POST kyc']);
});

it('asks for what alone was touched where the row says so', async () => {
  expect(await staleAfter('POST chat_canned', 'ok')).toEqual(['GET chat_canned']);
});

it('asks for nothing after a refusal, which leaves what is shown to whoever reads it', async () => {
  expect(await staleAfter('POST kyc_decide', 'error')).toEqual([]);
  expect(await staleAfter('POST chat_canned', 'error')).toEqual(['GET chat_canned']);
});
