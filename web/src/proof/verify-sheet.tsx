/** The verification sheet: the verdict, every step that leads to it, and the evidence to save. */
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { priceTapeLink } from '../lib/links.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TooMuchEvidence } from './evidence.ts';
import { saveFile } from '../lib/save-file.ts';
import { EntrySources } from './entry-sources.tsx';
import { StepLine } from './step-line.tsx';
import { bundleName, bundleOf } from './subject.ts';
import type { Subject } from './subject.ts';
import type { Verification } from './use-verification.ts';
import { useVerification } from './use-verification.ts';
import { VerdictPanel } from './verdict-panel.tsx';
import type { Report } from './verification.ts';
import type { Step } from './verify-steps.ts';
import { stepsOf } from './verify-steps.ts';

export type VerifySheetProps = {
  readonly subject: Subject;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Returns the steps to show. Skipped steps are reported only once. */
function shownSteps(report: Report, kind: Subject['kind']): readonly Step[] {
  const steps = stepsOf(report, kind);
  const skipped = steps.find(({ state }) => state === 'skipped');
  return steps.filter((step) => step.state !== 'skipped' || step === skipped);
}

function Steps({
  subject,
  verification,
}: Pick<VerifySheetProps, 'subject'> & {
  readonly verification: Exclude<Verification, { stage: 'failed' }>;
}) {
  const t = useTranslations('proof');
  return (
    <section className="pt-3">
      <h3 className="text-sm font-semibold text-soft">{t('steps')}</h3>
      {verification.stage === 'running' ? (
        <Skeleton className="mt-2 h-56 rounded-input" />
      ) : (
        <ul>
          {shownSteps(verification.report, subject.kind).map((step) => (
            <StepLine key={step.name} step={step} report={verification.report} subject={subject} />
          ))}
        </ul>
      )}
    </section>
  );
}

export function VerifySheet({ subject, open, onClose }: VerifySheetProps) {
  const t = useTranslations('proof');
  const { verification, again } = useVerification(subject, open);
  const save = (): void => {
    if (verification.stage !== 'done') return;
    const { gathered, seenSeq } = verification.report;
    saveFile(bundleName(subject), `${JSON.stringify(bundleOf(subject, gathered, seenSeq), undefined, 1)}\n`);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        verification.stage === 'done' ? (
          <Button block kind="secondary" onClick={save}>
            {t('save')}
          </Button>
        ) : undefined
      }
    >
      {verification.stage !== 'failed' ? (
        <>
          <VerdictPanel verification={verification} />
          <Steps subject={subject} verification={verification} />
          {verification.stage === 'done' && <EntrySources derived={verification.report.derived} />}
        </>
      ) : verification.error instanceof TooMuchEvidence ? (
        <p className="py-4 text-base">{t('tooMuch')}</p>
      ) : (
        <ErrorState error={verification.error} onRetry={again} />
      )}
      <Link href={priceTapeLink} className="flex min-h-11 items-center text-sm text-accent">
        {t('how')}
      </Link>
    </Sheet>
  );
}
