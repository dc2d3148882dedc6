// `../../mutateTypescript.ts` adds the mutated files, their tests and the file of results.
export default {
  testRunner: 'mocha',
  testRunnerNodeArgs: ['--import', 'tsx'],
  // The first two would make the tests of all files load.
  mochaOptions: { 'no-config': true, 'no-package': true, ignore: ['test/webhooks/browser.test.ts'] },
  coverageAnalysis: 'perTest',
  incremental: true,
  concurrency: 2,
  timeoutMS: 20_000,
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // The rest of the repository is not copied.
  ignorePatterns: ['/*', '!/src', '!/test', '!/package.json'],
  tempDirName: 'cache/stryker',
  // There is none of this name: Stryker can't read the project's own with TypeScript 7.
  tsconfigFile: 'tsconfig.none.json',
}
