/** The summary of a verification: confirmed, contradicted, or the reason why there is no verdict yet. */
import { BadgeCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useFindingText } from './finding-text.ts';
import type { Verification } from './use-verification.ts';

type Look = {
  readonly tone: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
};

function useLook(verification: Exclude<Verification, { stage: 'failed' }>): Look {
  const t = useTranslations('proof');
  const findingText = useFindingText();
  if (verification.stage === 'running') {
    return {
      tone: 'bg-sunken text-ink',
      icon: <Spinner size={24} />,
      title: t('running'),
      text: t('runningText'),
    };
  }
  const { report, againInSeconds } = verification;
  const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;
  switch (report.state) {
    case 'proved':
      return {
        tone: 'bg-verified-wash text-verified',
        icon: <BadgeCheck {...icon} />,
        title: t('verified'),
        text: t('verifiedText'),
      };
    case 'contradicted':
      return {
        tone: 'bg-danger-wash text-danger',
        icon: <TriangleAlert {...icon} />,
        title: t('failed'),
        text: t('failedText'),
      };
    case 'undecided': {
      const [why] = report.findings;
      const waits = againInSeconds !== undefined;
      return {
        tone: 'bg-warning-wash text-warning',
        icon: <Clock {...icon} />,
        title: waits ? t('unsigned') : t('open'),
        text: waits
          ? t('unsignedText', { seconds: String(againInSeconds) })
          : why === undefined
            ? ''
            : findingText(why),
      };
    }
  }
}

export function VerdictPanel({
  verification,
}: {
  readonly verification: Exclude<Verification, { stage: 'failed' }>;
}) {
  const { tone, icon, title, text } = useLook(verification);
  return (
    <div role="status" className={classes('flex items-start gap-3 rounded-card px-3.5 py-3', tone)}>
      <span className="grid size-7 shrink-0 place-items-center">{icon}</span>
      <span className="min-w-0">
        <span className="block text-lg font-semibold">{title}</span>
        <span className="block text-sm">{text}</span>
      </span>
    </div>
  );
}
