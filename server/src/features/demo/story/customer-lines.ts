/** Plays a customer's line: makes the same calls as the app would make. */
import type { CallRequest } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { samplePaper } from '../../../identity/documents/sample-paper.ts';
import { DEMO_INVITE_CODE } from '../seed.ts';
import { cast } from './cast.ts';
import type { CustomerDoor } from './doors.ts';
import type { Among, CustomerLine, Distance } from './lines.ts';
import { clientId } from './stage.ts';
import type { Stage } from './stage.ts';

type Does = CustomerLine['does'];
type Of<Kind extends Does> = Among<CustomerLine, Kind>;
/** `key` is the line's idempotency key, so that playing a line again changes nothing. */
type At = { readonly stage: Stage; readonly door: CustomerDoor; readonly key: string };
type Player<Kind extends Does> = (line: Of<Kind>, at: At) => Promise<{ readonly id: string } | undefined>;

/** The trading PINs of customers who set one during the story or already had one. */
const PINS: Readonly<Record<string, string>> = { lena: '135790', wei: '246810', tom: '975310' };

/** The example customers' answers to the leverage questionnaire, all of them correct. */
const ANSWERS: CallRequest<'POST lever/apply'> = {
  ...{ knowledge: 'some', experience: 'under_one_year', loss_capacity: 'bearable', funds_source: 'salary' },
  ...{ quiz_leverage: 'ten', quiz_close_out: 'position_is_closed', quiz_gap: 'at_the_next_price' },
  quiz_worst: 'the_margin',
};

const typeOf = (price: string | undefined): 'market' | 'limit' => (price === undefined ? 'market' : 'limit');
const pinOf = (who: string): string => PINS[who] ?? '';
const passwordOf = ({ who }: CustomerLine): string => cast[who].password;
const priced = (stage: Stage, symbol: string, at: Distance | undefined) =>
  at === undefined ? undefined : stage.priceAt(symbol, at);

const players: { readonly [Kind in Does]: Player<Kind> } = {
  registers: async () => undefined,
  verifies: async ({ who }, { door, key }) => {
    const { papers, birthDate } = cast[who];
    if (papers === undefined) throw new Error(`expected papers of ${who}, found none`);
    const front = await door.upload('kyc', await samplePaper(`${who} front`));
    const back = await door.upload('kyc', await samplePaper(`${who} back`));
    await door.ask('POST user/real_name', { ...papers, birth_date: birthDate, front, back }, key);
    return undefined;
  },
  'sets a trading PIN': async (line, { door, key }) => {
    const pin = pinOf(line.who);
    const fields = { password: pin, re_password: pin, current_password: passwordOf(line) };
    await door.ask('POST safe/trading_password', fields, key);
    return undefined;
  },
  moves: async ({ currency, amount, from, to }, { door, key }) => {
    await door.ask('POST wallet/transfer', { currency, amount, from, to }, key);
    return undefined;
  },
  buys: trade('buy'),
  sells: trade('sell'),
  converts: async ({ from, to, amount }, { door, key }) => {
    const quote = await door.ask('POST wallet/flash_quote', { from, to, amount });
    return door.ask('POST wallet/flashAgainst', { from, to, amount, quote_id: quote.quote_id }, key);
  },
  opens: async (line, { stage, door, key }) => {
    const { product, symbol, side, quantity, leverage, takeProfit, stopLoss, at } = line;
    const [price, profit, loss] = await Promise.all(
      [at, takeProfit, stopLoss].map((distance) => priced(stage, symbol, distance)),
    );
    const fields = {
      ...{ symbol, side, quantity, leverage, type: typeOf(price) },
      ...(price !== undefined && { price }),
      ...(profit !== undefined && { take_profit: profit }),
      ...(loss !== undefined && { stop_loss: loss }),
    } as const;
    return product === 'forex'
      ? door.ask('POST lever/whsubmit', fields, key)
      : door.ask('POST lever/submit', fields, key);
  },
  closes: async ({ product, of }, { stage, door, key }) => {
    const { id } = stage.made(of);
    if (product === 'forex') await door.ask('POST lever/whclose', { id }, key);
    else await door.ask('POST lever/close', { id }, key);
    return undefined;
  },
  stakes: async ({ symbol, side, seconds, stake }, { door, key }) => {
    const offers = await door.ask('GET microtrade/seconds', { symbol });
    const offer = offers.find((one) => one.seconds === seconds);
    if (offer === undefined) throw new Error(`expected an option of ${seconds} s on ${symbol}, found none`);
    const payout = { currency: 'USDT', payout_ratio: offer.payout_ratio };
    return door.ask('POST microtrade/submit', { symbol, side, seconds, stake, ...payout }, key);
  },
  invests: async ({ amount }, { door, key }) => door.ask('POST lh/deposit', { amount }, key),
  deposits: async ({ currency, network, amount }, { door, key }) => {
    const voucher = await door.upload('voucher', await samplePaper(key));
    return door.ask('POST wallet/charge_req', { currency, network, amount, voucher }, key);
  },
  'cancels the deposit': async ({ of }, { stage, door, key }) => {
    await door.ask('POST wallet/charge_cancel', { id: stage.made(of).id }, key);
    return undefined;
  },
  'saves an address': async (line, { door, key }) => {
    const { network, address, label } = line;
    const fields = { network, address, label, current_password: passwordOf(line) };
    return door.ask('POST wallet/address_add', fields, key);
  },
  withdraws: async ({ who, currency, amount, to }, { stage, door, key }) => {
    const fields = { currency, amount, address: stage.made(to).id, trading_password: pinOf(who) };
    return door.ask('POST wallet/out', fields, key);
  },
  'applies for a loan': async ({ amount, days }, { door, key }) => {
    const upload = async (of: string) => door.upload('loan', await samplePaper(`${key} ${of}`));
    const papers = { house: await upload('house'), income: await upload('income') };
    const more = { bank: await upload('bank'), identity: await upload('identity') };
    return door.ask(
      'POST lh/loan/submit',
      { amount, days, agree: AGREEMENT_VERSION, ...papers, ...more },
      key,
    );
  },
  repays: async ({ who, of, amount }, { stage, door, key }) => {
    const fields = { id: stage.made(of).id, trading_password: pinOf(who) };
    await door.ask('POST lh/loan/repayment', { ...fields, ...(amount !== undefined && { amount }) }, key);
    return undefined;
  },
  'asks for leverage': async (_, { door, key }) => {
    await door.ask('POST lever/apply', ANSWERS, key);
    return undefined;
  },
  writes: async ({ text }, { door, key }) => {
    await door.ask('POST chat/send', { client_id: clientId(key), text });
    return undefined;
  },
  watches: async ({ symbol, price }, { stage, door, key }) => {
    await door.ask('POST price_alert', { symbol, price: await stage.priceAt(symbol, price) }, key);
    return undefined;
  },
  plans: async ({ who: _, does: __, as: ___, ...plan }, { door, key }) =>
    door.ask('POST recurring/create', plan, key),
};

function trade(side: 'buy' | 'sell') {
  return async ({ symbol, quantity, amount, at }: Of<'buys'> | Of<'sells'>, { stage, door, key }: At) => {
    const price = await priced(stage, symbol, at);
    const size = { ...(quantity !== undefined && { quantity }), ...(amount !== undefined && { amount }) };
    const fields = { symbol, side, type: typeOf(price), ...size, ...(price !== undefined && { price }) };
    return door.ask('POST coin/trade', fields, key);
  };
}

export async function playCustomer(
  line: CustomerLine,
  { stage, key }: { readonly stage: Stage; readonly key: string },
): Promise<string | undefined> {
  if (line.does === 'registers') {
    await register(line, { stage, key });
    return undefined;
  }
  const door = await stage.customer(line.who);
  const play = players[line.does] as Player<Does>;
  return (await play(line as never, { stage, door, key }))?.id;
}

async function register(
  { who, invitedBy }: Of<'registers'>,
  { stage, key }: { readonly stage: Stage; readonly key: string },
): Promise<void> {
  const { email, password, birthDate } = cast[who];
  const visitor = stage.visitor();
  const invite =
    invitedBy === undefined
      ? DEMO_INVITE_CODE
      : (await (await stage.customer(invitedBy)).ask('GET user/invite', {})).invite_code;
  const { code } = await visitor.ask('POST sms_mail', { email, purpose: 'register' });
  if (code === undefined) throw new Error('expected the demo to answer the mailed code, found none');
  const person = { account: who, email, password, re_password: password, birth_date: birthDate };
  stage.enter(who, await visitor.ask('POST user/register', { ...person, code, invite_code: invite }, key));
}
