/** How each call about money that comes in and goes out is made well, by the walker. */
import type { CallName, CallRequest } from '@candor/protocol/calls.ts';
import { handIn, knock, wellAnswered } from '../../../../tools/testing/front-door.ts';
import { photo } from '../../../../tools/testing/pictures.ts';
import type { Good, Walker } from './identity-called-well.ts';

type Rows<Names extends CallName> = { readonly [Name in Names]: Good<Name> };

/** By which no two of the walker's pictures are the same, and none is one of another test's part. */
let pictures = 400;

export function depositsCalledWell({ origin, token }: Walker) {
  const deposit = async (): Promise<CallRequest<'POST wallet/charge_req'>> => {
    pictures += 1;
    const voucher = await handIn(origin(), token(), await photo(pictures), 'voucher');
    return { currency: 'USDT', network: 'tron', amount: '75', voucher };
  };
  return {
    'POST wallet/get_in_address': { currency: 'USDT' },
    'POST wallet/charge_req': deposit,
    'POST wallet/charge_cancel': async () => {
      const fields = await deposit();
      const { body } = await knock(origin(), 'POST wallet/charge_req', { token: token(), fields });
      return { id: (wellAnswered(body) as { id: string }).id };
    },
    'GET chargelist/log': { status: 'under_review', limit: 3 },
  } satisfies Partial<Rows<CallName>>;
}
