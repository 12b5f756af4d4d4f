/** The missing requirements for a withdrawal, each with a link to the screen that fulfils it, and back. */
import { CreditCard, IdCard, LockKeyhole } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { resolvingLink } from '../../lib/resolving.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Section } from '../../ui/section.tsx';
import type { MissingStep } from './missing-steps.ts';

const icons = { verify: IdCard, trading_password: LockKeyhole, bank_card: CreditCard } as const;

export type MissingPartProps = {
  readonly steps: readonly MissingStep[];
  readonly isUnderReview: boolean;
};

export function MissingPart({ steps, isUnderReview }: MissingPartProps) {
  const t = useTranslations('withdrawals.missing');
  return (
    <>
      <h2 className="gutter pt-5 text-lg font-semibold">{t('title')}</h2>
      <p className="gutter pt-1 text-sm text-soft">{t('text')}</p>
      <Section>
        {steps.map((step) => (
          <ListRow
            key={step}
            start={<MenuIcon icon={icons[step]} />}
            title={<span className="whitespace-normal">{t(`step.${step}`)}</span>}
            subtitle={t(step === 'verify' && isUnderReview ? 'verifying' : `why.${step}`)}
            wrap
            chevron
            onPress={() => navigate(resolvingLink(step))}
          />
        ))}
      </Section>
    </>
  );
}
