/** Shows a case with the component of the feature that decides its kind. */
import type { ConsoleFeature } from '../kit/console-feature.ts';
import type { RenderCase } from '../kit/case-panel.ts';
import { features } from './features.ts';

const cases: NonNullable<ConsoleFeature['cases']> = Object.assign({}, ...features.map((one) => one.cases));

export const renderCase: RenderCase = (props) => {
  const Case = cases[props.of.kind];
  if (Case === undefined)
    throw new Error(`expected a feature that shows cases of the kind ${props.of.kind}, found none`);
  return <Case {...props} />;
};
