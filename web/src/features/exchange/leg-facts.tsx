/** The legs of an exchange, each with its price and that price's entry on the tape. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { TapeProof } from '../../live/tape-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import type { FirmQuote } from './exchange-draft.ts';
import { unitPrice } from './exchange-draft.ts';

type Leg = FirmQuote['legs'][number];

function LegFacts({ leg }: { readonly leg: Leg }) {
  const t = useTranslations('exchange');
  const words = useTranslations('orders');
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const [coin = '', quote = ''] = leg.symbol.split('/');
  const coins = `${format.quantity(leg.quantity)} ${coin}`;
  return (
    <section className="border-t border-line py-1.5">
      <h3 className="pt-1 text-sm font-semibold">{t(`leg.${leg.side}`, { coins })}</h3>
      <dl>
        <FactRow name={words('price')}>
          {format.decimal(leg.price, { min: 2, max: 8 })} {quote}
        </FactRow>
        <FactRow name={words('tapeEntry')}>
          {words('tapeSeq', { symbol: leg.symbol, seq: String(leg.tape_seq) })}
        </FactRow>
      </dl>
      {shown ? (
        <TapeProof symbol={leg.symbol} seq={leg.tape_seq} price={leg.price} side={leg.side} />
      ) : (
        <Button kind="quiet" small className="-ml-3" onClick={() => setShown(true)}>
          {words('showEntry')}
        </Button>
      )}
    </section>
  );
}

type Figures = Pick<FirmQuote, 'from' | 'to' | 'from_amount' | 'to_amount' | 'fee'>;

export function RateFacts({ of: figures }: { readonly of: Figures }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { one, is, of } = unitPrice(figures);
  return (
    <>
      <FactRow name={t('rate')}>{t('oneIs', { one, is: format.quantity(is), of })}</FactRow>
      <FactRow name={t('fee')}>{format.decimal(figures.fee, { min: 2, max: 8 })} USDT</FactRow>
    </>
  );
}

export function Legs({ legs }: { readonly legs: readonly Leg[] }) {
  return legs.map((leg) => <LegFacts key={`${leg.symbol} ${leg.side}`} leg={leg} />);
}
