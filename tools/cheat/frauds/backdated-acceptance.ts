/** Backdates the acceptance of an open ticket, so that a price that was already known becomes its strike. */
import { seenTrade } from '../crime.ts';
import type { Crime, Fraud } from '../crime.ts';

const BACK_ENTRIES = 4;
const BACK_MS = 2_000;

const open = (crime: Crime) =>
  seenTrade(
    crime,
    ({ product, seen }) =>
      product === 'option' && seen['status'] === 'open' && typeof seen['strike'] === 'string',
  );

export const backdatedAcceptance: Fraud = {
  name: 'backdated-acceptance',
  says: 'Dates the acceptance of an open ticket back by two seconds, so that a price that the house knew becomes its strike.',
  foundBy: ['acceptance_backdated', 'trade_differs'],
  about: /^Ticket \d+ was answered differently before: .*accepted_seq|accept/,
  isReady: (crime) => open(crime) !== undefined,
  commit: async (crime) => {
    const { book, trade } = open(crime) ?? {};
    await crime.sql(
      `update option_ticket o set accepted_seq = o.accepted_seq - $3, accepted_ms = o.accepted_ms - $4,
          expires_ms = o.expires_ms - $4, struck_from_ms = o.struck_from_ms - $4,
          strike = t.last, strike_seq = t.seq, strike_ms = t.time_ms
        from tape t where o.book = $1 and o.id = $2 and t.symbol = o.symbol and t.seq = o.accepted_seq - $3 + 1`,
      [book, trade?.id, BACK_ENTRIES, BACK_MS],
    );
  },
};
