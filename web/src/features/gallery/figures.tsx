/** Figures, icons and lines: amounts, prices, changes, small charts. */
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { PriceText } from '../../parts/price-text.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Section } from '../../ui/section.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

const rising = ['1', '1.4', '1.2', '1.9', '1.7', '2.4', '2.2', '3'] as const;
const falling = [...rising].toReversed();
const marks = ['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'USDT', 'XAU/USD', 'EUR/USD', 'USD/JPY'] as const;

export function Figures() {
  return (
    <Section title="Figures and marks">
      <div className="space-y-4 p-4">
        <dl>
          <FactRow name="You pay">
            <AmountText value="1234567.891" unit="USDT" />
          </FactRow>
          <FactRow name="Profit">
            <AmountText value="-12.5" unit="USDT" signed />
          </FactRow>
          <FactRow name="Price" strong>
            <PriceText value="64258.7" tickSize="0.01" />
          </FactRow>
        </dl>
        <div className="flex flex-wrap gap-3">
          <ChangeText value="1.25" pill />
          <ChangeText value="-1.25" pill />
          <ChangeText value="0" pill />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Sparkline values={rising} filled />
          <Sparkline values={falling} filled />
          <Badge>Plain</Badge>
        </div>
        <div className="flex flex-wrap gap-2">
          {marks.map((of) => (
            <CoinMark key={of} of={of} />
          ))}
        </div>
        <CopyLine
          name="Address"
          text="TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
          copyLabel="Copy the address"
          mono
        />
        <QrCode text="https://example.com" label="A code" />
      </div>
    </Section>
  );
}
