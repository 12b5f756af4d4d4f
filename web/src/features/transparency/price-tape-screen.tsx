/**
 * The public page about proofs: an explanation, the key, the newest signatures, void tickets, instructions for verifying without
 * this app, and the duration of withdrawals.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { fillQualityLink } from '../../lib/links.ts';
import { Screen } from '../../parts/screen.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { KeySection } from './key-section.tsx';
import { LogSection } from './log-section.tsx';
import { LiabilitiesSection } from './liabilities-section.tsx';
import { MarketDaysSection } from './market-days-section.tsx';
import { NewestSignatures } from './newest-signatures.tsx';
import { PausesSection } from './pauses-section.tsx';
import { SelfSection } from './self-section.tsx';
import { VoidsSection } from './voids-section.tsx';
import { WithdrawalsSection } from './withdrawals-section.tsx';

const calls: readonly CallName[] = [
  'GET transparency/keys',
  'GET transparency/checkpoints',
  'GET transparency/liabilities',
  'GET transparency/market_days',
  'GET transparency/pauses',
  'GET transparency/voids',
  'GET transparency/withdrawals',
];

export function PriceTapeScreen() {
  const { refetchNamed } = useApi();
  const t = useTranslations('proof.page');
  const titles = useTranslations('titles');
  return (
    <Screen onRefresh={() => refetchNamed(calls)}>
      <Section>
        <div className="space-y-2 p-4">
          <p>{t('intro1')}</p>
          <p>{t('intro2')}</p>
          <p>{t('intro3')}</p>
        </div>
        <ListRow title={titles('fillQuality')} href={fillQualityLink} />
      </Section>
      <LogSection />
      <LiabilitiesSection />
      <KeySection />
      <NewestSignatures />
      <MarketDaysSection />
      <PausesSection />
      <VoidsSection />
      <WithdrawalsSection />
      <SelfSection />
    </Screen>
  );
}
