/**
 * Notes which tests of the server passed at their second try only. As with journeys that hides nothing as long as it is told:
 * the run names them beside its count, and where there are more than a few each counts as failed (`tools/journey-count.ts`).
 */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

export class UnsteadyTests implements Reporter {
  readonly #path: string;
  readonly #names: string[] = [];

  /** @param path Where the names are written, as JSON. */
  constructor(path: string) {
    this.#path = path;
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      this.#names.push(`${test.module.relativeModuleId} ${test.fullName}`);
  }

  onTestRunEnd(): void {
    writeFileSync(this.#path, JSON.stringify(this.#names));
  }
}
