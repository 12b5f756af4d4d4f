/** The sheet with the image of a trade's profit, which the customer can save or share with or without amounts. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { signOf, useFormat } from '../../lib/format.ts';
import { riseColourOf, useSession } from '../../lib/session.ts';
import { useQuoteStore } from '../../live/quotes.ts';
import { PictureSheet } from '../../ui/picture-sheet.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTerms } from '../terms.ts';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionWords } from './position-words.ts';
import { shareFigures } from './share-figures.ts';
import type { SharePicture } from './share-picture.ts';
import { makePicture } from './share-picture.ts';
import { houseNow } from '../../lib/house-clock.ts';

type Amounts = 'hidden' | 'shown';

/** Returns the content of the image: the state when the sheet was opened, with that time. */
function usePictureTexts(
  { position, tickSize }: Pick<PositionSheetProps, 'position' | 'tickSize'>,
  amounts: Amounts,
): SharePicture | undefined {
  const t = useTranslations('positions');
  const ui = useTranslations('ui');
  const format = useFormat();
  const words = usePositionWords();
  const terms = useTerms(position.symbol);
  const demo = useDemo();
  const rise = useSession(riseColourOf);
  const quoteStore = useQuoteStore();
  const [quote] = useState(() => quoteStore.get(position.symbol));
  const [openedAt] = useState(() => Math.floor(houseNow() / 1000));
  const figures = terms === undefined ? undefined : shareFigures(position, terms, quote);
  if (figures === undefined || position.entry_price === null) return undefined;
  const sign = signOf(figures.profit);
  const isOver = position.status === 'closed';
  const time = isOver ? (position.closed_time ?? openedAt) : openedAt;
  const fall = rise === 'green' ? 'red' : 'green';
  return {
    symbol: position.symbol,
    side: words.sideAt(position),
    percent: format.percent(figures.percent),
    percentOf: isOver ? t('ofMarginNet') : t('ofMarginOpen'),
    tone: sign === 0 ? 'plain' : sign > 0 ? rise : fall,
    amount: amounts === 'shown' ? words.money(figures.profit, { signed: true }) : undefined,
    facts: [
      [t('entry'), format.price(position.entry_price, tickSize)],
      [isOver ? t('exit') : t('mark'), format.price(figures.exit, tickSize)],
      ...(amounts === 'shown'
        ? [
            [
              t('quantity'),
              words.size(position, isOver ? position.quantity : position.open_quantity),
            ] as const,
          ]
        : []),
    ],
    asOf: t('asOf', { time: format.dateTime(time) }),
    risk: t('risk'),
    demo: demo === null || demo === undefined ? undefined : ui('demoStrip'),
    locale: format.locale,
  };
}

export function ShareSheet(props: PositionSheetProps) {
  const { open, onClose } = props;
  const t = useTranslations('positions');
  const [amounts, setAmounts] = useState<Amounts>('hidden');
  const texts = usePictureTexts(props, amounts);
  return (
    <PictureSheet
      open={open}
      onClose={onClose}
      title={t('pictureTitle')}
      says={texts}
      make={makePicture}
      alt={texts === undefined ? '' : `${texts.symbol} · ${texts.side} · ${texts.percent}`}
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
