// `../../mutateTypescript.ts` adds the mutated files and the file of results, and names the tests in `MUTATE_TESTS`:
// with `--testFiles`, Stryker 9.6 runs no test for a mutant that is reached while a file loads.
export default {
  testRunner: 'mocha',
  testRunnerNodeArgs: ['--import', 'tsx'],
  mochaOptions: {
    'no-config': true,
    'no-package': true,
    spec: process.env.MUTATE_TESTS?.split(','),
    ignore: ['test/webhooks/browser.test.ts'],
  },
  coverageAnalysis: 'perTest',
  incremental: true,
  concurrency: 2,
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // The rest of the repository is not copied.
  ignorePatterns: ['/*', '!/src', '!/test', '!/package.json'],
  tempDirName: 'cache/stryker',
  // There is none of this name: Stryker can't read the project's own with TypeScript 7.
  tsconfigFile: 'tsconfig.none.json',
}
