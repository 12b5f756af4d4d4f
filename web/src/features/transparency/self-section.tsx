/** Instructions for verifying without this app: the verifier's commands with this server's address. */
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/section.tsx';

function Command({ name, command }: { readonly name: string; readonly command: string }) {
  const t = useTranslations('proof.page');
  return (
    <div className="flex items-center gap-2 py-2 pr-1 pl-4">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-soft">{name}</p>
        <code className="block font-mono text-xs break-all">{command}</code>
      </div>
      <CopyButton text={command} label={`${t('copyCommand')}: ${name}`} />
    </div>
  );
}

export function SelfSection() {
  const t = useTranslations('proof.page');
  const { origin } = window.location;
  return (
    <Section title={t('self')}>
      <p className="px-4 pt-4 pb-2 text-sm text-soft">{t('selfText')}</p>
      <Command
        name={t('selfTape')}
        command={`npm run verify -- --url ${origin} --symbol BTC/USDT --keep kept.json`}
      />
      <Command name={t('selfTicket')} command="npm run verify -- --ticket candor-BTC-USDT-ticket-1.json" />
    </Section>
  );
}
