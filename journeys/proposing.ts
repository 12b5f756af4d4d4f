/** What an operator proposes by the API, with the session of a console that is open. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The token that the console keeps for its tab. */
export async function tokenOf(desk: Page): Promise<string> {
  return desk.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('candor.console.session') ?? '{}') as { token?: string };
    return kept.token ?? '';
  });
}

/** Proposes by the API to move some of the house's money, a figure that tells which. */
export async function proposeMove(request: APIRequestContext, token: string, at: number): Promise<void> {
  const headers = { authorization: token, 'idempotency-key': randomUUID() };
  // The same request until it is taken: a server that is busy asks for that.
  await expect(async () => {
    const response = await request.post('/api/console/propose', {
      headers,
      data: {
        reason: `A waiting case, number ${at}`,
        proposal: { kind: 'house_move', currency: 'USDT', amount: String(at), from: 'equity', to: 'trading' },
      },
    });
    const { type } = (await response.json()) as { type: string };
    expect(type).toBe('ok');
  }).toPass({ timeout: 15_000 });
}
