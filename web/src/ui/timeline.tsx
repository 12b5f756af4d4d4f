/** A progress in steps: completed steps, the current step, and the next steps. */
import { Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from './classes.ts';

export type TimelineStep = {
  /** `late`: the current step is overdue. */
  readonly state: 'done' | 'now' | 'late' | 'failed' | 'next';
  readonly title: string;
  readonly time?: string | undefined;
  readonly text?: ReactNode;
};

const looks = {
  done: { icon: Check, tone: 'bg-success-wash text-success' },
  now: { icon: Clock, tone: 'bg-accent-wash text-accent' },
  late: { icon: Clock, tone: 'bg-warning-wash text-warning' },
  failed: { icon: X, tone: 'bg-danger-wash text-danger' },
  next: { icon: undefined, tone: 'bg-sunken text-quiet' },
} as const;

function Step({ step, isLast }: { readonly step: TimelineStep; readonly isLast: boolean }) {
  const t = useTranslations('timeline');
  const { icon: Icon, tone } = looks[step.state];
  const isCurrent = step.state !== 'done' && step.state !== 'next';
  return (
    <li className="flex gap-3" aria-current={isCurrent ? 'step' : undefined}>
      <div className="flex flex-col items-center">
        <span className={classes('grid size-7 shrink-0 place-items-center rounded-full', tone)}>
          {Icon === undefined ? (
            <span aria-hidden="true" className="size-2 rounded-full bg-line-strong" />
          ) : (
            <Icon size={16} strokeWidth={2} aria-hidden="true" />
          )}
        </span>
        {!isLast && <span aria-hidden="true" className="my-1 w-px flex-1 bg-line-strong" />}
      </div>
      <div className={classes('min-w-0 flex-1', !isLast && 'pb-4')}>
        <p className={classes('pt-0.5', step.state === 'next' ? 'text-quiet' : 'font-semibold')}>
          {step.title}
        </p>
        {/* For screen readers only; the icon shows the state. */}
        <p className="sr-only">{t(step.state)}</p>
        {step.time !== undefined && <p className="figures text-sm text-quiet">{step.time}</p>}
        {step.text !== undefined && <div className="text-sm text-soft">{step.text}</div>}
      </div>
    </li>
  );
}

export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className="p-4">
      {steps.map((step, at) => (
        <Step key={step.title} step={step} isLast={at === steps.length - 1} />
      ))}
    </ol>
  );
}
