/** The withdrawals' hooks in shared modules: starting over, and closing an account. */
import { of } from '../../commands/command.ts';
import { endForStartOver } from './requesting.ts';
import { withdrawals } from './tables.ts';

export const withdrawalsStartOver = { open: of(withdrawals), end: endForStartOver };
