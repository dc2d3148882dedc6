import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { BatchWorkerError } from '../../src/batch/errors.js'
import * as cli from '../../src/cli/errors.js'
import { exitStatusOf } from '../../src/cli/exitStatus.js'
import * as contract from '../../src/contract/rpc/errors.js'
import * as deploy from '../../src/deploy/errors.js'
import * as mock from '../../src/mock/errors.js'
import * as watch from '../../src/watch/errors.js'

const root = new URL('../../src/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const database = 'the database'
const path = 'a.json'
const watched = { receiver: '0x', chainId: 1 }
const sources = { contract: 'AttestedOrderReceiver', problem: 'no.' }

const statuses: [1 | 2 | 3, Error][] = [
  [2, new cli.UsageError('No.')],
  [2, new BatchWorkerError({ exitCode: 1 })],
  [1, new cli.ServiceAnswerError('No.')],
  [1, new cli.TransactionRefusedError('No.')],
  [3, new cli.UnreachableError('No.')],
  [3, new contract.ChainUnreachableError({ origin: 'http://127.0.0.1', reason: 'no.' })],
  [2, new deploy.DeployConfigError({ field: 'a', value: 1, requirement: 'b' })],
  [1, new deploy.DeploymentError(1, 'No.')],
  [3, new deploy.DeployHistoryError({ chainId: 1, receiver: '0x', fromBlock: 1n })],
  [2, new deploy.DeployRecordError({ path, problem: 'no.' })],
  [1, new deploy.SourceVerificationError(sources)],
  [3, new deploy.SourceVerificationError({ ...sources, isUnreachable: true })],
  [2, new mock.MockRuntimeError({ shortMessage: 'No.', remedy: 'Yes.' })],
  [2, new mock.MockOptionError({ option: 'a', value: 1, requirement: 'b' })],
  [1, new mock.MockRestoredError()],
  [1, new mock.MockSnapshotError({ shortMessage: 'No.' })],
  [1, new mock.IllegalTransitionError({ requestId: '0x', from: 'a', to: 'b' })],
  [2, new watch.WatchStoreBusyError({ database })],
  [2, new watch.WatchJobError({ ...watched, field: 'a', found: 'b', required: 'c' })],
  [1, new watch.WatchPlaceError({ found: 1n, required: 2n })],
  [2, new watch.WatchStoreError({ database, problem: 'no' })],
  [3, new watch.WatchStoreUnreachableError({ database })],
  [
    3,
    new watch.WatchUnfinishedError({ ...watched, fillsFrom: 1n, scannedTo: 2n, untilBlock: 3n, waiting: 0 }),
  ],
  [3, new watch.WatchSinkError({ sink: path, found: 1, required: 2 })],
  [2, new watch.WatchFileError({ path, problem: 'no' })],
]

describe('exit status of an error', () => {
  for (const [status, error] of statuses) {
    it(`${error.name} ${status}`, () => expect(exitStatusOf(error)).equal(status))
  }

  it('a defect exits with 3, which decides nothing', () => {
    for (const defect of [new TypeError('x'), 'x', undefined]) expect(exitStatusOf(defect)).equal(3)
  })

  it('the table lists every error class of the command line and of the library parts that it runs', () => {
    const names = [{ BatchWorkerError }, cli, contract, deploy, mock, watch].flatMap(Object.keys)
    expect([...new Set(statuses.map(([, { name }]) => name))]).have.members(names)
  })

  it('all other error classes of the library exit with 1', async () => {
    const modules = files.filter((name) => name.endsWith('errors.ts'))
    const classes = (await Promise.all(modules.map((name) => import(new URL(name, root).href)))).flatMap(
      (module): { name: string; prototype: Error }[] => Object.values(module),
    )
    const tested = new Set(statuses.map(([, error]) => error.name))
    const others = classes.filter(({ name }) => !tested.has(name))
    expect(others).length.above(30)
    for (const { name, prototype } of others) expect(exitStatusOf(Object.create(prototype)), name).equal(1)
  })

  it('no class outside the command line has an exit status', () => {
    const others = files.filter((name) => !name.startsWith('cli/'))
    const knowing = others.filter((name) => readFileSync(new URL(name, root), 'utf8').includes('exitStatus'))
    expect(knowing).deep.equal([])
  })
})
