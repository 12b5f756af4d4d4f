/** The verification that an investment requires, with a link to its screen, and back. */
import { useTranslations } from 'use-intl';
import { useUser } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { resolvingLink } from '../../lib/resolving.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';

export type Bar = 'verify' | 'verifying';

/** Returns the reason why nothing can be invested now, or undefined if there is none or if it is not known yet. */
export function useBar(): Bar | undefined {
  const { data: user } = useUser();
  if (user === undefined || user.kyc_status === 'approved') return undefined;
  return user.kyc_status === 'under_review' ? 'verifying' : 'verify';
}

export function BarredPart() {
  const t = useTranslations('fund.barred');
  const bar = useBar();
  if (bar === undefined) return null;
  return (
    <Section plain>
      <Notice
        title={t(`title.${bar}`)}
        text={t(`text.${bar}`)}
        action={
          <Button className="mt-2" block small onClick={() => navigate(resolvingLink('verify'))}>
            {t(`step.${bar}`)}
          </Button>
        }
      />
    </Section>
  );
}
