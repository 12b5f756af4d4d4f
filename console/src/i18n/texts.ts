/** The type of every text of the console, by which its keys are checked. A feature adds its own in `messages/texts.d.ts` of its folder. */
import type shared from './messages/en.json';

type Shared = typeof shared;

export interface Texts extends Shared {}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts;
  }
}
