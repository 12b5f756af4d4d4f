/** The type of all texts of the console, with which keys are type-checked. A feature adds its texts in `messages/texts.d.ts`. */
import type shared from './messages/en.json';

type Shared = typeof shared;

export interface Texts extends Shared {}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts;
  }
}
