/**
 * Forms: their requests, which the calls' schemas accept, and refusals, which appear next to the input with the server's own
 * text.
 */
import { calls } from '@candor/protocol/features.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { refusalText } from '../src/lib/message-texts.ts';
import { PARAMS, serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

const en = await loadMessages('en');
afterAll(closeApp);

/** Types into the field with this label, with the events that React handles. */
function type(label: string, value: string): void {
  const found = shown('label').find((one) => one.textContent?.trim() === label);
  const field = document.getElementById(found?.getAttribute('for') ?? '');
  if (!(field instanceof HTMLInputElement)) throw new Error(`expected a field ${label}, found none`);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function submit(): void {
  const form = shown('main form').at(-1);
  if (!(form instanceof HTMLFormElement)) throw new Error('expected a form, found none');
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

const login = async (): Promise<void> => {
  await openAt('/pages/login/index', { signedIn: false });
  await settled();
  type(en.session.account, 'lena');
  type(en.session.password, 'A-password-7');
  submit();
};

const transfer = async (): Promise<void> => {
  await openAt('/pages/me/transfer');
  await settled();
  type(en.transfer.amount, '1');
  await new Promise((done) => setTimeout(done, 20));
  submit();
};

test('sends only the name and the password on login', async () => {
  const server = serve({ variant: 'usual' });
  await login();
  expect(await waitFor(() => server.asked.some(({ name }) => name === 'POST user/login'))).toBe(true);
  expect(server.asked.find(({ name }) => name === 'POST user/login')?.input).toEqual({
    account: 'lena',
    password: 'A-password-7',
  });
  expect(server.wrong).toEqual([]);
});

test("sends a transfer that the call's schema accepts", async () => {
  const server = serve({ variant: 'usual' });
  await transfer();
  expect(await waitFor(() => server.asked.some(({ name }) => name === 'POST wallet/transfer'))).toBe(true);
  expect(server.asked.find(({ name }) => name === 'POST wallet/transfer')?.input).toMatchObject({
    currency: 'USDT',
    amount: '1',
  });
  expect(server.wrong).toEqual([]);
});

/** Refusals that are not shown in the form, because a different screen or sheet resolves them. */
const LED_ON: ReadonlySet<RefusalCode> = new Set(['confirmation_needed', 'reset_needed']);

const forms = [
  ['POST user/login', login],
  ['POST wallet/transfer', transfer],
] as const;
const refusals = forms.flatMap(([name, send]) =>
  (calls[name].refusals as readonly RefusalCode[])
    .filter((code) => !LED_ON.has(code))
    .map((code) => [name, code, send] as const),
);

test.each(refusals)('shows the refusal of the call %s: %s', async (name, refusal, send) => {
  const server = serve({ variant: 'usual', instead: { [name]: { refusal } } });
  await send();
  const words = await refusalText(
    { type: 'error', code: 0, error: refusal, message: '', params: PARAMS },
    'en',
  );
  expect(await waitFor(() => texts().some((text) => text.includes(words))), `nothing says “${words}”`).toBe(
    true,
  );
  expect(server.wrong).toEqual([]);
});
