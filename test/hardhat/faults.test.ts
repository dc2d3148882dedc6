import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { NetworkConnection } from 'hardhat/types/network'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import type { FillproofOptions } from '../../src/hardhat/types.js'
import { faultNames } from '../../src/mock/faults.js'
import type { FaultName } from '../../src/mock/index.js'
import { chainsOf, ether, freshAddress, getQuote, pay, setUpMock, waitFor } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { createProject } from './support.js'

const recipient: Address = '0x00000000000000000000000000000000000000dd'

/** The rows of the table of docs/mock.md whose head has these columns, a row for each fault. */
function readTable(...columns: string[]): { fault: FaultName; cells: Record<string, string> }[] {
  const head = `| fault | ${columns.map((column) => `\`${column}\``).join(' | ')} |\n`
  const [, rest = ''] = readFileSync('docs/mock.md', 'utf8').split(head)
  const lines = rest.split('\n\n')[0]!.split('\n').slice(1)
  return lines.flatMap((line) => {
    const [faults = '', ...cells] = line.slice(2, -2).split(' | ')
    const byColumn = Object.fromEntries(columns.map((column, index) => [column, cells[index]!]))
    return [...faults.matchAll(/`(\w+)`/g)].map(([, fault]) => ({
      fault: fault as FaultName,
      cells: byColumn,
    }))
  })
}

const evidences = ['signedOrder', 'attestedOrder', 'registeredTerms'] as const
const table = readTable(...evidences)

describe('faults of docs/mock.md', () => {
  it('the table lists all faults', () => {
    expect(table.map(({ fault }) => fault)).to.have.members(faultNames)
  })

  for (const evidence of evidences) {
    describe(`a fill with ${evidence}`, () => {
      let connection: NetworkConnection
      let tokens: Address[]
      before(async () => {
        const { network } = await createProject()
        connection = await network.create()
        const { destination } = await connection.fillproof.start({ evidence })
        tokens = [zeroAddress, destination.tokens[0]!.address]
        await connection.fillproof.allowRecipient(recipient)
      })
      after(() => connection?.close())

      for (const { fault, cells } of table) {
        const cell = cells[evidence]!
        it(`behavior: ${fault}: ${cell}`, async () => {
          const { fillproof } = connection
          const { faults } = (await fillproof.start()).mock.control
          const set = () => faults.set(fault, { times: 1, retryAfterSeconds: 0, delayMs: 10 })
          if (cell.startsWith('refused')) {
            expect(await thrown(set)).to.include({ name: 'MockOptionError', option: 'fault' })
            expect(faults.list()).to.deep.equal([])
            return
          }
          for (const token of tokens) {
            set()
            const fill = fillproof.fill({ recipient, token, amount: 5n })
            if (cell.startsWith('paid')) await fill
            else {
              const { name, errorName, message } = await thrown(() => fill)
              expect(name, message).to.equal('FillFailedError')
              const names = cell.startsWith('null')
                ? [null]
                : [...cell.matchAll(/`(\w+)`/g)].map(([, found]) => found)
              expect(names, message).to.include(errorName)
            }
            expect(faults.list()).to.deep.equal([])
            expect(faults.unused()).to.deep.equal([])
          }
        })
      }

      it('behavior: the next fill succeeds', async () => {
        await connection.fillproof.fill({ recipient, amount: 5n })
      })
    })
  }

  for (const idForm of ['specification', 'public'] as const) {
    describe(`a plain order with ids of the ${idForm} form`, () => {
      const { mock } = setUpMock({ idForm })

      for (const { fault, cells } of readTable('specification', 'public')) {
        it(`behavior: ${fault}: ${cells[idForm]}`, async () => {
          const [status = '', failReason = 'N/A'] = cells[idForm]!.split(', ')
          mock.control.faults.set(fault, { times: 1 })
          const { depository } = chainsOf(mock)[1]
          const call = { abi: mockDepositoryAbi, functionName: 'depositNative' } as const
          const data = encodeFunctionData({ ...call, args: [freshAddress(), `0x${'55'.repeat(32)}`] })
          const isCall = fault === 'revertingCall'
          const txs = [{ to: depository, value: String(ether / 2n), data }]
          const quote = await getQuote(mock, isCall ? { txs } : { recipient: freshAddress() })
          const paying = pay(mock, quote)
          if (fault === 'reorgDeposit') paying.catch(() => {})
          else await paying
          const ended = await waitFor(mock, quote.steps[0]!.requestId, status)
          expect(ended.failReason).to.equal(failReason)
          mock.control.faults.clear()
        })
      }
    })
  }
})

describe('faults without effect', () => {
  async function open(options?: FillproofOptions) {
    const { network } = await createProject()
    const connection = await network.create()
    const { mock } = await connection.fillproof.start(options)
    await connection.fillproof.allowRecipient(recipient)
    return { connection, fillproof: connection.fillproof, faults: mock.control.faults }
  }

  it('error: a fill that succeeds despite a fault names the fault, and no assertion treats it as a refusal', async () => {
    const { connection, fillproof, faults } = await open()
    const fill = () => fillproof.fill({ recipient, amount: 5n })
    faults.set('malformedResponse', { path: '/nowhere' })
    const error = await thrown(fill)
    expect(error).to.include({ name: 'UnusedFaultError' })
    expect(error.message).to.include('The fault malformedResponse was set and did not happen in this fill')
    for (const refused of [
      () => fillproof.assertions.refuse(fill()),
      () => fillproof.assertions.refuseWith(fill(), 'UnusedFaultError'),
    ]) {
      expect(await thrown(refused)).to.include({ name: 'AssertionError' })
    }
    faults.clear()
    await fill()
    await connection.close()
  })

  it('error: closing the connection names an unused fault, even after a fixture was loaded again', async () => {
    const { connection, fillproof, faults } = await open()
    async function nothing() {
      return 1
    }
    await fillproof.loadFixture(nothing)
    faults.set('staleQuote')
    faults.set('shortFill')
    await fillproof.loadFixture(nothing)
    expect(faults.list()).to.deep.equal([])
    await fillproof.fill({ recipient, amount: 5n })
    const error = await thrown(() => connection.close())
    expect(error).to.include({ name: 'UnusedFaultError' })
    expect(error).to.deep.include({ faults: ['staleQuote', 'shortFill'] })
  })

  it('behavior: a used or cleared fault is not reported', async () => {
    const { connection, fillproof, faults } = await open()
    faults.set('staleQuote')
    await fillproof.assertions.refuse(fillproof.fill({ recipient, amount: 5n }))
    faults.set('shortFill')
    faults.clear('shortFill')
    await connection.close()
  })
})
