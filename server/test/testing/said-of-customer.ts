/**
 * Test helper: finds texts that identify a customer in data that leaves the platform, even if they are encoded, or hashed
 * without a key.
 */
import { createHash } from 'node:crypto';

const HASHES = ['sha256', 'sha1', 'sha512', 'md5'] as const;

/** The forms in which a text can be hidden in a line of JSON. */
export function formsOf(said: string): string[] {
  const bytes = Buffer.from(said);
  const plain = [said, said.toLowerCase(), said.toUpperCase(), JSON.stringify(said).slice(1, -1)];
  const hashed = [said, said.toLowerCase(), said.replaceAll(/\s/gu, '')].flatMap((text) =>
    HASHES.flatMap((algorithm) => encodings(createHash(algorithm).update(text).digest())),
  );
  return [...new Set([...plain, ...encodings(bytes), ...within64(bytes), ...hashed])];
}

function encodings(bytes: Buffer): string[] {
  const base64 = bytes.toString('base64').replaceAll('=', '');
  return [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), base64, bytes.toString('base64url')];
}

/** The middle of the text in base64, which depends on the number of bytes before it. */
function within64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const middle = all.slice(before === 0 ? 0 : 4, Math.floor((before + bytes.length) / 3) * 4);
    return middle.length < 12 ? [] : [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Returns the texts of `said` that some line contains in some form, each with a part of that line. */
export function foundIn(lines: readonly string[], said: Iterable<string>): string[] {
  const all = lines.join('\n');
  return [...new Set(said)].flatMap((text) => {
    const at = formsOf(text)
      .map((form) => all.indexOf(form))
      .find((index) => index !== -1);
    return at === undefined ? [] : [`${text}: …${all.slice(Math.max(0, at - 120), at + 120)}…`];
  });
}
