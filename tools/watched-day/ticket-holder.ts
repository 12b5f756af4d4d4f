/** A customer whose tickets expire while the feed is silent, so that the gap makes them void. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { customerCalls, openAccount } from '../../verifier/src/cli/shop-calls.ts';
import { openDevice } from '../../verifier/src/cli/shop-device.ts';
import type { Call } from '../../verifier/src/shop/wire.ts';
import type { Copy } from '../cheat/copy.ts';

const STAKE = '10';
const WITHIN_MS = 30_000;
const AGAIN_MS = 500;

export class TicketHolder {
  readonly #call: Call;
  #tickets = 0;

  private constructor(call: Call) {
    this.#call = call;
  }

  static async open({ origin, folder }: Copy): Promise<TicketHolder> {
    const { call } = customerCalls(origin, await openAccount(origin), openDevice(join(folder, 'holder')));
    const holder = new TicketHolder(call);
    await holder.#done('POST wallet/transfer', {
      currency: 'USDT',
      from: 'spot',
      to: 'option',
      amount: '2000',
    });
    return holder;
  }

  get tickets(): number {
    return this.#tickets;
  }

  async buy(symbol: string, seconds: number): Promise<void> {
    await this.#done('POST microtrade/submit', {
      ...{ symbol, side: 'up', seconds, stake: STAKE, currency: 'USDT' },
    });
    this.#tickets += 1;
  }

  /** Tries again while the market does not quote, as after a restart. */
  async #done(name: string, fields: Readonly<Record<string, string | number>>): Promise<void> {
    const deadline = Date.now() + WITHIN_MS;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await this.#call(name, fields, randomUUID());
      if (answer.ok) return;
      if (Date.now() > deadline) throw new Error(`expected ${name} to succeed, found ${answer.error}`);
      // oxlint-disable-next-line no-await-in-loop
      await delay(AGAIN_MS);
    }
  }
}
