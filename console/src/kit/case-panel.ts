/** What a screen that shows cases is handed: it knows kinds by name only, the app puts in what each looks like. */
import type { ReactNode } from 'react';
import type { CaseRef } from '../lib/case-names.ts';

export type CaseProps = {
  readonly of: CaseRef;
  /** Called when a decision was made and answered. */
  readonly onDone: () => void;
};
export type RenderCase = (props: CaseProps) => ReactNode;
