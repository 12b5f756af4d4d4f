/**
 * The customer's name, masked address and total value, with a button that hides all amounts in the app, and the available amount
 * below.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import {
  creditLink,
  experienceLink,
  memberLink,
  portfolioLink,
  securityLink,
  verificationLink,
} from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { heroSize } from '../../ui/hero-size.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Holdings } from '../../lib/holdings.ts';
import { maskName } from './mask-name.ts';

type User = CallOutput<'GET user/info'>;

function Figures({ holdings }: { readonly holdings: Holdings }) {
  const t = useTranslations('account');
  const valued = useValuation();
  return (
    <dl className="grid grid-cols-2 gap-3 border-t border-line px-4 py-3">
      <div>
        <dt className="text-sm text-quiet">{t('available')}</dt>
        <dd className="text-lg font-semibold">
          <AmountText value={valued.of(holdings.available)} unit={valued.currency} private />
        </dd>
      </div>
      <div className="press relative">
        <dt className="text-sm">
          <Link
            href={experienceLink}
            className="inline-flex items-center text-accent after:absolute after:-inset-y-3 after:inset-x-0"
          >
            {t('experience')}
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          </Link>
        </dt>
        <dd className="text-lg font-semibold">
          <AmountText value={holdings.experience} unit="USDT" private />
        </dd>
      </div>
    </dl>
  );
}

function Chips({ user }: { readonly user: User }) {
  const t = useTranslations('account.chip');
  const { kyc_status: status, totp_enabled: hasFactor, credit_score: score } = user;
  const chips = [
    {
      href: verificationLink,
      tone: status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : 'plain',
      text: t(`identity.${status}`),
    },
    {
      href: securityLink,
      tone: hasFactor ? 'good' : 'plain',
      text: hasFactor ? t('factorOn') : t('factorOff'),
    },
    { href: creditLink, tone: 'plain', text: t('credit', { score: `${score}` }) },
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-4 py-1">
      {chips.map(({ href, tone, text }) => (
        <Link key={href} href={href} className="press flex min-h-11 items-center">
          <Badge tone={tone}>{text}</Badge>
        </Link>
      ))}
    </div>
  );
}

/**
 * Shortens a wallet's address to the form "0x1f2e…9a0b". It replaces the email, which a customer who logs in with a wallet may
 * not have.
 */
function shortAddress(address: string | null): string | undefined {
  return address?.replace(/^(.{6}).+(.{4})$/, '$1…$2');
}

export type ProfileCardProps = {
  readonly user: UseQueryResult<User>;
  /** Undefined while loading. */
  readonly holdings: Holdings | undefined;
};

/** The total value, shown on the screen's blue background. */
export function AccountHero({ user, holdings }: ProfileCardProps) {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const hidden = useSession((session) => session.amountsHidden);
  const valued = useValuation();
  const who = user.data;
  const total = holdings === undefined ? undefined : valued.of(holdings.total);
  return (
    <>
      <Link href={memberLink} className="flex items-center gap-3 px-4 pt-2 active:opacity-80">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-white/16 text-lg font-semibold uppercase"
        >
          {who?.account.slice(0, 1)}
        </span>
        <div className="min-w-0 flex-1">
          <span className="sr-only">{titles('member')}</span>
          {who === undefined ? (
            <Skeleton className="my-1 h-9 w-36 bg-white/20" />
          ) : (
            <>
              <p className="truncate font-semibold">{hidden ? maskName(who.account) : who.account}</p>
              <p className="text-sm break-words text-on-hero">
                {[who.email ?? shortAddress(who.wallet_address), `ID ${who.id}`].filter(Boolean).join(' · ')}
              </p>
            </>
          )}
        </div>
        <ChevronRight
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className="-mr-1 shrink-0 text-on-hero"
        />
      </Link>
      <div className="flex items-end justify-between gap-2 px-4 pt-4 pb-4">
        <div className="min-w-0">
          <Link href={portfolioLink} className="block active:opacity-80">
            <span className="flex items-center text-sm text-on-hero">
              {t('totalValue')}
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            </span>
            {total === undefined ? (
              <Skeleton className="my-1.5 h-10 w-56 bg-white/20" />
            ) : (
              <span
                className={classes(
                  'block font-semibold tracking-tight max-[389px]:text-2xl',
                  heroSize(total),
                )}
              >
                <AmountText value={total} unit={valued.currency} private />
              </span>
            )}
          </Link>
        </div>
        <IconButton
          icon={hidden ? EyeOff : Eye}
          label={hidden ? t('showAmounts') : t('hideAmounts')}
          className="-mr-2"
          onClick={() => useSession.setState({ amountsHidden: !hidden })}
        />
      </div>
    </>
  );
}

export function ProfileCard({ user, holdings }: ProfileCardProps) {
  if (user.data === undefined && user.isError) return <Awaited query={user} skeleton={null} />;
  return (
    <Section>
      {user.data !== undefined && <Chips user={user.data} />}
      {holdings !== undefined && <Figures holdings={holdings} />}
    </Section>
  );
}
