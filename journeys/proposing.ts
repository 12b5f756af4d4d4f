/** What operators do by the API, beside the consoles that are open. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import type { Demo } from './demo.ts';

/** The token that the console keeps for its tab. */
export async function tokenOf(desk: Page): Promise<string> {
  return desk.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('candor.console.session') ?? '{}') as { token?: string };
    return kept.token ?? '';
  });
}

/** An example operator at the console's door, whose decisions are signed as the console signs them. */
export async function operatorLine(demo: Demo, account: string): Promise<ConsoleLine> {
  return openConsoleLine({ origin: demo.origin, url: await ownersUrl(demo.data) }, account);
}

/** Proposes to move some of the house's money, a figure that tells which. */
export async function proposeMove(line: ConsoleLine, at: number): Promise<void> {
  // The same request until it is taken: a server that is busy asks for that.
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
