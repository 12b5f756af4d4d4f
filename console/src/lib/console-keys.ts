/** Which key asks for what. Letters count only while nobody types into a field. */

export type ConsoleAct =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'open'
  | 'approve'
  | 'hold'
  | 'release'
  | 'reject'
  | 'wait'
  | 'paid'
  | 'failed'
  | 'document'
  | 'document before'
  | 'back'
  | 'keys'
  | 'search';

const LETTERS: Readonly<Record<string, ConsoleAct>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  h: 'hold',
  l: 'release',
  r: 'reject',
  w: 'wait',
  p: 'paid',
  f: 'failed',
  d: 'document',
  D: 'document before',
  '?': 'keys',
  '/': 'search',
};
const NAMED: Readonly<Record<string, ConsoleAct>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  Enter: 'open',
};

/** What the help shows, in this order. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly says: string }[] = [
  { keys: ['j', '↓'], says: 'Next row' },
  { keys: ['k', '↑'], says: 'Previous row' },
  { keys: ['Home', 'End'], says: 'First or last row' },
  { keys: ['Enter'], says: 'Open the row' },
  { keys: ['a'], says: 'Approve what is open' },
  { keys: ['w'], says: 'Deposit: wait for it to arrive' },
  { keys: ['h'], says: 'Withdrawal: hold' },
  { keys: ['l'], says: 'Withdrawal: release the hold' },
  { keys: ['p', 'f'], says: 'Withdrawal: was paid, or certainly failed' },
  { keys: ['r'], says: 'Reject what is open' },
  { keys: ['a', 'l'], says: 'Messages: take the conversation, give it back' },
  { keys: ['Enter'], says: 'Messages: write an answer; Shift and Enter begin a line' },
  { keys: ['/'], says: 'In an answer: what is ready-made' },
  { keys: ['Ctrl', 'Enter'], says: 'Send the decision' },
  { keys: ['Esc'], says: 'Back: leaves the decision, then the case' },
  { keys: ['d', 'D'], says: 'Loan: next document, the one before' },
  { keys: ['+', '−', '0'], says: 'Document: nearer, farther, whole' },
  { keys: ['[', ']'], says: 'Document: turn left or right' },
  { keys: ['g', 'then', 'd q m c w'], says: 'Go to dashboard, queue, messages, customers, withdrawals' },
  { keys: ['/'], says: 'Search' },
  { keys: ['?'], says: 'These keys' },
];

export type KeyPress = {
  readonly key: string;
  /** Whether Ctrl, Alt or Meta is down: those are the browser's. */
  readonly modified: boolean;
  /** Whether the focus is where one types or chooses. */
  readonly typing: boolean;
  /** Whether the focus is on what Enter presses: a button, a link. */
  readonly pressable: boolean;
};

export function actOf({ key, modified, typing, pressable }: KeyPress): ConsoleAct | undefined {
  if (key === 'Escape') return 'back';
  if (modified || typing) return undefined;
  if (key === 'Enter' && pressable) return undefined;
  return LETTERS[key] ?? NAMED[key];
}
