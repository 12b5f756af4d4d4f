/** Actions that operators take through the API while consoles are open. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import type { Demo } from './demo.ts';

export async function tokenOf(desk: Page): Promise<string> {
  return desk.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('candor.console.session') ?? '{}') as { token?: string };
    return kept.token ?? '';
  });
}

/** The example operator's decisions are signed as the console signs them. */
export async function operatorLine(demo: Demo, account: string): Promise<ConsoleLine> {
  return openConsoleLine({ origin: demo.origin, url: await ownersUrl(demo.data) }, account);
}

/** The reason identifies the proposal to move some of the house's money. */
export async function proposeMove(line: ConsoleLine, at: number): Promise<void> {
  // If the server is busy, repeats the same request until it is accepted.
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await expect(async () => {
    const { body } = await line.ask(
      'POST propose',
      {
        reason: `A waiting case, number ${at}`,
        proposal: { kind: 'house_move', currency: 'USDT', amount: String(at), from: 'equity', to: 'trading' },
      },
      { headers },
    );
    expect(body).toMatchObject({ type: 'ok' });
  }).toPass({ timeout: 15_000 });
}
