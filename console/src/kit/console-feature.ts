/**
 * A feature's screens and cases. The app finds them in the features' files `feature.ts` and builds the routes and the navigation
 * from them, so a new screen needs no line elsewhere.
 */
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { ComponentType } from 'react';
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl';
import type { CaseKind } from '../lib/words.ts';
import type { CaseProps } from './case-panel.ts';

export type Place = {
  readonly path: string;
  /** The position in the navigation. */
  readonly at: number;
  /** The key of the screen's name. */
  readonly name: MessageKeys<Messages, NestedKeyOf<Messages>>;
  /** The call on which the screen is based. It is listed only for roles that may make the call. */
  readonly needs: ConsoleCallName;
  /** The letter to press after `g`. */
  readonly letter: string;
  /** Whether the screen exists only in a demo. */
  readonly demoOnly?: true;
};

export type ConsoleFeature = {
  readonly places?: readonly Place[];
  /** Lists of the admin library, by resource, which is also their path. */
  readonly lists?: Readonly<Record<string, ComponentType>>;
  /** Other screens, by path. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** The screens of cases that wait for operators, by kind. */
  readonly cases?: Readonly<Partial<Record<CaseKind, ComponentType<CaseProps>>>>;
};
