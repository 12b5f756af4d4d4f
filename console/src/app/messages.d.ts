/** The type of every text that the console says, by its key. */
import type access from '../features/access/messages/en.json';
import type audit from '../features/audit/messages/en.json';
import type chat from '../features/chat/messages/en.json';
import type checklist from '../features/checklist/messages/en.json';
import type clock from '../features/clock/messages/en.json';
import type content from '../features/content/messages/en.json';
import type customers from '../features/customers/messages/en.json';
import type dashboard from '../features/dashboard/messages/en.json';
import type deposits from '../features/deposits/messages/en.json';
import type fund from '../features/fund/messages/en.json';
import type house from '../features/house/messages/en.json';
import type leverage from '../features/leverage/messages/en.json';
import type loans from '../features/loans/messages/en.json';
import type login from '../features/login/messages/en.json';
import type operators from '../features/operators/messages/en.json';
import type oversight from '../features/oversight/messages/en.json';
import type proposals from '../features/proposals/messages/en.json';
import type queue from '../features/queue/messages/en.json';
import type recurring from '../features/recurring/messages/en.json';
import type terms from '../features/terms/messages/en.json';
import type verification from '../features/verification/messages/en.json';
import type withdrawals from '../features/withdrawals/messages/en.json';
import type shared from '../i18n/messages/en.json';

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof shared &
      typeof access &
      typeof audit &
      typeof chat &
      typeof checklist &
      typeof clock &
      typeof content &
      typeof customers &
      typeof dashboard &
      typeof deposits &
      typeof fund &
      typeof house &
      typeof leverage &
      typeof loans &
      typeof login &
      typeof operators &
      typeof oversight &
      typeof proposals &
      typeof queue &
      typeof recurring &
      typeof terms &
      typeof verification &
      typeof withdrawals;
  }
}
