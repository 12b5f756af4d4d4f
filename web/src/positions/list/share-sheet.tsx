/** A picture of a trade's profit: the customer chooses whether amounts show, and saves or shares it, or not. */
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { signOf, useFormat } from '../../lib/format.ts';
import { showToast } from '../../lib/notices.ts';
import { riseColourOf, useSession } from '../../lib/session.ts';
import { quoteStore } from '../../live/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTerms } from '../terms.ts';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionWords } from './position-words.ts';
import { shareFigures } from './share-figures.ts';
import type { SharePicture } from './share-picture.ts';
import { makePicture, pictureHeight, pictureWidth } from './share-picture.ts';

type Amounts = 'hidden' | 'shown';

/** What the picture says. It is of the moment that the sheet was opened at, which it names, and does not move. */
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
  const [quote] = useState(() => quoteStore.get(position.symbol));
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000));
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

/** The picture as a file, drawn anew when what it says changes. */
function usePicture(
  texts: SharePicture | undefined,
): { readonly file: File; readonly url: string } | undefined {
  const [made, setMade] = useState<{ readonly file: File; readonly url: string }>();
  const says = JSON.stringify(texts);
  useEffect(() => {
    if (says === undefined) return undefined;
    let url: string | undefined;
    let wanted = true;
    void makePicture(JSON.parse(says) as SharePicture).then((file) => {
      if (!wanted || file === undefined) return;
      url = URL.createObjectURL(file);
      setMade({ file, url });
    });
    return () => {
      wanted = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [says]);
  return made;
}

/** Hands the file to the phone's own sharing; whoever changes their mind there has not failed. */
async function share(file: File, failed: string): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) showToast(failed, 'bad');
  }
}

export function ShareSheet(props: PositionSheetProps) {
  const { open, onClose } = props;
  const t = useTranslations('positions');
  const [amounts, setAmounts] = useState<Amounts>('hidden');
  const texts = usePictureTexts(props, amounts);
  const picture = usePicture(texts);
  const canShare =
    picture !== undefined && 'canShare' in navigator && navigator.canShare({ files: [picture.file] });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('pictureTitle')}
      footer={
        picture === undefined ? undefined : (
          <div className="flex gap-2">
            <a
              href={picture.url}
              download={picture.file.name}
              className="inline-flex min-h-12 flex-1 items-center justify-center rounded-input bg-accent-wash px-4 text-center font-semibold text-accent active:opacity-80"
            >
              {t('savePicture')}
            </a>
            {canShare && (
              <Button
                kind="secondary"
                className="flex-1"
                onClick={() => void share(picture.file, t('shareFailed'))}
              >
                {t('sharePicture')}
              </Button>
            )}
          </div>
        )
      }
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
      {picture === undefined ? (
        <Skeleton className="mx-auto mt-3 aspect-4/5 w-full max-w-72 rounded-card" />
      ) : (
        <img
          src={picture.url}
          width={pictureWidth}
          height={pictureHeight}
          alt={texts === undefined ? '' : `${texts.symbol}, ${texts.side}, ${texts.percent}`}
          className="mx-auto mt-3 h-auto w-full max-w-72 rounded-card"
        />
      )}
      <p className="mt-2 text-center text-sm text-quiet">{t('pictureNote')}</p>
    </Sheet>
  );
}
