/** The demo's mailbox of this customer: what a live platform would have mailed. */
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndMarker } from '../../ui/end-marker.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const refreshMs = 15_000;

export function MailboxScreen() {
  const t = useTranslations('security.mailbox');
  const format = useFormat();
  const query = useCall('GET demo/mail', {}, { enabled: useSignedIn(), everyMs: refreshMs });
  const [open, setOpen] = useState<string>();
  return (
    <Screen onRefresh={() => query.refetch()}>
      <p className="gutter pt-4 text-sm text-soft">{t('text')}</p>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows count={4} />
        )
      ) : query.data.length === 0 ? (
        <EmptyState icon={Inbox} title={t('none')} text={t('noneText')} />
      ) : (
        <>
          <Section>
            {query.data.map((mail) => (
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
          <EndMarker />
        </>
      )}
    </Screen>
  );
}
