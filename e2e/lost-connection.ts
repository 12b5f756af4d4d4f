/**
 * Loses the connection in the middle of a form, in the same way for every form that moves money: before the request, before the
 * answer, and with a reload. No input is lost, and a sent request takes effect once.
 */
import type { APIRequestContext, Page, Route } from '@playwright/test';
import { expect, test as steps } from '@playwright/test';
import type { Customer } from './customer.ts';
import { open, remember, settled } from './phone.ts';

type Name = string | RegExp;

export type Form = {
  readonly name: string;
  readonly path: string;
  readonly call: string;
  readonly customer: (request: APIRequestContext) => Promise<Customer>;
  readonly fill: (page: Page) => Promise<void>;
  /** Goes from the filled form to the button that sends; after a reload too. */
  readonly review: (page: Page) => Promise<void>;
  readonly sends: Name;
  /** The button in the message that no answer arrived, which sends the request again. */
  readonly again: Name;
  /** Fails unless the input is still there. */
  readonly kept: (page: Page) => Promise<void>;
  /** How often the request took effect. */
  readonly times: (customer: Customer) => Promise<number>;
};

export const textbox = (page: Page, name: string) => page.getByRole('textbox', { name });

export const sender = (page: Page, name: Name) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last();

/**
 * From now on, requests to this path arrive, and their answers are lost. The returned function restores the connection once
 * requests in flight have finished, because their effect may be visible before their answers were lost.
 */
export async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  const losing = new Set<Promise<void>>();
  let isLost = true;
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route(path, async (route) => {
    if (!isLost) return route.fallback();
    const one = lose(route);
    losing.add(one);
    return one;
  });
  return async () => {
    isLost = false;
    await Promise.all(losing);
  };
}

/** In the order of the requests. */
function keysOf(page: Page, call: string): string[] {
  const keys: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith(`/api/${call}`)) keys.push(sent.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** Fills in and sends a form while its connection is lost three times, and counts its effects. */
export async function loseConnectionIn(form: Form, page: Page, request: APIRequestContext): Promise<void> {
  const customer = await form.customer(request);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, form.path);
  await form.fill(page);
  const keys = keysOf(page, form.call);
  const path = `**/api/${form.call}`;

  await steps.step('before the request arrives: nothing happens, and the form keeps its input', async () => {
    await form.review(page);
    await page.route(path, (route) => route.abort());
    await sender(page, form.sends).tap();
    await expect(sender(page, form.again)).toBeVisible();
    await expect.poll(() => keys.length).toBe(1);
    expect(await form.times(customer)).toBe(0);
    await page.unroute(path);
  });

  await steps.step(
    'before the answer arrives: the request takes effect without the customer learning it',
    async () => {
      const bringBack = await loseAnswers(page, path);
      await sender(page, form.again).tap();
      await expect.poll(() => keys.length).toBe(2);
      await expect.poll(() => form.times(customer)).toBe(1);
      await bringBack();
      await expect(sender(page, form.again)).toBeVisible();
    },
  );

  await steps.step('after the answer: a reload and another attempt have no second effect', async () => {
    await page.reload();
    await settled(page);
    await form.kept(page);
    // If the ticket shows the message too, its button first opens the sheet, which then sends.
    const sheet = page.getByRole('dialog');
    for (let taps = 0; taps < 3 && keys.length < 3; taps++) {
      if ((await sender(page, form.again).count()) === 0) await form.review(page);
      const wasOpen = (await sheet.count()) > 0;
      const sent = page.waitForRequest(path, { timeout: 3000 }).catch(() => undefined);
      await sender(page, form.again).tap();
      const opened = sheet.waitFor({ timeout: 3000 }).catch(() => undefined);
      await (wasOpen ? sent : Promise.race([sent, opened]));
    }
    expect(keys.length).toBe(3);
    expect(new Set(keys).size).toBe(1);
    expect(await form.times(customer)).toBe(1);
  });
}
