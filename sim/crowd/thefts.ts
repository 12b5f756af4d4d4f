/**
 * The attempts of a thief. None may succeed; the chronicle records a fault immediately if the server accepts
 * something that it must refuse.
 */
import { ONE, amount, formatAmount } from '../../domain/src/money/amount.ts';
import type { Deed } from './chronicle.ts';
import { cents, inSteps, keyOf, shareOf } from './move.ts';
import type { At, Move } from './move.ts';
import { personOf } from './stage.ts';

const THEFTS: Readonly<Record<string, Move>> = {
  'key with another body': async ({ person, stage, step }) => {
    const key = keyOf(step);
    const transfer = (of: string) => ({ currency: 'USDT', from: 'spot', to: 'option', amount: of });
    await person.sends(step, 'POST wallet/transfer', transfer('1'), { key });
    const again = await person.sends(step, 'POST wallet/transfer', transfer('2'), { key });
    if (again.heard === 'ok')
      stage.scene.chronicle.fault(`${person.who} had a key answered twice, with different bodies`);
  },

  'key at once': async ({ person, stage, chance, step }) => {
    const spent = formatAmount(cents(amount('20') + shareOf(amount('100'), chance.fraction())));
    const order = { symbol: 'ETH/USDT', side: 'buy', type: 'market', amount: spent };
    const sent = Array.from({ length: 4 }, () =>
      person.sends(step, 'POST coin/trade', order, { key: keyOf(step) }),
    );
    const ids = new Set(
      (await Promise.all(sent)).flatMap((deed) => (deed.heard === 'ok' ? [idOf(deed)] : [])),
    );
    if (ids.size > 1) stage.scene.chronicle.fault(`${person.who} placed ${ids.size} orders with one key`);
  },

  /** Spends the same money several times concurrently: in transfers and in orders. */
  race: async ({ person, stage, step }) => {
    const all = await person.available('USDT');
    if (all === 0n) return;
    const transfer = (to: string) => ({ currency: 'USDT', from: 'spot', to, amount: formatAmount(all) });
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '30000' };
    const quantity = formatAmount(inSteps('BTC', (all * ONE) / amount('30100')));
    const sent = await Promise.all([
      ...['option', 'contract', 'option'].map((to, at) =>
        person.sends(step, 'POST wallet/transfer', transfer(to), { key: keyOf(step, `-${at}`) }),
      ),
      ...[0, 1].map((at) =>
        person.sends(step, 'POST coin/trade', { ...order, quantity }, { key: keyOf(step, `-order-${at}`) }),
      ),
    ]);
    const accepted = sent.filter(({ heard }) => heard === 'ok');
    if (accepted.length > 1)
      stage.scene.chronicle.fault(
        `${person.who} spent the same ${formatAmount(all)} USDT ${accepted.length} times`,
      );
    await restore(person, step);
  },

  held: async ({ person, stage, step }) => {
    const held = await person.available('ETH');
    if (held < amount('0.01')) return;
    const quantity = formatAmount(inSteps('ETH', held));
    const sale = { symbol: 'ETH/USDT', side: 'sell', quantity };
    const rests = await person.sends(
      step,
      'POST coin/trade',
      { ...sale, type: 'limit', price: '9000' },
      { key: keyOf(step, '-rest') },
    );
    const again = await person.sends(
      step,
      'POST coin/trade',
      { ...sale, type: 'market' },
      { key: keyOf(step, '-again') },
    );
    if (rests.heard === 'ok' && again.heard === 'ok')
      stage.scene.chronicle.fault(`${person.who} sold the same ${quantity} ETH twice`);
    if (rests.heard === 'ok')
      await person.sends(step, 'POST order/cancel', { id: idOf(rests) }, { key: keyOf(step, '-cancel') });
  },

  filled: async ({ person, stage, step }) => {
    const order = { symbol: 'SOL/USDT', side: 'buy', type: 'market', amount: '50' };
    const bought = await person.sends(step, 'POST coin/trade', order, { key: keyOf(step) });
    if (bought.heard !== 'ok') return;
    const id = idOf(bought);
    const sent = await Promise.all(
      [0, 1].map((at) =>
        person.sends(step, 'POST order/cancel', { id }, { key: keyOf(step, `-cancel-${at}`) }),
      ),
    );
    if (sent.some(({ heard }) => heard === 'ok'))
      stage.scene.chronicle.fault(`${person.who} cancelled a market order`);
  },

  nonsense: async ({ person, stage, chance, step }) => {
    const nonsense = [
      '-1',
      '0',
      '-0',
      '1e9',
      '0x10',
      'NaN',
      'Infinity',
      ' 1',
      '1.',
      '9'.repeat(40),
      '0.000000001',
      '',
      '1,5',
    ];
    for (const [at, wrong] of [chance.of(nonsense), chance.of(nonsense)].entries()) {
      const key = keyOf(step, `-${at}`);
      const fields = { currency: 'USDT', from: 'spot', to: 'option', amount: wrong };
      const moved = await person.sends(step, 'POST wallet/transfer', fields, { key: `${key}-move` });
      const order = { symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: wrong };
      const sold = await person.sends(step, 'POST coin/trade', order, { key: `${key}-sell` });
      if (moved.heard === 'ok' || sold.heard === 'ok')
        stage.scene.chronicle.fault(`${person.who} had the amount "${wrong}" accepted`);
    }
  },

  others: async ({ person, stage, chance, step }) => {
    const victim = personOf(stage, chance.of(['ida', 'sol', 'lena']));
    const { items } = (await victim.reads('GET coin/list', {})) as { items: readonly { id: string }[] };
    const id = items[0]?.id ?? '1';
    const cancelled = await person.sends(step, 'POST order/cancel', { id }, { key: keyOf(step) });
    const paid = await person.sends(
      step,
      'POST wallet/out',
      {
        currency: 'USDT',
        amount: '50',
        address: victim.address === '' ? '1' : victim.address,
        trading_password: '135790',
      },
      { key: keyOf(step, '-out') },
    );
    const isOwn = await owns(person, id);
    if ((cancelled.heard === 'ok' && !isOwn) || paid.heard === 'ok')
      stage.scene.chronicle.fault(`${person.who} used what belongs to ${victim.who}`);
  },

  /**
   * If rounding favoured the customer, the smallest orders would be profitable. The auditor computes each of
   * them.
   */
  dust: async ({ person, step }) => {
    const small = { symbol: 'SOL/USDT', quantity: '0.01', type: 'market' };
    for (const [at, side] of (['buy', 'buy', 'sell'] as const).entries())
      await person.sends(step, 'POST coin/trade', { ...small, side }, { key: keyOf(step, `-${at}`) });
  },
};

export function theft(kind: string): Move {
  const found = THEFTS[kind];
  if (found === undefined) throw new Error(`expected a kind of theft, found ${kind}`);
  return found;
}

const idOf = ({ message }: Deed): string => (message as { readonly id: string }).id;

async function owns(person: At['person'], id: string): Promise<boolean> {
  const { items } = (await person.reads('GET coin/list', {})) as { items: readonly { id: string }[] };
  return items.some((one) => one.id === id);
}

/** Returns the money after a race, so that the next theft has some. */
async function restore(person: At['person'], step: number): Promise<void> {
  await person.sends(step, 'POST order/cancel_all', {}, { key: keyOf(step, '-restore') });
  for (const from of ['option', 'contract'] as const) {
    const back = await person.available('USDT', from);
    if (back === 0n) continue;
    const fields = { currency: 'USDT', from, to: 'spot', amount: formatAmount(back) };
    await person.sends(step, 'POST wallet/transfer', fields, { key: keyOf(step, `-from-${from}`) });
  }
}
