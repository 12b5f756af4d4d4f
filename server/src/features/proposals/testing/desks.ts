/** Test helpers: a platform with capital, customers, and operators who make and decide proposals through the console's calls. */
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { signing } from '@candor/testing/signing.ts';
import { COINS, openHouse } from '../../../commands/testing/house.ts';
import type { House } from '../../../commands/testing/house.ts';
import type { ConsoleContext } from '../../../calls/console-handler.ts';
import type { Operator } from '../../../operators/operators.ts';
import { submitActsTo } from '../../../operators/submit-act.ts';
import type { SubmitAct } from '../../../operators/submit-act.ts';
import { instruments } from '../../../quotes/catalogue.ts';
import { Terms } from '../../../terms/terms.ts';
import { usualTerms } from '../../../terms/usual-terms.ts';
import { proposalsConsoleHandlers } from '../console-handlers.ts';

export type Proposal = ConsoleOutput<'POST propose'>;
type Given = ConsoleInput<'POST propose'>['proposal'];

/** One person with two accounts. */
export const theo: Operator = { account: 'theo', role: 'treasurer', person: 'theo' };
export const ada: Operator = { account: 'ada', role: 'admin', person: 'ada' };
export const theoAgain: Operator = { account: 'theo2', role: 'admin', person: 'theo' };

export type Desks = {
  readonly house: House;
  readonly terms: Terms;
  readonly clock: { aheadMs: number };
  readonly submitAct: SubmitAct;
  context(operator: Operator, key?: string): ConsoleContext;
  customer(name: string): Promise<bigint>;
  propose(operator: Operator, proposal: Given, key?: string): Promise<Answer>;
  decide(
    operator: Operator,
    proposal: Pick<Proposal, 'customer' | 'id' | 'body'>,
    verdict?: 'approve' | 'reject' | 'withdraw',
  ): Promise<Answer>;
  list(input?: ConsoleInput<'GET proposals'>): Promise<ConsoleOutput<'GET proposals'>>;
  tie(operator: Operator, customer: bigint): Promise<void>;
  /** A balance of the house, or of a customer if `book` is given. */
  held(account: string, currency: string, book?: bigint): Promise<string>;
  close(): Promise<void>;
};

type Answer =
  | { readonly ok: true; readonly value: Proposal }
  | { readonly ok: false; readonly refusal: { readonly code: string; readonly field?: string } };

export async function openDesks(jurisdictions: JurisdictionMode = 'demo'): Promise<Desks> {
  const database = await freshDatabase();
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const house = await openHouse(database, { nowMs: now });
  const terms = new Terms({
    pool: house.pool,
    usual: usualTerms({
      instruments: instruments.values(),
      optionSymbols: ['BTC/USDT', 'EUR/USD'],
      coolOffSeconds: 86_400,
    }),
    onError: (error) => house.logged.push({ message: 'terms', error }),
  });
  await house.setHead('BTC/USDT', { bid: amount('64000'), ask: amount('64001') });
  for (const { account, role, person } of [theo, ada, theoAgain]) {
    await house.pool.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $3, '', 0)`,
      [account, role, person],
    );
  }
  const submitAct = submitActsTo(house.executor, { deadlineMs: 10_000, nowMs: now });
  const unsigned = proposalsConsoleHandlers({
    ...{ pool: house.pool, submitAct, terms, instruments, jurisdictions },
    currencies: ['USDT', ...COINS],
  });
  const handlers = signing(unsigned, { pool: house.pool, now });
  const context: Desks['context'] = (operator, idempotencyKey) => ({
    ...{ operator, idempotencyKey, session: Buffer.alloc(32), address: '127.0.0.1', agent: '' },
    ...{ device: undefined, served: { origin: 'http://localhost', rpId: 'localhost' } },
  });
  return {
    ...{ house, terms, clock, submitAct, context },
    customer: async (name) => {
      const [book] = (await house.customers(1)) as [bigint];
      await house.pool.query(
        `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
          registered_ms) values ($1, $2, $2, $2 || '@x.example', $2 || '@x.example', '', '1990-01-01', 0, 'en', 0)`,
        [book, name],
      );
      return book;
    },
    propose: async (operator, proposal, key) =>
      handlers['POST propose']({ reason: 'as agreed', proposal }, context(operator, key)),
    decide: async (operator, { customer, id, body }, verdict = 'approve') =>
      handlers['POST proposal_decide']({ customer, id, verdict, body }, context(operator)),
    list: async (input = {}) => {
      const answer = await handlers['GET proposals'](input, context(ada));
      if (!answer.ok) throw new Error(answer.refusal.code);
      return answer.value;
    },
    tie: async (operator, customer) => {
      await house.pool.query(
        `insert into operator_tie (person, customer, noted_ms, noted_by) values ($1, $2, 0, 'ada')`,
        [operator.person, customer],
      );
    },
    held: async (account, currency, book) => {
      const rows =
        book === undefined
          ? await house.owner<{ amount: string | null }>(
              'select trim_scale(sum(amount))::text as amount from house_balance where account::text = $1 and currency = $2',
              [account, currency],
            )
          : await house.owner<{ amount: string | null }>(
              'select trim_scale(amount)::text as amount from balance where account::text = $1 and currency = $2 and book = $3',
              [account, currency, book],
            );
      return rows[0]?.amount ?? '0';
    },
    close: async () => {
      await house.close();
      await database.drop();
    },
  };
}

export function done(answer: Answer): Proposal {
  if (!answer.ok) throw new Error(`expected an answer, got the refusal ${JSON.stringify(answer.refusal)}`);
  return answer.value;
}
