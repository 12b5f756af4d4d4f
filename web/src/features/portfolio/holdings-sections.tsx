/** The distribution of the money, and each coin with its average cost, price and profit. */
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { signOf, useFormat } from '../../lib/format.ts';
import { chartLink, marketLink } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { coinShapes } from '../../ui/coin-shapes.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import type { CoinHeld, Share } from './figures.ts';

function percentOf(permille: number): string {
  return permille < 10 ? '<1' : String(Math.round(permille / 10));
}

export function AllocationSection({ shares }: { readonly shares: readonly Share[] }) {
  const t = useTranslations('portfolio');
  const own = useTranslations('account.accounts');
  if (shares.length === 0) return null;
  return (
    <Section title={t('allocation')}>
      <ul className="space-y-3 p-4">
        {shares.map(({ name, value, permille }) => (
          <li key={name}>
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span className="font-medium">{name === 'fund' ? own('fund') : name}</span>
              <span className="figures text-soft">
                <AmountText value={value} unit="USDT" private /> · {percentOf(permille)}%
              </span>
            </span>
            <span aria-hidden="true" className="mt-1 block h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full"
                style={{
                  width: `${Math.max(permille / 10, 0.5)}%`,
                  background: coinShapes[name]?.ground ?? 'var(--accent)',
                }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function HoldingsSection({ coins }: { readonly coins: readonly CoinHeld[] }) {
  const t = useTranslations('portfolio');
  return (
    <Section title={t('holdings')}>
      {coins.length === 0 ? (
        <div className="p-4">
          <p className="font-medium">{t('noCoins')}</p>
          <p className="pt-1 text-sm text-soft">{t('noCoinsText')}</p>
          <Link href={marketLink} className="-mb-3 inline-flex min-h-11 items-center text-sm text-accent">
            {t('markets')}
          </Link>
        </div>
      ) : (
        coins.map((coin) => <Coin key={coin.currency} coin={coin} />)
      )}
    </Section>
  );
}

function Coin({ coin }: { readonly coin: CoinHeld }) {
  const t = useTranslations('portfolio');
  const format = useFormat();
  const hidden = useSession((session) => session.amountsHidden);
  const { currency, quantity, averageCost, price, value, profit, percent } = coin;
  const sign = profit === undefined ? 0 : signOf(profit);
  return (
    <div className="hairline px-4 py-3 last:shadow-none">
      <Link
        href={chartLink(`${currency}/USDT`)}
        className="press -m-2 flex items-center gap-3 rounded-input p-2"
      >
        <CoinMark of={currency} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{currency}</span>
          <span className="figures block truncate text-sm text-quiet">
            {hidden ? '••••' : format.quantity(quantity)}
          </span>
        </span>
        <span className="text-right">
          {value !== undefined && <AmountText value={value} unit="USDT" private />}
        </span>
      </Link>
      <dl className="pt-1 pl-11">
        <FactRow name={t('averageCost')}>
          {averageCost === null ? '–' : <AmountText value={averageCost} unit="USDT" />}
        </FactRow>
        <FactRow name={t('price')}>
          {price === undefined ? '–' : <AmountText value={price} unit="USDT" />}
        </FactRow>
        <FactRow name={t('profit')}>
          {profit === undefined ? (
            '–'
          ) : (
            <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
              <span className={sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : undefined}>
                <AmountText value={profit} signed private />
              </span>
              {percent !== undefined && <ChangeText value={percent} />}
            </span>
          )}
        </FactRow>
      </dl>
    </div>
  );
}
