/** A copy of the project in which faults are planted. The packages are those of the project, except its own. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../install.mjs';
import type { Mutant } from './mutant.ts';

const OWN = '@candor';

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'candor-mutants-'));

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT });
    for (const file of listed.toString().split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(this.folder, file), { force: true });
    }
    const packages = join(this.folder, 'node_modules');
    mkdirSync(join(packages, OWN), { recursive: true });
    for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== OWN))
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
    for (const name of readdirSync(join(ROOT, 'node_modules', OWN))) {
      const at = relative(ROOT, realpathSync(join(ROOT, 'node_modules', OWN, name)));
      symlinkSync(join(this.folder, at), join(packages, OWN, name));
      const needed = join(ROOT, at, 'node_modules');
      if (existsSync(needed)) symlinkSync(needed, join(this.folder, at, 'node_modules'));
    }
  }

  /** Plants a fault. Returns what takes it away again. */
  plant({ file, from, to }: Pick<Mutant, 'file' | 'from' | 'to'>): () => void {
    const path = join(this.folder, file);
    const before = readFileSync(path, 'utf8');
    if (before.split(from).length !== 2)
      throw new Error(`expected "${from}" once in ${file}, found it otherwise`);
    writeFileSync(
      path,
      before.replace(from, () => to),
    );
    return () => writeFileSync(path, before);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
