/** At which server a command can be made. */
import { COMMANDS } from './commands.ts';
import type { Command, CommandName } from './commands.ts';

/** Only the left server leads the market. */
export function sideOf(name: CommandName): 'left only' | 'either' {
  const command: Command = COMMANDS[name];
  return command.isPrice === true ? 'left only' : 'either';
}
