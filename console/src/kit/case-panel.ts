/** The props of a screen that shows cases. The app supplies the component for each kind of case. */
import type { ReactNode } from 'react';
import type { CaseRef } from '../lib/case-names.ts';

export type CaseProps = {
  readonly of: CaseRef;
  /** Called after the response to a decision. */
  readonly onDone: () => void;
};
export type RenderCase = (props: CaseProps) => ReactNode;
