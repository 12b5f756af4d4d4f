/** The confirmations that the app requests from the customer, and their results. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { expect, test } from 'vitest';
import type { Given } from './asking.ts';
import { createAsking, kindsIn } from './asking.ts';
import { sendConfirmed } from './send-confirmed.ts';

const refused = (error: RefusalCode, params: Record<string, string> = {}): RefusalEnvelope => ({
  type: 'error',
  code: 0,
  error,
  message: '',
  params,
});
const done = { type: 'ok', code: 1, message: null } as unknown as Envelope<never>;
const needed = refused('confirmation_needed', { kinds: 'totp passkey' });

/**
 * Simulates a server that returns these answers in order and a customer who gives these replies. An undefined reply closes the
 * sheet.
 */
async function play(
  answers: readonly (Envelope<never> | undefined)[],
  gives: readonly (Given | undefined)[] = [],
) {
  const sent: object[] = [];
  const questions: string[] = [];
  const left = [...gives];
  const asking = createAsking();
  asking.store.subscribe(({ question }) => {
    if (question === undefined || question.busy) return;
    questions.push(`${question.kinds.join('+')} ${question.refusal?.error ?? ''}`.trim());
    queueMicrotask(() => question.answer(left.shift()));
  });
  const answer = await sendConfirmed<'POST safe/anti_phishing'>(
    { word: 'heron' },
    {
      asking,
      ofVisitor: false,
      send: async (input) => {
        sent.push(input);
        return answers[sent.length - 1];
      },
    },
  );
  return { answer, sent, questions, isAsking: asking.isAsking() };
}

test('opens no sheet when no confirmation is required', async () => {
  const { answer, sent, questions } = await play([done]);
  expect([answer, sent, questions]).toEqual([done, [{ word: 'heron' }], []]);
});

test('sends the command again with the confirmation added', async () => {
  const { answer, sent, questions, isAsking } = await play([needed, done], [{ totp: '123456' }]);
  expect(answer).toEqual(done);
  expect(sent[1]).toEqual({ word: 'heron', totp: '123456' });
  expect(questions).toEqual(['totp+passkey']);
  expect(isAsking).toBe(false);
});

test.each<[RefusalCode]>([['confirmation_wrong'], ['too_many_attempts'], ['reset_needed']])(
  'shows the refusal %s in the sheet and accepts a second answer',
  async (code) => {
    const { answer, questions } = await play(
      [needed, refused(code), done],
      [{ totp: '000000' }, { totp: '123456' }],
    );
    expect(answer).toEqual(done);
    expect(questions).toEqual(['totp+passkey', `totp+passkey ${code}`]);
  },
);

test('keeps the sheet open when the network fails, and sends the next answer', async () => {
  const { answer, sent } = await play([needed, undefined, done], [{ totp: '123456' }, { totp: '123456' }]);
  expect(answer).toEqual(done);
  expect(sent).toHaveLength(3);
});

test('offers a different method when the server requires it on the next attempt', async () => {
  const { questions } = await play(
    [needed, refused('confirmation_needed', { kinds: 'password' }), done],
    [{ totp: '123456' }, { current_password: 'x' }],
  );
  expect(questions).toEqual(['totp+passkey', 'password']);
});

test('does not send the command again when the customer closes the sheet', async () => {
  const { answer, sent, isAsking } = await play([needed], [undefined]);
  expect(answer).toBeUndefined();
  expect(sent).toEqual([{ word: 'heron' }]);
  expect(isAsking).toBe(false);
});

test('closes the sheet and passes a refusal of the command itself to the form', async () => {
  const wrong = refused('code_wrong');
  const { answer, isAsking } = await play([needed, wrong], [{ totp: '123456' }]);
  expect(answer).toEqual(wrong);
  expect(isAsking).toBe(false);
});

test('declines an open confirmation when a new one is requested', async () => {
  const ways = { kinds: ['password'], ofVisitor: false, refusal: undefined } as const;
  const { ask, store } = createAsking();
  const [first, second] = [ask(ways), ask(ways)];
  expect(await first).toBeUndefined();
  store.getState().question?.answer({ current_password: 'x' });
  expect(await second).toEqual({ current_password: 'x' });
});

test('leaves out confirmation methods that this app does not support', () => {
  expect(kindsIn(refused('confirmation_needed', { kinds: 'retina wallet' }))).toEqual(['wallet']);
  expect(kindsIn(refused('confirmation_needed'))).toEqual([]);
});
