/** The public log as this device sees it: its entries, the witnesses that confirmed it, and the time of the last check. */
import { useAppState } from '@candor/client/app-state.ts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { checkLog, useLogOnDevice } from '../../proof/log-keeping.ts';
import { quietly } from '../../proof/quietly.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const EVERY_MS = 30_000;
const FACTS = 3;

export function LogSection() {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const demo = useDemo();
  const app = useAppState();
  const log = useLogOnDevice();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const check = () => void quietly(checkLog(app)).finally(() => setAsked(true));
    check();
    const timer = setInterval(check, EVERY_MS);
    return () => clearInterval(timer);
  }, [app]);
  return (
    <Section title={t('log')}>
      <div className="space-y-2 p-4">
        <p className="text-sm text-soft">{t('logText')}</p>
        {log === undefined && asked && <p className="text-sm text-soft">{t('logUnread')}</p>}
        {log === undefined && !asked && <SkeletonRows count={FACTS} />}
        {log !== undefined && (
          <dl>
            <FactRow name={t('logEntries')}>{format.quantity(String(log.state.size), 0)}</FactRow>
            <FactRow name={t('logWitnesses')}>
              {t('logWitnessesOf', {
                count: String(log.state.cosigned.size),
                all: String(log.state.witnesses),
                time: format.time(Math.max(0, ...log.state.cosigned.values())),
              })}
            </FactRow>
            <FactRow name={t('logChecked')}>{format.moment(log.checkedAt)}</FactRow>
          </dl>
        )}
        {demo !== undefined && demo !== null && <p className="text-sm text-soft">{t('logDemo')}</p>}
      </div>
    </Section>
  );
}
