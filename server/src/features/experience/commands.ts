/** The experience credit commands. Each specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import { activeCreditNeed, experienceCredits } from '../../identity/experience-credit.ts';
import { gateNeed } from '../../identity/gates.ts';
import { decideConversion, decideExpiry } from './rules.ts';
import type { Conversion, Expiry } from './rules.ts';

export const convertCredit = command({
  name: 'experience.convert',
  gather: ({ stakes }: Conversion) => ({
    balances: [
      ['promo', 'USDT'],
      ['promo_frozen', 'USDT'],
      ['spot', 'USDT'],
    ],
    rows: [gateNeed],
    open: [activeCreditNeed, ...stakes.map((one) => one.open)],
  }),
  decide: decideConversion,
});

export const expireCredit = command({
  name: 'experience.expire',
  gather: ({ id, stakes }: Expiry) => ({
    balances: [
      ['promo', 'USDT'],
      ['promo_frozen', 'USDT'],
    ],
    house: [['promotions', 'USDT']],
    rows: [{ table: of(experienceCredits), id }],
    open: stakes.map((one) => one.open),
  }),
  decide: decideExpiry,
});
