import { expect } from 'chai'
import { zeroAddress, zeroHash } from 'viem'
import type { ReceiverReport } from '../../src/report/receiver/receiverReport.js'
import { receiverRows } from '../../src/report/rows/receiverRows.js'
import { settlementRows } from '../../src/report/rows/settlementRows.js'

type SettlementRows = NonNullable<ReceiverReport['settlement']>['rows']

const report: ReceiverReport = {
  chainId: 1,
  timestamp: 1,
  receiver: zeroAddress,
  kind: 'signedOrderReceiver',
  isSolverActive: true,
  route: { min: 0n, max: 0n },
  recipientStatus: { allowed: true, hook: false },
  isPaid: false,
  checks: [],
  unknown: [],
  returned: {
    ...{ callHash: zeroHash, block: 1n, timestamp: 1, transactionHash: zeroHash, amount: 1n },
    ...{ payer: zeroAddress, refundTo: zeroAddress, token: zeroAddress },
  },
}

describe('receiverRows: a returned payment', () => {
  const textOf = (rows?: SettlementRows) => {
    const settlement = rows && { transactionHash: zeroHash, settled: null, rows }
    const onchain = { ...report, ...(settlement && { settlement }) }
    return receiverRows({ requestId: zeroHash, onchain }, 0).find(({ name }) => name === 'paid here')?.text
  }

  it('behavior: is called settled or unsettled only if a rule decides it', () => {
    const finality = { name: 'finality', ok: true } as const
    const unknown = { name: 'calls', ok: null } as const
    expect(textOf()).to.equal('returned')
    expect(textOf([finality, unknown])).to.equal('returned')
    expect(textOf([finality, unknown, { name: 'status', ok: true }])).to.equal('returned, but settled')
    expect(textOf([unknown, { name: 'status', ok: false }])).to.equal('returned, not settled')
  })
})

describe('settlementRows', () => {
  it('behavior: a transaction that is not final yet has not failed', () => {
    const rows = [
      { name: 'finality', ok: false },
      { name: 'status', ok: false },
    ] as const
    const shown = settlementRows({ transactionHash: zeroHash, settled: false, rows: [...rows] })
    expect(shown.map(({ result }) => result)).to.deep.equal(['unknown', 'failed'])
  })
})
