/** One step of a verification: an icon for its result, and a text with the facts. */
import { Check, Clock, Minus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { classes } from '../ui/classes.ts';
import { useFindingText } from './finding-text.ts';
import type { Subject } from './subject.ts';
import type { Report } from './verification.ts';
import type { Step } from './verify-steps.ts';

const icons = { held: Check, failed: X, open: Clock, skipped: Minus, none: Minus } as const;
const tones = {
  held: 'text-verified',
  failed: 'text-danger',
  open: 'text-warning',
  skipped: 'text-quiet',
  none: 'text-quiet',
} as const;

type StepLineProps = { readonly step: Step; readonly report: Report; readonly subject: Subject };

function useHeldText({ step, report, subject }: StepLineProps): string {
  const t = useTranslations('proof');
  const status = useTranslations('tickets');
  const format = useFormat();
  const { entries, checkpoints } = report.gathered;
  const { ticket, fill } = report.derived;
  const price = (text: string | undefined) =>
    text === undefined ? '' : format.decimal(text, { min: 2, max: 8 });
  switch (step.name) {
    case 'chain':
      return t('step.chain', {
        count: entries.length,
        from: `#${entries[0]?.seq ?? 0}`,
        to: `#${entries.at(-1)?.seq ?? 0}`,
      });
    case 'signatures':
      return t('step.signatures', { count: checkpoints.length });
    case 'terms':
      return t('step.terms');
    case 'receipt':
      return '';
    case 'seen':
      return t('step.seen', { seq: String(report.seenSeq ?? '') });
    case 'strike':
      return t('step.strike', { price: price(ticket?.strike.last), seq: String(ticket?.strike.seq ?? '') });
    case 'exit':
      return t('step.exit', { price: price(ticket?.settle?.last), seq: String(ticket?.settle?.seq ?? '') });
    case 'outcome':
      return t('step.outcome', { result: ticket === undefined ? '' : status(`status.${ticket.status}`) });
    case 'price': {
      const isAsk = fill !== undefined && fill.price === fill.entry.ask && buys(subject);
      const figures = { price: price(fill?.price), seq: String(fill?.entry.seq ?? '') };
      return isAsk ? t('step.buys', figures) : t('step.sells', figures);
    }
    case 'kept':
      return t('step.kept', {
        count: report.compared.count,
        since: format.moment(report.compared.since ?? 0),
      });
  }
}

/** Returns whether the fill was a purchase: in spot trading, at the opening of a long, or at the close of a short. */
function buys(subject: Subject): boolean {
  if (subject.kind !== 'fill') return false;
  const { fill } = subject;
  return fill.kind === 'spot' ? fill.side === 'buy' : (fill.side === 'long') === (fill.kind === 'open');
}

/** This device's knowledge of the order's receipt. A violation follows as a finding. */
function ReceiptLine({ receipt }: { readonly receipt: Report['receipt'] }) {
  const t = useTranslations('proof.receipt');
  // Witnesses date in whole seconds, so the log had the receipt before the next second.
  const { exactTime, exactSecond } = useFormat();
  const { state, isSigned, signedMs, loggedMs } = receipt;
  if (state === 'wrong') return null;
  if (state === 'none') return <span className="text-quiet">{t('none')}</span>;
  if (state === 'unknown') return <span className="text-quiet">{t('unknown')}</span>;
  return (
    <>
      <span className={classes('block', state === 'waiting' && 'text-warning')}>
        {signedMs === undefined
          ? t('looking')
          : state === 'logged'
            ? t('logged', {
                signed: exactTime(signedMs),
                logged: exactSecond(Math.floor((loggedMs ?? signedMs) / 1000) + 1),
              })
            : t('waiting', { signed: exactTime(signedMs) })}
      </span>
      <span className="block text-quiet">{t(isSigned ? 'signed' : 'unsigned')}</span>
    </>
  );
}

export function StepLine(props: StepLineProps) {
  const { step } = props;
  const t = useTranslations('proof');
  const findingText = useFindingText();
  const held = useHeldText(props);
  const Icon = icons[step.state];
  return (
    <li className="hairline flex gap-3 py-2.5 last:shadow-none">
      <Icon
        size={18}
        strokeWidth={2}
        aria-hidden="true"
        className={classes('mt-0.5 shrink-0', tones[step.state])}
      />
      <span className="min-w-0 flex-1 text-sm break-words">
        {step.name === 'receipt' && <ReceiptLine receipt={props.report.receipt} />}
        {step.state === 'held' && held}
        {step.state === 'skipped' && <span className="text-quiet">{t('skipped')}</span>}
        {step.state === 'none' && step.name === 'kept' && (
          <span className="text-quiet">
            {t(props.report.state === 'contradicted' ? 'keptNothing' : 'keptFirst')}
          </span>
        )}
        {step.findings.slice(0, 3).map((finding) => (
          <span key={JSON.stringify(finding)} className={classes('block', tones[step.state])}>
            {findingText(finding)}
          </span>
        ))}
      </span>
    </li>
  );
}
