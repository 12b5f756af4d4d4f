/** Creates a recurring buy, or changes the plan named in the address. */
import { useState } from 'react';
import { useDraft } from '../../lib/drafts.ts';
import { useParam } from '../../lib/location.ts';
import { chosenAmong } from '../../live/chosen-instrument.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { draftOf, emptyDraft } from './plan-draft.ts';
import type { PlanDraft } from './plan-draft.ts';
import { PlanForm } from './plan-form.tsx';
import { usePlans } from './use-plans.ts';
import type { Plan } from './use-plans.ts';

type FormOfProps = {
  readonly rows: readonly Quotation[];
  readonly plan: Plan | undefined;
  readonly nowMs: number;
};

function NewForm({ rows, nowMs }: FormOfProps) {
  const asked = useParam('symbol') ?? '';
  const { draft, change, clear } = useDraft<PlanDraft>('recurring', { ...emptyDraft, symbol: asked });
  const row = chosenAmong(rows, [draft.symbol]);
  if (row === undefined) return null;
  return <PlanForm {...{ row, rows, nowMs, draft }} plan={undefined} onChange={change} onDone={clear} />;
}

function ChangeForm({ rows, plan, nowMs }: FormOfProps & { readonly plan: Plan }) {
  const [draft, setDraft] = useState(() => draftOf(plan));
  const row = rows.find(({ symbol }) => symbol === plan.symbol);
  if (row === undefined) return null;
  const change = (changed: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...changed }));
  return <PlanForm {...{ row, rows, nowMs, draft, plan }} onChange={change} onDone={() => undefined} />;
}

function Loading() {
  return (
    <div className="space-y-4 p-4">
      <Skeleton className="h-16 rounded-input" />
      <Skeleton className="h-16 rounded-input" />
      <Skeleton className="h-12 rounded-input" />
      <Skeleton className="h-16 rounded-input" />
      <Skeleton className="h-16 rounded-input" />
    </div>
  );
}

export function PlanFormScreen() {
  const id = useParam('id');
  const plans = usePlans();
  const quotations = useQuotations();
  const rows = quotations.data?.filter(({ spot, quote }) => spot && quote === 'USDT');
  const failed = [plans, quotations].find(({ data, isError }) => data === undefined && isError);
  if (plans.data === undefined || rows === undefined) {
    return (
      <Screen>
        <Awaited query={failed} skeleton={<Loading />} />
      </Screen>
    );
  }
  const plan = plans.data.items.find((one) => one.id === id);
  const given = { rows, nowMs: plans.data.now * 1000 };
  return (
    <Screen>
      {plan === undefined ? (
        <NewForm {...given} plan={undefined} />
      ) : (
        <ChangeForm key={plan.id} {...given} plan={plan} />
      )}
    </Screen>
  );
}
