/** The buttons that log in the example customers of a demo; empty in live mode. */
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';

export type DemoCustomer = { readonly account: string; readonly password: string };
export type DemoLoginsProps = { readonly busy: boolean; readonly onChoose: (customer: DemoCustomer) => void };

const PROGRESS_EVERY_MS = 2_000;

/** Says that a new demo is still being filled with its history, or that this was interrupted. */
function DemoHistory({ running, seconds }: { readonly running: boolean; readonly seconds: number }) {
  const t = useTranslations('session');
  return (
    <div className="gutter pt-6">
      {running ? (
        <Notice title={t('historyTitle')} text={t('historyText', { seconds: String(seconds) })} />
      ) : (
        <Notice title={t('historyStopped')} text={t('historyStoppedText')} />
      )}
    </div>
  );
}

export function DemoLogins({ busy, onChoose }: DemoLoginsProps) {
  const t = useTranslations('session');
  const demo = useDemo();
  const history = demo?.history ?? null;
  const isRunning = history?.state === 'running';
  // While the history is generated, the progress is polled. The example logins wait until the history is complete.
  useCall('GET demo', {}, { enabled: isRunning, everyMs: PROGRESS_EVERY_MS, ofCustomer: false });
  if (demo === undefined || demo === null) return null;
  return (
    <>
      {history !== null && <DemoHistory running={isRunning} seconds={history.seconds_left} />}
      {!isRunning && (
        <Section title={t('demoLogins')} className="pt-6">
          {demo.customers.map((customer) => (
            <ListRow
              key={customer.account}
              title={customer.account}
              subtitle={t('demoPassword', { password: customer.password })}
              end={<span className="text-sm font-semibold text-accent">{t('logIn')}</span>}
              onPress={() => {
                if (!busy) onChoose(customer);
              }}
            />
          ))}
        </Section>
      )}
      <Section title={t('demoInvite')}>
        <ListRow
          title={<span className="figures">{demo.invite_code}</span>}
          subtitle={t('demoInviteHint')}
          wrap
          end={<CopyButton text={demo.invite_code} label={t('copyInvite')} />}
        />
      </Section>
    </>
  );
}
