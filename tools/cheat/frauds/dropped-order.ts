/** Drops a customer's resting order as if it had never arrived: the order, its journals, and its hold. */
import { seenTrade } from '../crime.ts';
import type { Crime, Fraud } from '../crime.ts';

const resting = (crime: Crime) =>
  seenTrade(
    crime,
    ({ product, seen }) =>
      product === 'spot' && seen['type'] === 'limit' && seen['status'] === 'open' && 'created_at' in seen,
  );

export const droppedOrder: Fraud = {
  name: 'dropped-order',
  says: 'Deletes a customer’s resting order with its journals, and releases the amount that it froze, as if it had never arrived.',
  foundBy: ['order_dropped', 'order_vanished'],
  isReady: (crime) => resting(crime) !== undefined,
  commit: async (crime) => {
    const { book, trade } = resting(crime) ?? {};
    const place = [book, trade?.id];
    await crime.sql(
      `with held as (select held from spot_order where book = $1 and id = $2)
        update balance b set amount = b.amount + case b.account when 'spot' then h.held else -h.held end from held h
        where b.book = $1 and b.currency = 'USDT' and b.account in ('spot', 'spot_frozen')`,
      place,
    );
    await crime.sql(`delete from journal where book = $1 and ref = 'spot_order:' || $2`, place);
    await crime.sql('delete from spot_order where book = $1 and id = $2', place);
  },
};
