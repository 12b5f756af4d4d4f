/** Actions of operators through the API, while consoles are open. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import type { Demo } from './demo.ts';

/** The token that the console stores for its tab. */
export async function tokenOf(desk: Page): Promise<string> {
  return desk.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('candor.console.session') ?? '{}') as { token?: string };
    return kept.token ?? '';
  });
}

/** An example operator at the operators' server, whose decisions are signed as the console signs them. */
export async function operatorLine(demo: Demo, account: string): Promise<ConsoleLine> {
  return openConsoleLine({ origin: demo.origin, url: await ownersUrl(demo.data) }, account);
}

/** Proposes to move some of the house's money, with a reason that identifies the proposal. */
export async function proposeMove(line: ConsoleLine, at: number): Promise<void> {
  // The same request until it is accepted, as a busy server requests.
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
