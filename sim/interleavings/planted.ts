/** Faults that only show if two commands on one account meet, planted to see whether the orders of messages find them. */
import type { Planted } from '../faults/planted.ts';

export const PLANTED_IN_ORDER: Readonly<Record<string, Omit<Planted, 'finds'>>> = {
  'the lock of the account is not taken': {
    file: 'server/src/commands/asking.ts',
    from: 'where id = any($1::bigint[]) order by id for no key update',
    to: 'where id = any($1::bigint[]) order by id for key share',
  },
  'the balances are read before the lock': {
    file: 'server/src/commands/asking.ts',
    from: `  const locked = asking(lockBooks(needs, options.waitForLocks));
  if (options.lockSql !== undefined) asking({ name: 'lock-further', text: options.lockSql, values: [] });
  const answers = storedAnswers(asking, needs);
  const promised = promisedAnswers(asking, needs);
  const known = asking(namedBalances(needs));`,
    to: `  const known = asking(namedBalances(needs));
  const locked = asking(lockBooks(needs, true));
  if (options.lockSql !== undefined) asking({ name: 'lock-further', text: options.lockSql, values: [] });
  const answers = storedAnswers(asking, needs);
  const promised = promisedAnswers(asking, needs);`,
  },
};
