/**
 * A day's deposits, withdrawals and corrections, with the operators who decide them: deposits credited and refused,
 * withdrawals paid, cancelled and rejected, exchanges, corrections, promotions and house money. It is one file because
 * everything concerns one customer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import type { Pool } from '../../src/db/pool.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleAt, ConsoleLine } from '@candor/testing/console-line.ts';
import { handIn, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const PASSWORD = 'x7!kqz-ok';
const TRADING_PASSWORD = '482916';
const HOLD_SECONDS = 86_400;
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

type Fields = Readonly<Record<string, unknown>>;
/** A running platform, of a test or a copy. */
export type MoneyServer = Pick<WholeServer, 'origin' | 'call'> & ConsoleAt;
/** The customer of the day, and what operators note about them. */
export type Who = {
  readonly account: string;
  readonly card: typeof testCard;
  readonly label: string;
  readonly note: string;
};
const MONA: Who = { account: 'mona', card: testCard, label: 'own', note: 'as agreed' };
type Proposal = ConsoleRequest<'POST propose'>['proposal'];

/** Half of the five minutes for which a login counts as fresh. Decisions about money require a fresh login. */
const FRESH_MS = 150_000;

export class MoneyDay {
  readonly #server: MoneyServer;
  readonly #lines = new Map<string, { readonly line: ConsoleLine; readonly sinceMs: number }>();
  readonly token: string;
  readonly customer: string;
  /** The identifying data in the day's cases: images and their hashes, payments, tokens. */
  readonly said: string[] = [];
  readonly #who: Who;
  #address = '';
  #asked = 0;

  private constructor(
    server: MoneyServer,
    { token, customer, who }: { token: string; customer: string; who: Who },
  ) {
    this.#server = server;
    this.token = token;
    this.#who = who;
    this.said.push(token, TRON_ADDRESS);
    this.customer = customer;
  }

  /** Returns a fresh login of an operator. A long test takes longer than a login stays fresh. */
  async #operator(account: 'rosa' | 'theo' | 'ada' | 'ines'): Promise<ConsoleLine> {
    const open = this.#lines.get(account);
    if (open !== undefined && performance.now() - open.sinceMs < FRESH_MS) return open.line;
    const sinceMs = performance.now();
    const line = await openConsoleLine(this.#server, account);
    this.#lines.set(account, { line, sinceMs });
    this.said.push(line.token);
    return line;
  }

  /**
   * Opens the day with a new customer who may withdraw. Without a pool of a test's database, the customer submits a document,
   * and an operator reviews it.
   */
  static async open(server: MoneyServer, pool: Pool | undefined, who: Who = MONA): Promise<MoneyDay> {
    const { token } = await join(server.origin, who.account, PASSWORD);
    const { body } = await knock(server.origin, 'GET user/info', { token });
    const customer = (wellAnswered(body) as CallOutput<'GET user/info'>).id;
    const day = new MoneyDay(server, { token, customer, who });
    const trading = { password: TRADING_PASSWORD, re_password: TRADING_PASSWORD };
    await day.done('POST safe/trading_password', { ...trading, current_password: PASSWORD });
    await day.done('POST user/cash_save', { ...who.card });
    if (pool === undefined) await day.#handInDocument();
    else await verifyCustomer(pool, { customer: BigInt(customer), by: 'sam' });
    const address = await day.done('POST wallet/address_add', {
      ...{ network: 'tron', address: TRON_ADDRESS, label: who.label, current_password: PASSWORD },
    });
    day.#address = address.id;
    return day;
  }

  async #handInDocument(): Promise<void> {
    const ines = await this.#operator('ines');
    const side = async (): Promise<string> => {
      this.#asked += 1;
      // Two customers may use the same server, which refuses a file that it already has.
      const seed = (Number(this.customer) % 1_000) * 1_000 + this.#asked;
      const picture = await photo(seed, { width: 60 + this.#asked, height: 48, format: 'png' });
      return handIn(this.#server.origin, this.token, picture);
    };
    await this.done('POST user/real_name', {
      ...{ country: 'DE', first_name: 'Mona', last_name: this.#who.account, birth_date: '1990-01-01' },
      ...{ certificate_type: 'passport', certificate_number: `C01X${this.customer}` },
      ...{ front: await side(), back: await side() },
    });
    const looking = { customer: this.customer, note: this.#who.note };
    const { seen } = await ines.done('POST kyc', looking);
    await ines.done('POST kyc_decide', { ...looking, seen, verdict: 'approve' });
  }

  async wholeDay(rounds: number): Promise<void> {
    for (let round = 1; round <= rounds; round += 1) {
      const odd = `${100 + round}.${String(round).padStart(6, '7')}`;
      await this.deposit({ currency: 'USDT', network: 'tron', amount: odd }, 'approve');
      await this.deposit({ currency: 'ETH', network: 'ethereum', amount: `0.${round}2345678` }, 'approve');
      await this.deposit({ currency: 'USD', network: 'wire', amount: `50${round}.37` }, 'approve');
      await this.deposit({ currency: 'GBP', network: 'wire', amount: `800${round}.37` }, 'approve');
      await this.deposit({ currency: 'BTC', network: 'bitcoin', amount: '0.01' }, 'reject');
      await this.withdraw(odd, 'pay');
      await this.withdraw(odd, 'cancel');
      await this.withdraw(odd, 'reject');
      await this.withdraw(odd, 'fail');
      const loan = await this.lend(`100${round}.00000001`);
      await this.repay(loan, '333.33333333');
      await this.repay(loan);
      await this.exchange('USDT', 'BTC', `${round}23.45678901`);
      await this.exchange('BTC', 'ETH', '0.00012345');
      await this.propose({
        kind: 'house_move',
        currency: 'USDT',
        amount: '0.1',
        from: 'fees',
        to: 'equity',
      });
      await this.propose({
        kind: 'house_capital',
        currency: 'USDT',
        amount: '1000.00000001',
        direction: 'in',
      });
    }
    // These operations come last, because both of their operators let money in and can't pay any out from then on.
    await this.propose({
      kind: 'correction',
      customer: this.customer,
      currency: 'USDT',
      amount: '12.5',
      takes: false,
    });
    await this.propose({
      kind: 'correction',
      customer: this.customer,
      currency: 'USDT',
      amount: '2.00000001',
      takes: true,
    });
  }

  /** Grants experience credit to a customer whose previous credit must have ended. */
  async promote(customer: string): Promise<void> {
    await this.propose({ kind: 'promotion', customer, amount: '25' });
  }

  async done<Name extends CallName>(name: Name, fields: Fields): Promise<CallOutput<Name>> {
    this.#asked += 1;
    const { body } = await this.#server.call(name, {
      token: this.token,
      fields,
      key: `money-${this.#asked}`,
    });
    if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, got ${JSON.stringify(body)}`);
    return body.message as CallOutput<Name>;
  }

  async deposit(
    sent: { readonly currency: string; readonly network: string; readonly amount: string },
    verdict: 'approve' | 'reject',
  ): Promise<void> {
    const rosa = await this.#operator('rosa');
    const { origin } = this.#server;
    this.#asked += 1;
    // Two customers may use the same server, which refuses a file that it already has.
    const seed = (Number(this.customer) % 1_000) * 1_000 + this.#asked;
    const picture = await photo(seed, { width: 60 + this.#asked, height: 48, format: 'png' });
    const voucher = await handIn(origin, this.token, picture, 'voucher');
    const { id } = await this.done('POST wallet/charge_req', { ...sent, voucher });
    const { customer } = this;
    const { voucher_hash: hash } = await rosa.done('GET deposit', { customer, id });
    const decided = { customer, id, amount: sent.amount, voucher_hash: hash, note: this.#who.note };
    const reference = randomBytes(32).toString('hex');
    this.said.push(voucher, hash, reference);
    if (verdict === 'reject') {
      await rosa.done('POST deposit_decide', { ...decided, verdict, reason: 'not_received' });
      return;
    }
    const approval = { ...decided, verdict, reference };
    const { status } = await rosa.done('POST deposit_decide', approval);
    // For a large deposit, the first decision was only the first of two approvals.
    if (status === 'success') return;
    const ines = await this.#operator('ines');
    await ines.done('POST deposit_decide', approval);
  }

  /**
   * Requests a withdrawal and brings it into this state. A pending, held or approved withdrawal stays open, and a customer
   * can have only one open one.
   */
  async withdraw(
    amount: string,
    end: 'pay' | 'cancel' | 'reject' | 'fail' | 'wait' | 'hold' | 'approve',
  ): Promise<void> {
    const { id } = await this.done('POST wallet/out', {
      ...{ currency: 'USDT', amount, address: this.#address, trading_password: TRADING_PASSWORD },
    });
    if (end === 'wait') return;
    if (end === 'cancel') return void (await this.done('POST wallet/out_cancel', { id }));
    const seen = { customer: this.customer, id, amount };
    const decided = { ...seen, address: TRON_ADDRESS, note: this.#who.note };
    const rosa = await this.#operator('rosa');
    if (end === 'reject') {
      const reason = 'customer_request' as const;
      return void (await rosa.done('POST withdrawal_decide', { ...decided, verdict: 'reject', reason }));
    }
    if (end === 'hold') {
      const held = { verdict: 'hold', reason: 'security_check' } as const;
      const until = Math.floor(Date.now() / 1000) + HOLD_SECONDS;
      return void (await rosa.done('POST withdrawal_decide', { ...decided, ...held, until }));
    }
    // The operator who credited the deposit can't pay it out, so a third operator settles the withdrawal.
    const ada = await this.#operator('ada');
    await ada.done('POST withdrawal_decide', { ...decided, verdict: 'approve' });
    if (end === 'approve') return;
    const theo = await this.#operator('theo');
    if (end === 'pay') {
      const reference = randomBytes(32).toString('hex');
      this.said.push(reference);
      return void (await theo.done('POST withdrawal_settle', { ...seen, outcome: 'paid', reference }));
    }
    const failed = { outcome: 'failed', proof: this.#who.note, reason: 'payout_returned' } as const;
    await theo.done('POST withdrawal_settle', { ...seen, ...failed });
  }

  /** Grants a loan on four uploaded images, and returns its id. */
  async lend(amount: string): Promise<string> {
    const rosa = await this.#operator('rosa');
    const picture = async (): Promise<string> => {
      this.#asked += 1;
      const bytes = await photo(this.#asked, { width: 60 + this.#asked, height: 48, format: 'png' });
      return handIn(this.#server.origin, this.token, bytes, 'loan');
    };
    const documents = { house: await picture(), income: await picture(), bank: await picture() };
    const { id } = await this.done('POST lh/loan/submit', {
      ...{ amount, days: 7, agree: AGREEMENT_VERSION, ...documents, identity: await picture() },
    });
    const { customer } = this;
    const seen = await rosa.done('GET loan', { customer, id });
    const hashes = seen.documents.map(({ hash }) => hash);
    this.said.push(...hashes, ...Object.values(documents));
    await rosa.done('POST loan_decide', { customer, id, amount, documents: hashes, verdict: 'approve' });
    return id;
  }

  /** Repays this amount, or everything that is owed. */
  async repay(id: string, amount?: string): Promise<void> {
    const paying = { id, trading_password: TRADING_PASSWORD };
    await this.done('POST lh/loan/repayment', amount === undefined ? paying : { ...paying, amount });
  }

  /** Exchanges at a firm price. If no firm price is available now, retries until one is. */
  async exchange(from: string, to: string, amount: string): Promise<void> {
    for (let tries = 0; tries < 50; tries += 1) {
      const asked = { from, to, amount };
      const { token } = this;
      const quoted = await this.#server.call('POST wallet/flash_quote', { token, fields: asked });
      let { body } = quoted;
      if (body.type === 'ok') {
        const { quote_id } = body.message as CallOutput<'POST wallet/flash_quote'>;
        const key = `money-exchange-${quote_id}`;
        const fields = { ...asked, quote_id };
        ({ body } = await this.#server.call('POST wallet/flashAgainst', { token, fields, key }));
        if (body.type === 'ok') return;
      }
      if (body.error !== 'trading_closed') throw new Error(JSON.stringify(body));
      // Quotes come twice a second, and later if other tests share the machine.
      await delay(200);
    }
    throw new Error('expected a firm price to be available in time, found none');
  }

  async propose(proposal: Proposal): Promise<void> {
    const theo = await this.#operator('theo');
    const ada = await this.#operator('ada');
    const { id, body, customer } = await theo.done('POST propose', {
      reason: this.#who.note,
      proposal,
    });
    await ada.done('POST proposal_decide', { customer, id, body, verdict: 'approve' });
  }
}
