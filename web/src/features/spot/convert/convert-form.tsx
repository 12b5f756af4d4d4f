/** The coin-to-coin form: the amounts given and received, both legs, and the confirmation, which becomes the receipt. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../../lib/customer.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { convertLink, loginLink } from '../../../lib/links.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { Button } from '../../../ui/button.tsx';
import { useProblemText } from '../ticket/problem-text.ts';
import { useTrade } from '../ticket/use-trade.ts';
import { ConfirmConversion } from './confirm-conversion.tsx';
import { ConvertFields } from './convert-fields.tsx';
import type { CoinRequest, ConvertProblem } from './convert.ts';
import { readConversion } from './convert.ts';
import { PlanFacts } from './plan-facts.tsx';
import type { ConvertDraft } from './use-convert.ts';
import { useConvertFacts } from './use-convert.ts';

/** Returns the text of a problem. Two problems are specific to this form; all others come from the ticket and the server. */
function useConvertProblemText(problem: ConvertProblem | undefined): string | undefined {
  const t = useTranslations('convert');
  const own = problem?.code === 'same_coin' || problem?.code === 'buys_nothing' ? problem.code : undefined;
  const others =
    problem === undefined || problem.code === 'same_coin' || problem.code === 'buys_nothing'
      ? undefined
      : { field: undefined, code: problem.code, params: problem.params };
  const text = useProblemText(others);
  return own === undefined ? text : t(`problem.${own}`, problem?.params);
}

export type ConvertFormProps = {
  readonly from: Quotation;
  readonly to: Quotation;
  readonly rows: readonly Quotation[];
  readonly typed: string;
  readonly change: (fields: Partial<ConvertDraft>) => void;
};

export function ConvertForm({ from, to, rows, typed, change }: ConvertFormProps) {
  const t = useTranslations('convert');
  const ticketTexts = useTranslations('spot');
  const signedIn = useSignedIn();
  const facts = useConvertFacts(from, to);
  const view = readConversion(typed, facts);
  const text = useConvertProblemText(view.problem);
  const trade = useTrade<CoinRequest>({ form: 'convert', onDone: () => change({ amount: '' }) });
  const [confirming, setConfirming] = useState(false);
  const error = view.problem?.code === 'quantity_missing' ? undefined : text;
  const tickSizes = { from: from.tick_size, to: to.tick_size };
  // An unanswered conversion must be resolved first, whatever the form contains.
  const unanswered = trade.state.stage === 'unanswered';
  const reason = view.problem === undefined || unanswered ? undefined : text;
  return (
    <div className="space-y-3 bg-surface px-4 py-4">
      <ConvertFields {...{ from, to, rows, typed, facts, view, error, change }} />
      <p className="text-xs text-quiet">{t('through')}</p>
      <PlanFacts view={view} tickSizes={tickSizes} />
      {signedIn ? (
        <Button
          block
          reason={reason}
          onClick={() => {
            trade.restart();
            setConfirming(true);
          }}
        >
          {unanswered ? ticketTexts('sendAgain') : t('review')}
        </Button>
      ) : (
        <Button block onClick={() => navigate(loginLink(convertLink))}>
          {t('logIn')}
        </Button>
      )}
      <ConfirmConversion
        open={confirming}
        onClose={() => setConfirming(false)}
        view={view}
        tickSizes={tickSizes}
        trade={trade}
      />
    </div>
  );
}
