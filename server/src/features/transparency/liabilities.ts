/** The newest statement of liabilities next to the reserves, for everybody, and a customer's own leaves in that statement. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Pool } from '../../db/pool.ts';
import { readOwnLiability } from '../../liabilities/own.ts';
import type { TileRoots } from '../../liabilities/own.ts';
import { readReserves } from '../../liabilities/reserves.ts';

type LiabilityCall = 'GET transparency/liabilities' | 'GET transparency/liability';

const told = (numeric: string): string => formatAmount(fromNumeric(numeric));
const secondsOf = (ms: string | number): number => Math.floor(Number(ms) / 1000);

export function liabilityHandlers(pool: Pool): Pick<Handlers, LiabilityCall> {
  const kept: TileRoots = new Map();
  return {
    'GET transparency/liabilities': async () => {
      const { statement, playMoney, currencies, custody } = await readReserves(pool);
      return ok({
        statement:
          statement === undefined
            ? null
            : {
                number: Number(statement.number),
                as_of: secondsOf(statement.as_of_ms),
                root: statement.root.toString('hex'),
                leaves: Number(statement.leaves),
              },
        play_money: playMoney,
        currencies: currencies.map((one) => ({
          currency: one.currency,
          liabilities: told(one.liabilities),
          reserves: told(one.reserves),
          difference: told(one.difference),
        })),
        custody: custody.map(({ as_of_ms, ...one }) => ({
          ...one,
          amount: told(one.amount),
          as_of: secondsOf(as_of_ms),
        })),
      });
    },
    'GET transparency/liability': async (_, { customer }) => {
      const own = await readOwnLiability(pool, customer, kept);
      if (own === undefined) {
        return ok({
          statement: null,
          as_of: null,
          log_index: null,
          seq: 0,
          salt: '',
          leaves: [],
          claims: [],
        });
      }
      const { statement, asOfMs, index, seq, salt, leaves, claims } = own;
      return ok({
        ...{ statement, as_of: secondsOf(asOfMs), log_index: index ?? null, seq, salt: salt.toString('hex') },
        leaves: leaves.map((leaf) => ({ ...leaf, path: leaf.path.map((step) => ({ ...step })) })),
        claims: claims.map(({ currency, ...parts }) => ({
          currency,
          held: told(parts.held),
          staked: told(parts.staked),
          profit: told(parts.profit),
          owed: told(parts.owed),
          income: told(parts.income),
        })),
      });
    },
  };
}
