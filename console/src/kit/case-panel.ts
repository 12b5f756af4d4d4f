/** The props of a screen that shows cases. It knows kinds only by name; the app supplies the component for each kind. */
import type { ReactNode } from 'react';
import type { CaseRef } from '../lib/case-names.ts';

export type CaseProps = {
  readonly of: CaseRef;
  /** Called after a decision was sent and answered. */
  readonly onDone: () => void;
};
export type RenderCase = (props: CaseProps) => ReactNode;
