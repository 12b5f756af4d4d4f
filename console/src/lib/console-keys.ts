/** Maps keys to actions. Letters have no action while the operator types into a field. */

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

/** The entries of the help in this order, by the keys of their texts. */
export const keyHelp = [
  { keys: ['j', '↓'], name: 'next' },
  { keys: ['k', '↑'], name: 'previous' },
  { keys: ['Home', 'End'], name: 'ends' },
  { keys: ['Enter'], name: 'open' },
  { keys: ['a'], name: 'approve' },
  { keys: ['w'], name: 'wait' },
  { keys: ['h'], name: 'hold' },
  { keys: ['l'], name: 'release' },
  { keys: ['p', 'f'], name: 'paid' },
  { keys: ['r'], name: 'reject' },
  { keys: ['a', 'l'], name: 'take' },
  { keys: ['Enter'], name: 'write' },
  { keys: ['/'], name: 'canned' },
  { keys: ['Ctrl', 'Enter'], name: 'send' },
  { keys: ['Esc'], name: 'back' },
  { keys: ['d', 'D'], name: 'document' },
  { keys: ['+', '−', '0'], name: 'zoom' },
  { keys: ['[', ']'], name: 'turn' },
  { keys: ['g', 'then', 'd q m c w'], name: 'go' },
  { keys: ['/'], name: 'search' },
  { keys: ['?'], name: 'help' },
] as const;

export type KeyPress = {
  readonly key: string;
  /** Whether Ctrl, Alt or Meta is pressed, in which case the key belongs to the browser. */
  readonly modified: boolean;
  /** Whether the focus is in a text field or select. */
  readonly typing: boolean;
  /** Whether the focus is on an element that Enter activates, such as a button or link. */
  readonly pressable: boolean;
};

export function actOf({ key, modified, typing, pressable }: KeyPress): ConsoleAct | undefined {
  if (key === 'Escape') return 'back';
  if (modified || typing) return undefined;
  if (key === 'Enter' && pressable) return undefined;
  return LETTERS[key] ?? NAMED[key];
}
