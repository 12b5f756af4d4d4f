/** The customer's demo mailbox: the mails that a live platform would have sent. */
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { ArrangedList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';

const refreshMs = 15_000;

export function MailboxScreen() {
  const t = useTranslations('security.mailbox');
  const format = useFormat();
  const query = useCall('GET demo/mail', {}, { enabled: useSignedIn(), everyMs: refreshMs });
  const [open, setOpen] = useState<string>();
  return (
    <Screen onRefresh={() => query.refetch()}>
      <p className="gutter pt-4 text-sm text-soft">{t('text')}</p>
      <ArrangedList
        query={query}
        items={query.data}
        lines={4}
        nothing={{ icon: Inbox, title: t('none'), text: t('noneText') }}
      >
        {(mails) => (
          <Section>
            {mails.map((mail) => (
              <div key={mail.id} className="hairline last:shadow-none">
                <ListRow
                  title={<span className="whitespace-normal">{mail.subject}</span>}
                  subtitle={format.moment(mail.sent_at)}
                  expanded={open === mail.id}
                  onPress={() => setOpen(open === mail.id ? undefined : mail.id)}
                />
                {open === mail.id && (
                  <p className="px-4 pb-4 text-sm break-words whitespace-pre-line text-soft">{mail.text}</p>
                )}
              </div>
            ))}
          </Section>
        )}
      </ArrangedList>
    </Screen>
  );
}
