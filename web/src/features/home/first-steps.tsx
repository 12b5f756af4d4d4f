/**
 * The first steps of a new customer: the tour, a trade, the proof of that trade, and a second factor. A step is checked off once
 * it has happened, and the card disappears once all are done or the customer hides it.
 */
import { Check, ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useUser } from '../../lib/customer.ts';
import { ordersLink, securityLink, tradeTabLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { hasProved } from '../../proof/first-proof.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Section } from '../../ui/section.tsx';
import { FirstStepsPlace } from './first-steps-place.tsx';
import { TourSheet } from './tour-sheet.tsx';
import { isTourOffered, leaveFirstSteps, leaveTour } from './tour-offered.ts';

const ORDERS = 20;
const steps = ['tour', 'trade', 'proof', 'protect'] as const;
type Step = (typeof steps)[number];

const linkOf = { trade: tradeTabLink, proof: ordersLink, protect: securityLink } as const;

/** Undefined until it is known which steps are done. */
function useDone(isTourDone: boolean): ReadonlySet<Step> | undefined {
  const user = useUser().data;
  const orders = useCall('GET coin/list', { status: 'completed', limit: ORDERS }).data;
  const positions = useCall('POST lever/my_trade', {}).data;
  const passkeys = useCall('GET safe/passkeys', {}).data;
  if (user === undefined || orders === undefined || positions === undefined || passkeys === undefined)
    return undefined;
  const hasTraded =
    orders.items.some(({ status }) => status === 'filled') ||
    positions.items.some(({ status }) => status === 'open') ||
    user.cumulative_income !== '0';
  const done: Readonly<Record<Step, boolean>> = {
    tour: isTourDone,
    trade: hasTraded,
    proof: hasProved(),
    protect: user.totp_enabled || passkeys.length > 0,
  };
  return new Set(steps.filter((step) => done[step]));
}

function Mark({ isDone, at }: { readonly isDone: boolean; readonly at: number }) {
  return isDone ? (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-success-wash text-success">
      <Check size={16} strokeWidth={2.5} aria-hidden="true" />
    </span>
  ) : (
    <span className="figures flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-sm font-semibold text-soft">
      {at}
    </span>
  );
}

function Words({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const t = useTranslations('home.firstSteps');
  return (
    <span className="min-w-0 flex-1">
      <span className={`block font-medium ${isDone ? 'text-quiet' : ''}`}>{t(`${step}.title`)}</span>
      <span className="block text-sm text-quiet">{isDone ? t('done') : t(`${step}.text`)}</span>
    </span>
  );
}

/** A narrow window shows only the next step, so that prices stay in sight. */
const lookOf = (isNext: boolean): string =>
  `hairline min-h-15 w-full items-center gap-3 px-4 py-2 text-left last:shadow-none wide:flex ${isNext ? 'flex' : 'hidden'}`;

type RowProps = {
  readonly step: Step;
  readonly at: number;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly onTour: () => void;
};

function Row({ step, at, isDone, isNext, onTour }: RowProps): ReactNode {
  const body = (
    <>
      <Mark isDone={isDone} at={at} />
      <Words step={step} isDone={isDone} />
      {!isDone && <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="text-quiet" />}
    </>
  );
  const look = lookOf(isNext);
  if (isDone) return <div className={look}>{body}</div>;
  if (step === 'tour')
    return (
      <button type="button" onClick={onTour} className={`press ${look}`}>
        {body}
      </button>
    );
  return (
    <Link href={linkOf[step]} className={`press ${look}`}>
      {body}
    </Link>
  );
}

export function FirstSteps({ onLeave }: { readonly onLeave: () => void }) {
  const t = useTranslations('home.firstSteps');
  const [isTourDone, setTourDone] = useState(() => !isTourOffered());
  const [isTourOpen, setTourOpen] = useState(false);
  const done = useDone(isTourDone);
  const leave = (): void => {
    leaveFirstSteps();
    onLeave();
  };
  if (done === undefined) return <FirstStepsPlace />;
  const next = steps.find((step) => !done.has(step));
  return (
    <Section>
      <div className="flex items-center gap-3 pl-4">
        <h2 className="flex-1 font-semibold">{next === undefined ? t('complete') : t('title')}</h2>
        <span className="figures text-sm text-quiet">
          {t('progress', { done: done.size, all: steps.length })}
        </span>
        <IconButton icon={X} size={18} label={t('hide')} onClick={leave} className="text-quiet" />
      </div>
      <div aria-hidden="true" className="mx-4 mb-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(done.size / steps.length) * 100}%` }}
        />
      </div>
      {steps.map((step, at) => (
        <Row
          key={step}
          step={step}
          at={at + 1}
          isDone={done.has(step)}
          isNext={step === next}
          onTour={() => setTourOpen(true)}
        />
      ))}
      <TourSheet
        open={isTourOpen}
        onClose={() => {
          leaveTour();
          setTourOpen(false);
          setTourDone(true);
        }}
      />
    </Section>
  );
}
