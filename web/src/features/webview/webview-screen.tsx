/**
 * The screen for an address outside the app. An address on the allowlist opens in a frame that can't affect the app, with the
 * address above it and a link to the browser below it. Any other address is refused and shown as plain text.
 */
import { outsideHosts } from '@candor/protocol/outside.ts';
import { LockKeyhole, ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useParam } from '../../lib/location.ts';
import { outsideOf } from '../../lib/outside.ts';
import type { Outside } from '../../lib/outside.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { visibleText } from './visible-text.ts';

/**
 * A link instead of a script, so that the browser shows its target. The opened page gets no referrer and no access to this page.
 */
function OpenOutside({ url }: { readonly url: string }) {
  const t = useTranslations('webview');
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-12 w-full items-center justify-center rounded-input bg-accent-solid px-4 text-center text-base font-semibold text-white active:bg-accent-pressed"
    >
      {t('openInBrowser')}
    </a>
  );
}

function AddressBar({ outside }: { readonly outside: Outside }) {
  const t = useTranslations('webview');
  const at = outside.url.indexOf(outside.host);
  return (
    <p className="hairline flex min-h-11 items-center gap-2 px-4 py-1.5 text-sm">
      <LockKeyhole size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      <span className="sr-only">{t('address')}</span>
      <bdi dir="ltr" className="min-w-0 break-all text-quiet">
        {outside.url.slice(0, at)}
        <span className="font-semibold text-ink">{outside.host}</span>
        {outside.url.slice(at + outside.host.length)}
      </bdi>
    </p>
  );
}

function Framed({ outside }: { readonly outside: Outside }) {
  const t = useTranslations('webview');
  return (
    <Screen
      title={t(outside.kind)}
      header={<AddressBar outside={outside} />}
      footer={<OpenOutside url={outside.url} />}
    >
      <p className="gutter py-2 text-sm text-soft">{t('mayStayEmpty')}</p>
      <iframe
        title={outside.host}
        src={outside.url}
        // The framed page can neither navigate this page nor open windows, and has no origin and therefore no storage.
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        allow=""
        className="h-[62dvh] w-full border-y border-line bg-white"
      />
    </Screen>
  );
}

function Own({ outside }: { readonly outside: Outside }) {
  const t = useTranslations('webview');
  return (
    <Screen header={<AddressBar outside={outside} />} footer={<OpenOutside url={outside.url} />}>
      <EmptyState icon={LockKeyhole} title={t('own')} text={t('ownText')} />
    </Screen>
  );
}

function Refused({ asked }: { readonly asked: string }) {
  const t = useTranslations('webview');
  return (
    <Screen>
      <div role="alert">
        <EmptyState icon={ShieldAlert} title={t('refused')} text={t('refusedText')} />
      </div>
      {asked !== '' && (
        <Section title={t('address')}>
          <p className="px-4 py-3 font-mono text-sm break-all">
            <bdi dir="ltr">{visibleText(asked)}</bdi>
          </p>
        </Section>
      )}
      <Section title={t('list')}>
        <dl className="px-4 py-2">
          {Object.entries(outsideHosts).map(([host, kind]) => (
            <FactRow key={host} name={host}>
              {t(kind)}
            </FactRow>
          ))}
        </dl>
      </Section>
    </Screen>
  );
}

export function WebviewScreen() {
  const asked = useParam('url') ?? '';
  const outside = outsideOf(asked, window.location.origin);
  if (outside === undefined) return <Refused asked={asked} />;
  return outside.kind === 'own' ? <Own outside={outside} /> : <Framed outside={outside} />;
}
