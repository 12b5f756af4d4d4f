/** The coin-to-coin screen: a trade with two legs through USDT, both shown before and after. */
import { useTranslations } from 'use-intl';
import { useQuotations } from '../../live/use-quotations.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConvertForm } from './convert/convert-form.tsx';
import { useConvertDraft } from './convert/use-convert.ts';

function ConvertBody() {
  const t = useTranslations('convert');
  const query = useQuotations();
  const { draft, change } = useConvertDraft();
  if (query.data === undefined) {
    return <Awaited query={query} skeleton={<Skeleton className="m-4 h-80 rounded-card" />} />;
  }
  const rows = query.data.filter((row) => row.spot);
  const from = rows.find(({ symbol }) => symbol === draft.from) ?? rows[0];
  const to = rows.find(({ symbol }) => symbol === draft.to) ?? rows[1];
  if (from === undefined || to === undefined) return <EmptyState title={t('noCoins')} />;
  return <ConvertForm from={from} to={to} rows={rows} typed={draft.amount} change={change} />;
}

export function ConvertScreen() {
  return (
    <Screen>
      <ConvertBody />
    </Screen>
  );
}
