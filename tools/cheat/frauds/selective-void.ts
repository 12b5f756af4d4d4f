/** Makes a won ticket void, and takes its profit back, with ticket, journal and balances. */
import { seenTrade } from '../crime.ts';
import type { Crime, Fraud } from '../crime.ts';

const won = (crime: Crime) =>
  seenTrade(crime, ({ product, seen }) => product === 'option' && seen['status'] === 'won');

export const selectiveVoid: Fraud = {
  name: 'selective-void',
  says: 'Makes a ticket that won void, as if there had been a gap, and takes the profit back: ticket, journal and balances.',
  foundBy: ['void_unfounded'],
  isReady: (crime) => won(crime) !== undefined,
  commit: async (crime) => {
    const { book, trade } = won(crime) ?? {};
    const [ticket] = await crime.sql<{ profit: string }>(
      'select profit from option_ticket where book = $1 and id = $2',
      [...[book, trade?.id]],
    );
    const place = [book, trade?.id, ticket?.profit];
    await crime.sql(
      `update journal j set amounts = array(
          select case when u.account = 'option' then u.amount - $3::numeric
            when u.n = (select min(v.n) from unnest(j.accounts) with ordinality v (account, n) where is_house(v.account))
              then u.amount + $3::numeric else u.amount end
          from unnest(j.accounts, j.amounts) with ordinality u (account, amount, n) order by u.n), kind = 'option_return'
        where j.book = $1 and j.ref = 'option:' || $2 and j.kind = 'option_win'`,
      place,
    );
    await crime.sql(
      `update balance set amount = amount - $2::numeric where book = $1 and account = 'option' and currency = 'USDT'`,
      [book, ticket?.profit],
    );
    await crime.sql(
      `update option_ticket set status = 'void', reason = 'gap_expiry', pnl = 0 where book = $1 and id = $2`,
      [book, trade?.id],
    );
  },
};
