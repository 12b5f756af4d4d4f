/** The missing requirements for a loan application, with links to the screens that fulfil them, and back. */
import { useTranslations } from 'use-intl';
import { useUser } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { creditLink } from '../../lib/links.ts';
import { resolvingLink } from '../../lib/resolving.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { LoanConfig } from './use-loans.ts';

export type Bar = 'verify' | 'verifying' | 'score';

/** Returns the reason why no application can be submitted now, or undefined if there is none or if it is not known yet. */
export function useBar({
  score,
  score_min: least,
}: Pick<LoanConfig, 'score' | 'score_min'>): Bar | undefined {
  const { data: user } = useUser();
  if (user !== undefined && user.kyc_status !== 'approved') {
    return user.kyc_status === 'under_review' ? 'verifying' : 'verify';
  }
  return score < least ? 'score' : undefined;
}

export function BarredPart({ bar, config }: { readonly bar: Bar; readonly config: LoanConfig }) {
  const t = useTranslations('loans.barred');
  const to = bar === 'score' ? creditLink : resolvingLink('verify');
  return (
    <Section plain>
      <Notice
        title={t(`title.${bar}`)}
        text={t(`text.${bar}`, { score: config.score, min: config.score_min })}
        action={
          <Button className="mt-2" block small onClick={() => navigate(to)}>
            {t(`step.${bar}`)}
          </Button>
        }
      />
    </Section>
  );
}
