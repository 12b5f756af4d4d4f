/** Parses the options of time stamps: `--time-stamps`, `--time-stamps-every` and `--time-stamps-anchors`. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Mistake } from './environment.ts';

export type TimeStampConfig = {
  readonly authorities: readonly string[];
  readonly everyMs: number;
  /** The certificates of the file in PEM, and nothing else. */
  readonly anchors: string;
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function timeStampsOf(
  authorities: readonly string[],
  everySeconds: number,
  anchorsFile: string | undefined,
): TimeStampConfig {
  for (const address of authorities) {
    if (!/^https?:\/\/\S+$/.test(address) || !URL.canParse(address))
      throw new Mistake(`--time-stamps must be an address, https://…, not "${address}".`);
  }
  if (new Set(authorities).size < authorities.length)
    throw new Mistake('--time-stamps names an authority twice.');
  if ((authorities.length === 0) !== (anchorsFile === undefined)) {
    throw new Mistake(
      '--time-stamps and --time-stamps-anchors belong together: an authority, and the certificate to which its signatures must lead.',
    );
  }
  const anchors = anchorsFile === undefined ? '' : anchorsIn(anchorsFile);
  return { authorities, everyMs: everySeconds * 1000, anchors };
}

function anchorsIn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Mistake(`--time-stamps-anchors: ${path} cannot be read (${code}).`);
  }
  const certificates = text.match(CERTIFICATE) ?? [];
  try {
    certificates.map((certificate) => new X509Certificate(certificate));
  } catch {
    throw new Mistake(`--time-stamps-anchors: ${path} has a certificate that cannot be read.`);
  }
  if (certificates.length === 0)
    throw new Mistake(`--time-stamps-anchors: ${path} has no certificate in PEM.`);
  return certificates.map((certificate) => `${certificate}\n`).join('');
}
