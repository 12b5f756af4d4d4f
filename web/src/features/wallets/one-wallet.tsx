/** One wallet: the available and frozen amounts in each account, and the reason for each frozen amount. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { pocketsHeld } from '../../lib/holdings.ts';
import { walletsLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { heldOf, valueOfWallet } from '../../lib/wallet-value.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Link } from 'wouter';
import { linkOf, named } from './record-words.ts';
import { WalletActions } from './wallet-actions.tsx';

type Info = CallOutput<'POST wallet/get_info'>;
type Hold = Info['frozen_by'][number];

/** Formats coins to their last decimal place, because this is the amount that can be used. */
const EXACT = { decimals: 8, minDecimals: 0, private: true } as const;

function HoldRow({ hold, currency }: { readonly hold: Hold; readonly currency: string }) {
  const t = useTranslations('wallets');
  const { kind, id } = named(hold.ref);
  const link = linkOf(hold.ref, hold.symbol);
  const symbol = hold.symbol ?? '';
  return (
    <ListRow
      title={
        kind === 'withdrawal' || kind === 'other' ? t(`hold.${kind}`, { id }) : t(`hold.${kind}`, { symbol })
      }
      // The amount is placed below the name, which is long in some languages and must not be cut off.
      subtitle={<AmountText value={hold.amount} unit={currency} {...EXACT} />}
      {...(link === undefined ? {} : { href: link })}
    />
  );
}

function AccountPart({ info, account }: { readonly info: Info; readonly account: Hold['account'] }) {
  const t = useTranslations('wallets');
  const own = useTranslations('account.accounts');
  const pocket = info[account];
  if (pocket === undefined) return null;
  const holds = info.frozen_by.filter((hold) => hold.account === account);
  return (
    <Section title={own(account)}>
      <dl className="px-4 py-2">
        <FactRow name={t('available')} strong>
          <AmountText value={pocket.available} unit={info.currency} {...EXACT} />
        </FactRow>
        <FactRow name={t('frozen')}>
          <AmountText value={pocket.frozen} unit={info.currency} {...EXACT} />
        </FactRow>
      </dl>
      {holds.length > 0 && (
        <>
          <h3 className="border-t border-line px-4 pt-3 text-sm text-soft">{t('frozenBy')}</h3>
          {holds.map((hold) => (
            <HoldRow key={hold.ref} hold={hold} currency={info.currency} />
          ))}
        </>
      )}
    </Section>
  );
}

function Shown({ info }: { readonly info: Info }) {
  const t = useTranslations('wallets');
  const rows = useQuotations().data ?? [];
  const held = heldOf(info);
  return (
    <>
      <section className="bg-surface">
        <div className="flex items-center gap-3 px-4 pt-4 pb-3">
          <CoinMark of={info.currency} size={40} />
          <div className="min-w-0">
            <p className="text-xl font-semibold break-words">
              <AmountText value={formatAmount(held)} unit={info.currency} {...EXACT} />
            </p>
            {info.currency !== 'USDT' && (
              <p className="text-sm text-soft">
                {t('worth')}{' '}
                <AmountText value={formatAmount(valueOfWallet(info, rows))} unit="USDT" private />
              </p>
            )}
          </div>
        </div>
        <WalletActions currency={info.currency} />
      </section>
      {pocketsHeld(info).map(({ account }) => (
        <AccountPart key={account} info={info} account={account} />
      ))}
      <p className="gutter pt-3 text-sm text-quiet">
        {info.frozen_by.some((hold) => amount(hold.amount) > 0n) ? t('frozenMeans') : t('nothingFrozen')}
      </p>
    </>
  );
}

export function OneWallet({ currency }: { readonly currency: string }) {
  const t = useTranslations('wallets');
  const titles = useTranslations('titles');
  const query = useCall('POST wallet/get_info', { currency }, { enabled: useSignedIn() });
  const unknown = query.error instanceof RefusedError && query.error.refusal.error === 'wallet_not_found';
  return (
    <Screen title={`${titles('wallets')} ${currency}`} onRefresh={() => query.refetch()}>
      {query.data !== undefined ? (
        <Shown info={query.data} />
      ) : unknown ? (
        <EmptyState
          title={t('noSuch', { currency })}
          action={
            <Link href={walletsLink} className="inline-flex min-h-11 items-center text-accent">
              {t('all')}
            </Link>
          }
        />
      ) : (
        <Awaited query={query} skeleton={<SkeletonRows count={5} />} />
      )}
    </Screen>
  );
}
