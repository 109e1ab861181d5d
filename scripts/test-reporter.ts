import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface TestResults {
  readonly files: readonly FileResult[];
  /** First lines of the errors outside of files, such as a rejection that nothing handles. */
  readonly errors: readonly string[];
}

export interface FileResult {
  /** Relative to the project. */
  readonly file: string;
  /** First lines of the errors of a file that cannot be loaded or set up. */
  readonly errors: readonly string[];
  readonly tests: readonly {
    readonly name: string;
    readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
    /** First lines. */
    readonly errors: readonly string[];
  }[];
}

/** Vitest's reporter for `npm test`: writes the `TestResults` of a run to the file that `PARLEY_TEST_RESULTS` names. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const results: TestResults = { files: modules.map(fileResultOf), errors: errors.map(firstLine) };
    writeFileSync(process.env['PARLEY_TEST_RESULTS']!, JSON.stringify(results));
  }
}

const firstLine = ({ name, message }: SerializedError): string => `${name}: ${message}`.split('\n', 1)[0]!;

const fileResultOf = (module: TestModule): FileResult => ({
  file: module.relativeModuleId,
  errors: [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
    firstLine,
  ),
  tests: [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result();
    return { name: test.fullName, state, errors: errors.map(firstLine) };
  }),
});
