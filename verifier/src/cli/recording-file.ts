/** The file of a recording: a line of JSON for each raw message of a source. */
import { readFileSync } from 'node:fs';
import { Recording } from '../sources/messages.ts';
import type { RecordedMessage } from '../sources/messages.ts';
import { UnreadableError } from './server.ts';

export function readRecording(path: string): Recording {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UnreadableError(`Failed to read ${path}: ${(error as Error).message}`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return new Recording(lines.map((line, at) => recorded(line, `${path}, line ${at + 1}`)));
}

function recorded(line: string, place: string): RecordedMessage {
  try {
    const { source, message } = JSON.parse(line) as Partial<Record<string, unknown>>;
    if (typeof source === 'string' && typeof message === 'string') return { source, message };
  } catch {
    // Reported below, like every other line that is not a message.
  }
  throw new UnreadableError(`${place} is not {"source":"<name>","message":"<as it was sent>"}.`);
}
