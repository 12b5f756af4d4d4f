/** The buttons that log in the example customers of a demo; empty in live mode. */
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';

export type DemoCustomer = { readonly account: string; readonly password: string };
export type DemoLoginsProps = { readonly busy: boolean; readonly onChoose: (customer: DemoCustomer) => void };

export function DemoLogins({ busy, onChoose }: DemoLoginsProps) {
  const t = useTranslations('session');
  const demo = useDemo();
  if (demo === undefined || demo === null) return null;
  return (
    <>
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
