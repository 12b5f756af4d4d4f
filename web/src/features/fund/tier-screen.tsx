/**
 * One tier: its terms, the published rates, and the form for investing with a final confirmation. An amount of another tier shows
 * that tier instead.
 */
import type { KeptDraft } from '@candor/client/drafts.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { fundOrdersLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BarredPart, useBar } from './barred-part.tsx';
import { joinFigures } from './join-figures.ts';
import type { JoinFigures, Tier } from './join-figures.ts';
import { RatesChart } from './rates-chart.tsx';
import { useBand, useRange } from './tier-list.tsx';
import { useFundConfig, usePublished } from './use-fund.ts';
import { StopNotice } from '../../live/stop-notice.tsx';

type Config = CallOutput<'GET lh/deposit/config'>;
const empty = { amount: '' };
const fields = ['amount'] as const;
const about = {
  amount_wrong: 'amount',
  order_out_of_range: 'amount',
  fund_balance_insufficient: 'amount',
} as const;

function TierFacts({ tier }: { readonly tier: Tier }) {
  const t = useTranslations('fund');
  const range = useRange();
  const band = useBand();
  const { decimal } = useFormat();
  return (
    <Section title={range(tier)}>
      <dl className="px-4 py-2">
        <FactRow name={t('rateADay')} strong>
          {band(tier.rate_min, tier.rate_max)}
        </FactRow>
        <FactRow name={t('rateAYear')}>{band(tier.yearly_min, tier.yearly_max)}</FactRow>
        <FactRow name={t('days')}>{t('lockedDays', { count: tier.days })}</FactRow>
        <FactRow name={t('earlyFee')}>{`${decimal(tier.early_fee_rate, { min: 0, max: 2 })}%`}</FactRow>
        {tier.limit_per_account !== null && (
          <FactRow name={t('limit')}>
            {t('limitUsed', { used: tier.used, max: tier.limit_per_account })}
          </FactRow>
        )}
        <FactRow name={t('places')}>{t('placesLeft', { left: tier.places_left, of: tier.places })}</FactRow>
      </dl>
      <p className="px-4 pb-3 text-sm text-warning">{t('estimatedShort')}</p>
    </Section>
  );
}

function JoinFacts({ tier, figures }: { readonly tier: Tier; readonly figures: JoinFigures }) {
  const t = useTranslations('fund');
  const { money } = useFormat();
  return (
    <>
      <FactRow name={t('dayEstimate')}>{`${money(figures.dayMin)}–${money(figures.dayMax)} USDT`}</FactRow>
      <FactRow name={t('backAfter')}>{t('lockedDays', { count: tier.days })}</FactRow>
      <FactRow name={t('earlyCost')}>{`${money(figures.earlyFee)} USDT`}</FactRow>
    </>
  );
}

function useReason({ tier, problem }: JoinFigures, opened: Tier): string | undefined {
  const t = useTranslations('fund');
  const range = useRange();
  const bar = useBar();
  if (bar !== undefined) return t(`barred.title.${bar}`);
  if (problem === undefined) return undefined;
  if (problem === 'closed') return t(`closedBy.${tier.closed_by ?? 'terms'}`);
  return t(`problem.${problem}`, { range: range(opened) });
}

type JoinProps = {
  readonly config: Config;
  readonly opened: Tier;
  readonly figures: JoinFigures;
  readonly draft: KeptDraft<typeof empty>;
};

function Join({ config, opened, figures, draft: { draft, change, clear } }: JoinProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('fund');
  const { money } = useFormat();
  const range = useRange();
  const { tier } = figures;
  const { errorAt, forgive, refuse } = useFieldErrors(fields, about);
  const [asking, setAsking] = useState(false);
  const join = useCommand('POST lh/deposit', { showsRefusal: true });
  const reason = useReason(figures, opened);
  const typed = formatAmount(parseAmount(draft.amount) ?? 0n);

  async function confirmed(): Promise<void> {
    const sent = { project_id: tier.id, amount: typed, terms_version: tier.terms_version };
    const answer = await join.send(sent);
    if (answer === undefined) return;
    setAsking(false);
    if (answer.type === 'error') refuse(answer);
    if (answer.type !== 'ok') return;
    clear();
    toastSuccess('submitted_for_review');
    navigate(fundOrdersLink());
  }

  const edit = (amount: string): void => {
    forgive('amount');
    change({ amount });
  };
  return (
    <form
      className="mt-3 space-y-4 bg-surface px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) setAsking(true);
      }}
    >
      <StopNotice product="fund" />
      <AmountField
        label={t('amount')}
        value={draft.amount}
        onChange={edit}
        decimals={8}
        unit={config.currency}
        placeholder="0"
        error={errorAt('amount')}
      />
      <div className="-mt-2 flex min-h-11 items-center justify-between gap-3 text-sm text-quiet">
        <span className="figures min-w-0">{t('available', { amount: money(config.available) })}</span>
        <Chip onPress={() => edit(opened.min)}>{t('minimum')}</Chip>
      </div>
      <p role="status" className="text-sm text-accent empty:hidden">
        {tier.id !== opened.id && t('otherTier', { range: range(tier) })}
      </p>
      <dl className="border-t border-line pt-2">
        <JoinFacts tier={tier} figures={figures} />
      </dl>
      <p className="text-sm text-quiet">{t('shared')}</p>
      <Button block type="submit" reason={reason}>
        {t('join')}
      </Button>
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('joinTitle')}
        sentence={
          <>
            {t('joinSentence', { amount: money(typed), days: tier.days })}
            <span className="block pt-2 text-sm text-warning">{t('estimatedShort')}</span>
          </>
        }
        facts={<JoinFacts tier={tier} figures={figures} />}
        confirmLabel={t('joinConfirm')}
        busy={join.busy}
        onConfirm={() => void confirmed()}
      />
    </form>
  );
}

/** The terms of the tier that the typed amount belongs to, and the form. */
function Offer({ config, opened }: { readonly config: Config; readonly opened: Tier }) {
  const t = useTranslations('fund');
  const published = usePublished();
  const draft = useDraft(`fund-${opened.id}`, empty);
  const { tiers, available } = config;
  const figures = joinFigures(draft.draft.amount, { tiers, opened, available });
  return (
    <>
      <TierFacts tier={figures.tier} />
      <BarredPart />
      <Join config={config} opened={opened} figures={figures} draft={draft} />
      {published.data !== undefined && (
        <Section title={t('published')}>
          <RatesChart published={published.data} projectId={figures.tier.id} />
        </Section>
      )}
    </>
  );
}

export function TierScreen() {
  const t = useTranslations('fund');
  const id = useParam('id') ?? '1';
  const config = useFundConfig();
  const published = usePublished();
  const opened = config.data?.tiers.find((one) => one.id === id);
  return (
    <Screen onRefresh={() => Promise.all([config.refetch(), published.refetch()])}>
      {config.data === undefined ? (
        <Awaited query={config} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />
      ) : opened === undefined ? (
        <EmptyState title={t('noTier')} text={t('noTierText')} />
      ) : (
        <Offer config={config.data} opened={opened} />
      )}
    </Screen>
  );
}
