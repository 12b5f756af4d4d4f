/**
 * Changes a pending item, such as a resting order. The customer's input is kept until the change is accepted: across a
 * refusal, a lost answer, a reload, and closing the sheet.
 */
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { useDraft } from './drafts.ts';
import { useCommand } from './use-command.ts';

type TextRecord = Readonly<Record<string, string>>;

export type Amending<Name extends CallName, Draft> = {
  readonly draft: Draft;
  /** Changes fields, and removes the refusal of the earlier values. */
  readonly change: (fields: Partial<Draft>) => void;
  readonly refused: RefusalEnvelope | undefined;
  readonly busy: boolean;
  readonly send: (request: CallRequest<Name>) => Promise<void>;
};

/**
 * `of` names the changed item, and `begin` has its present values as text. A component that uses this hook must be keyed by
 * both.
 */
export function useAmending<Name extends CallName, Draft extends TextRecord>(
  name: Name,
  {
    of,
    begin,
    onDone,
  }: {
    readonly of: string;
    readonly begin: Draft;
    readonly onDone: (result: CallOutput<Name>) => void;
  },
): Amending<Name, Draft> {
  const { draft, change, clear } = useDraft(`amend.${of}`, begin);
  const [refused, setRefused] = useState<RefusalEnvelope>();
  const { busy, send } = useCommand(name, { showsRefusal: true });
  return {
    draft,
    change: (fields) => {
      setRefused(undefined);
      change(fields);
    },
    refused,
    busy,
    send: async (request) => {
      const answer = await send(request);
      if (answer === undefined) return;
      if (answer.type !== 'ok') {
        setRefused(answer);
        return;
      }
      clear();
      onDone(answer.message);
    },
  };
}
