/** The image of a fill, which the customer can save or share with or without amounts. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../../../lib/customer.ts';
import { useFormat } from '../../../lib/format.ts';
import { PictureSheet } from '../../../ui/picture-sheet.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { FillPicture } from './fill-picture.ts';
import { makeFillPicture } from './fill-picture.ts';
import type { Leg } from './leg-facts.tsx';
import { legTotal } from './leg-total.ts';

type Amounts = 'hidden' | 'shown';

function usePicture(leg: Leg, amounts: Amounts): FillPicture {
  const t = useTranslations('orders');
  const spot = useTranslations('spot');
  const ui = useTranslations('ui');
  const format = useFormat();
  const demo = useDemo();
  const [base = '', quote = ''] = leg.symbol.split('/');
  const buys = leg.side === 'buy';
  const money = (value: string) => `${format.decimal(value, { min: 2, max: 8 })} ${quote}`;
  const shown: FillPicture['facts'] = [
    [t('quantity'), `${format.quantity(leg.quantity)} ${base}`],
    [buys ? t('paid') : t('received'), money(legTotal(leg))],
    [t('fee'), money(leg.fee)],
  ];
  return {
    symbol: leg.symbol,
    side: spot(buys ? 'buyBase' : 'sellBase', { base }),
    price: format.decimal(leg.price, { min: 2, max: 8 }),
    unit: quote,
    facts: [
      [t('tapeEntry'), t('tapeSeq', { symbol: leg.symbol, seq: String(leg.tape_seq) })],
      ...(amounts === 'shown' ? shown : []),
    ],
    demo: demo === null || demo === undefined ? undefined : ui('demoStrip'),
  };
}

export type ShareFillProps = { readonly leg: Leg; readonly open: boolean; readonly onClose: () => void };

export function ShareFill({ leg, open, onClose }: ShareFillProps) {
  const t = useTranslations('positions');
  const [amounts, setAmounts] = useState<Amounts>('hidden');
  const picture = usePicture(leg, amounts);
  return (
    <PictureSheet
      open={open}
      onClose={onClose}
      title={t('pictureTitle')}
      says={picture}
      make={makeFillPicture}
      alt={`${picture.symbol}, ${picture.side}, ${picture.price}`}
    >
      <Segmented<Amounts>
        label={t('amounts')}
        options={[
          { value: 'hidden', label: t('amountsHidden') },
          { value: 'shown', label: t('amountsShown') },
        ]}
        value={amounts}
        onChange={setAmounts}
      />
    </PictureSheet>
  );
}
