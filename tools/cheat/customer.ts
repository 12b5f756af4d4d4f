/**
 * A customer of the copy who does not belong to the stranger: buys and sells at market, so that the public lists have fills.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { customerCalls, openAccount } from '../../verifier/src/cli/shop-calls.ts';
import { openDevice } from '../../verifier/src/cli/shop-device.ts';

export type TradingCustomer = {
  /** The number of the customer's orders that were accepted. */
  readonly orders: () => number;
  stop(): Promise<void>;
};

const QUANTITY = '0.001';

/** Trades until it is stopped. Orders that are refused or not answered, as while the server restarts, are ignored. */
export async function startCustomer(
  origin: string,
  folder: string,
  { symbol = 'BTC/USDT', everyMs = 3000 } = {},
): Promise<TradingCustomer> {
  const login = await openAccount(origin);
  const { call } = customerCalls(origin, login, openDevice(folder));
  const stop = new AbortController();
  let orders = 0;
  const trade = async (): Promise<void> => {
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      const fields = {
        ...{ symbol, side: turn % 2 === 0 ? 'buy' : 'sell', type: 'market', quantity: QUANTITY },
      };
      try {
        const answer = await call('POST coin/trade', fields, randomUUID(), {
          ...{ symbol, seenSeq: 0, deviceMs: Date.now() },
        });
        if (answer.ok) orders += 1;
      } catch {
        // The request failed because the server restarts.
      }
      await delay(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = trade();
  return {
    orders: () => orders,
    stop: () => {
      stop.abort();
      return running;
    },
  };
}
