/** The spot commands. Each specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import type { Pseudonym } from '../../commands/fields.ts';
import { gateNeed } from '../../identity/gates.ts';
import { decideAmend } from './amending.ts';
import type { Amendment } from './amending.ts';
import { decideCancel, decideCancelAll, decideCancelFiring, decideExpiryFiring } from './cancelling.ts';
import type { CancelFiring, Cancellation, ExpiryFiring } from './cancelling.ts';
import { decideFiring } from './resting.ts';
import type { Firing } from './resting.ts';
import { decideConversion } from './conversion.ts';
import type { CoinOrder } from './conversion.ts';
import { decideOrder } from './rules.ts';
import type { PairOrder } from './rules.ts';
import { spotOrders } from './tables.ts';

export const placeOrder = command({
  name: 'spot.place',
  gather: ({ instrument, side, type, clientOrderId, limitName, stopName, bracket }: PairOrder) => ({
    balances: [
      ['spot', instrument.quote],
      ['spot', instrument.base],
      // Limit orders freeze funds in this account, as do market orders that wait for their price.
      ['spot_frozen', side === 'buy' ? instrument.quote : instrument.base],
      // The sale that protects a purchase freezes the coins that were bought.
      ...(bracket === undefined ? [] : [['spot_frozen', instrument.base] as const]),
    ],
    house: houseNeeds(instrument),
    rows: [gateNeed],
    ...(type === 'market' && bracket === undefined ? {} : { openCounts: [of(spotOrders)] }),
    // Open orders are needed to check that no two have the same name.
    ...((clientOrderId ?? limitName ?? stopName) === undefined ? {} : { open: [of(spotOrders)] }),
  }),
  decide: decideOrder,
  recording: {
    keep: ({ clientOrderId, limitName, stopName, ...order }: PairOrder, pseudonym: Pseudonym) => ({
      ...order,
      ...(clientOrderId === undefined ? {} : { clientOrderId: pseudonym(clientOrderId) }),
      ...(limitName === undefined ? {} : { limitName: pseudonym(limitName) }),
      ...(stopName === undefined ? {} : { stopName: pseudonym(stopName) }),
    }),
    read: (kept) => kept,
  },
});

export const convertCoins = command({
  name: 'spot.convert',
  gather: ({ from, to }: CoinOrder) => ({
    balances: [
      ['spot', from.base],
      ['spot_frozen', from.base],
      ['spot', from.quote],
      ['spot', to.base],
    ],
    house: [...houseNeeds(from), ['inventory', to.base]],
    rows: [gateNeed],
  }),
  decide: decideConversion,
});

export const fireOrder = command({
  name: 'spot.fire',
  gather: ({ id, entry, instruments }: Firing) => {
    const instrument = listed(instruments, entry.symbol);
    return {
      balances: [
        ['spot', instrument.quote],
        ['spot', instrument.base],
        ['spot_frozen', instrument.quote],
        ['spot_frozen', instrument.base],
      ],
      house: houseNeeds(instrument),
      rows: [{ table: of(spotOrders), id }, gateNeed],
    };
  },
  decide: decideFiring,
});

/** All balances are needed, because the bought coin is known only from the row. */
export const fireConversion = command({
  name: 'spot.fire_conversion',
  gather: ({ id, entry, instruments }: Firing) => ({
    allBalances: true,
    house: houseNeeds(listed(instruments, entry.symbol)),
    rows: [{ table: of(spotOrders), id }, gateNeed],
  }),
  decide: decideFiring,
});

export const cancelOrder = command({
  name: 'spot.cancel',
  gather: (asked: Cancellation) => ({
    allBalances: true,
    ...('id' in asked ? { rows: [{ table: of(spotOrders), id: asked.id }] } : { open: [of(spotOrders)] }),
  }),
  decide: decideCancel,
  recording: {
    keep: (asked: Cancellation, pseudonym: Pseudonym) =>
      'id' in asked ? asked : { clientOrderId: pseudonym(asked.clientOrderId) },
    read: (kept) => kept,
  },
});

export const amendOrder = command({
  name: 'spot.amend',
  gather: ({ named }: Amendment) => ({
    allBalances: true,
    rows: 'id' in named ? [{ table: of(spotOrders), id: named.id }, gateNeed] : [gateNeed],
    ...('id' in named ? {} : { open: [of(spotOrders)] }),
  }),
  decide: decideAmend,
  recording: {
    keep: ({ named, ...amendment }: Amendment, pseudonym: Pseudonym) => ({
      ...amendment,
      named: 'id' in named ? named : { clientOrderId: pseudonym(named.clientOrderId) },
    }),
    read: (kept) => kept,
  },
});

export const cancelOrders = command({
  name: 'spot.cancel_all',
  gather: (_: { symbol: string | undefined }) => ({ allBalances: true, open: [of(spotOrders)] }),
  decide: decideCancelAll,
});

export const fireCancel = command({
  name: 'spot.fire_cancel',
  gather: ({ id }: CancelFiring) => ({ allBalances: true, rows: [{ table: of(spotOrders), id }] }),
  decide: decideCancelFiring,
});

export const fireExpiry = command({
  name: 'spot.fire_expiry',
  gather: ({ id }: ExpiryFiring) => ({ allBalances: true, rows: [{ table: of(spotOrders), id }] }),
  decide: decideExpiryFiring,
});

function listed(instruments: Firing['instruments'], symbol: string) {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Error(`expected an instrument ${symbol}, found none`);
  return instrument;
}

function houseNeeds(instrument: { base: string; quote: string }) {
  return [
    ['inventory', instrument.base],
    ['inventory', instrument.quote],
    ['fees', instrument.quote],
    ['rounding', instrument.quote],
  ] as const;
}
