/** What withdrawals hand to the features that do not know them: their part in starting over, and in closing an account. */
import { of } from '../../commands/command.ts';
import { endForStartOver } from './requesting.ts';
import { withdrawals } from './tables.ts';

export const withdrawalsStartOver = { open: of(withdrawals), end: endForStartOver };
