/** An evidence file in the conversation, which can be saved and verified anywhere, and the button that attaches such a file. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../lib/drafts.ts';
import { navigate } from '../../lib/hash-history.ts';
import { chatLink } from '../../lib/links.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';

type Evidence = NonNullable<ChatMessage['evidence']>;

function save({ name, body }: CallOutput<'POST chat/evidence_open'>): void {
  const address = URL.createObjectURL(new Blob([body], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function EvidenceCard({ evidence }: { readonly evidence: Evidence }) {
  const t = useTranslations('chat');
  const command = useCommand('POST chat/evidence_open');
  const open = async (): Promise<void> => {
    const answer = await command.send({ evidence: evidence.id });
    if (answer?.type === 'ok') save(answer.message);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-start gap-2 font-medium">
        <FileCheck size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>{t('evidence', { id: evidence.ticket, symbol: evidence.symbol })}</span>
      </p>
      <p className="text-sm">{t('evidenceHint')}</p>
      <button
        type="button"
        aria-disabled={command.busy}
        onClick={() => void open()}
        className="min-h-11 rounded-input bg-surface px-3 text-sm font-semibold text-accent"
      >
        {t('saveEvidence')}
      </button>
    </div>
  );
}

export type AttachEvidenceProps = {
  readonly ticket: string;
  readonly fill: number | undefined;
  /** Called after the file was attached, so that the file appears even if no event reports it. */
  readonly onAttached: () => void;
};

/**
 * The button that attaches the evidence when the customer comes from a receipt. Its idempotency key stays the same after repeated
 * taps and a reload, so the evidence is attached once.
 */
export function AttachEvidence({ ticket, fill, onAttached }: AttachEvidenceProps) {
  const t = useTranslations('chat');
  const [fresh] = useState(() => ({ clientId: crypto.randomUUID() }));
  const { draft, change, clear } = useDraft(`evidence.${ticket}.${fill ?? ''}`, fresh);
  const { busy, send } = useCommand('POST chat/evidence');
  const attach = async (): Promise<void> => {
    change(draft);
    const deal = fill === undefined ? { ticket } : { ticket, fill };
    const answer = await send({ client_id: draft.clientId, ...deal });
    if (answer?.type !== 'ok') return;
    clear();
    onAttached();
    navigate(chatLink(), { replace: true });
  };
  return (
    <Section plain>
      <div className="rounded-card bg-surface p-4">
        <p className="mb-3 text-sm text-soft">{t('attachText')}</p>
        <Button block kind="secondary" busy={busy} onClick={() => void attach()}>
          {t('attachEvidence', { id: ticket })}
        </Button>
      </div>
    </Section>
  );
}
