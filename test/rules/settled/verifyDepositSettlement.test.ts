import { expect } from 'chai'
import fc from 'fast-check'
import { type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, pad, zeroHash } from 'viem'
import {
  type SettlementReceipt,
  settlementId,
  type VerifyDepositSettlementParameters,
  verifyDepositSettlement,
} from '../../../src/index.js'
import { count } from '../../support/deep.js'
import { thrown } from '../../support/errors.js'
import {
  depository,
  erc20Deposit,
  namesOf,
  native,
  nativeDeposit,
  nativeTransfer,
  number,
  type RawLog,
  shop,
  stranger,
  token,
  transfer,
  user,
} from './support.js'

const orderId: Hex = `0x83${'91'.repeat(31)}`
const otherId: Hex = `0x44${'55'.repeat(31)}`
const hash: Hex = `0x${'d1'.repeat(32)}`
const deposited = (amount: bigint, of: Address = token) => transfer(depository, amount, { from: shop, of })

type Deposited = Required<
  Pick<
    VerifyDepositSettlementParameters,
    'orderId' | 'chainName' | 'depository' | 'transaction' | 'receipt' | 'block' | 'head' | 'finality'
  >
> & { receipt: SettlementReceipt }

function makeDeposit(logs: readonly RawLog[], input: Hex = '0x', chainName = 'base'): Deposited {
  return {
    orderId,
    chainName,
    depository,
    transaction: { hash, to: depository, input, value: 0n },
    receipt: { status: 'success', transactionHash: hash, blockNumber: 50n, logs: number(logs) },
    block: { number: 50n, timestamp: 1000 },
    head: { number: 60n, timestamp: 1060n },
    finality: { blocks: 10, seconds: 60 },
  }
}

const transferData = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const transferFromData = (from: Address, to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] })

describe('verifyDepositSettlement', () => {
  it('default: native', () => {
    const report = verifyDepositSettlement(makeDeposit([nativeDeposit(user, 7n, orderId)]))
    expect(report.settled).equal(true)
    expect(report.rows.map(({ name, ok }) => [name, ok])).deep.equal([
      ['status', true],
      ['finality', true],
      ['deposit', true],
    ])
    expect(normalize(report.deposit!)).deep.equal({
      onchainId: settlementId('base', hash, 0),
      depositId: orderId,
      depositor: user,
      currency: native,
      amount: 7n,
      logIndex: 0,
    })
  })

  it('default: a token, under the index of its Transfer', () => {
    const logs = [deposited(7n), erc20Deposit(user, token, 7n, orderId)]
    const report = verifyDepositSettlement(makeDeposit(logs))
    expect(report.settled).equal(true)
    expect(normalize(report.deposit!)).deep.equal({
      onchainId: settlementId('base', hash, 0),
      depositId: orderId,
      depositor: user,
      currency: token,
      amount: 7n,
      logIndex: 0,
    })
  })

  describe("the deposit's id and depositor", () => {
    type Expected = { depositId: Hex; depositor?: Address; amount?: bigint }[]
    const cases: { name: string; logs: RawLog[]; input?: Hex; chainName?: string; expected: Expected }[] = [
      {
        name: 'a plain transfer has no id',
        logs: [deposited(7n)],
        expected: [{ depositId: zeroHash, depositor: shop }],
      },
      {
        name: 'a native deposit of zero with id zero is one',
        logs: [nativeDeposit(user, 0n, zeroHash)],
        expected: [{ depositId: zeroHash, amount: 0n }],
      },
      {
        name: 'a deposit event of another amount, as of a token with a fee',
        logs: [deposited(6n), erc20Deposit(user, token, 7n, orderId)],
        expected: [{ depositId: zeroHash, depositor: shop }],
      },
      {
        name: 'a deposit event of another token',
        logs: [deposited(7n), erc20Deposit(user, stranger, 7n, orderId)],
        expected: [{ depositId: zeroHash, depositor: shop }],
      },
      {
        name: 'a deposit event with id zero names the depositor',
        logs: [deposited(7n), erc20Deposit(user, token, 7n, zeroHash)],
        expected: [{ depositId: zeroHash, depositor: user }],
      },
      {
        name: 'a second deposit event with id zero names another depositor, and keeps the id',
        logs: [
          deposited(7n),
          erc20Deposit(user, token, 7n, orderId),
          erc20Deposit(stranger, token, 7n, zeroHash),
        ],
        expected: [{ depositId: orderId, depositor: stranger }],
      },
      {
        name: 'a deposit event before the transfer',
        logs: [erc20Deposit(user, token, 7n, orderId), deposited(7n)],
        expected: [{ depositId: zeroHash, depositor: shop }],
      },
      {
        name: 'a deposit event of another contract',
        logs: [deposited(7n), erc20Deposit(user, token, 7n, orderId, stranger)],
        expected: [{ depositId: zeroHash, depositor: shop }],
      },
      {
        name: 'a native deposit of another contract',
        logs: [nativeDeposit(user, 7n, orderId, stranger)],
        expected: [],
      },
      { name: 'a transfer to someone else', logs: [transfer(shop, 7n)], expected: [] },
      { name: 'no deposit at all', logs: [nativeTransfer(depository, 7n)], expected: [] },
      {
        name: 'a deposit event after a second transfer belongs to that one',
        logs: [deposited(7n), deposited(7n), erc20Deposit(user, token, 7n, orderId)],
        expected: [
          { depositId: zeroHash, depositor: shop },
          { depositId: orderId, depositor: user },
        ],
      },
      {
        name: 'the last of two matching deposit events',
        logs: [
          deposited(7n),
          erc20Deposit(user, token, 7n, orderId),
          erc20Deposit(stranger, token, 7n, otherId),
        ],
        expected: [{ depositId: otherId, depositor: stranger }],
      },
      {
        name: 'transfers to others between do not matter',
        logs: [deposited(7n), transfer(shop, 1n), erc20Deposit(user, token, 7n, orderId)],
        expected: [{ depositId: orderId, depositor: user }],
      },
      {
        name: 'the word after a transfer in the calldata',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 7n), orderId]),
        expected: [{ depositId: orderId, depositor: shop }],
      },
      {
        name: 'the word after a transferFrom, anywhere in the calldata',
        logs: [deposited(7n)],
        input: concatHex(['0x123456', transferFromData(shop, depository, 7n), orderId, '0xffff']),
        expected: [{ depositId: orderId }],
      },
      {
        name: 'a transfer at the end of the calldata',
        logs: [deposited(7n)],
        input: transferData(depository, 7n),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'less than a word after it',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 7n), `0x${'ab'.repeat(31)}`]),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'sixteen zero bytes are no id',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 7n), pad('0xffffffffffffffffffffffffffffffff')]),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'fifteen zero bytes are one',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 7n), pad('0x01ffffffffffffffffffffffffffffffff')]),
        expected: [{ depositId: pad('0x01ffffffffffffffffffffffffffffffff') }],
      },
      {
        name: 'a transfer of another amount in the calldata',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 8n), orderId]),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'a transfer to someone else in the calldata',
        logs: [deposited(7n)],
        input: concatHex([transferData(shop, 7n), orderId]),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'the same transfer twice in the calldata',
        logs: [deposited(7n)],
        input: concatHex([
          transferData(depository, 7n),
          orderId,
          transferFromData(shop, depository, 7n),
          orderId,
        ]),
        expected: [{ depositId: orderId }],
      },
      {
        name: 'two transfers with other ids in the calldata',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 7n), orderId, transferData(depository, 7n), otherId]),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'two transfers in the calldata, one of which ends it without an id',
        logs: [deposited(7n)],
        input: concatHex([transferData(depository, 7n), orderId, transferData(depository, 7n)]),
        expected: [{ depositId: zeroHash }],
      },
      {
        name: 'a native deposit next to the one transfer',
        logs: [deposited(7n), nativeDeposit(user, 1n, otherId)],
        input: concatHex([transferData(depository, 7n), orderId]),
        expected: [{ depositId: orderId }, { depositId: otherId }],
      },
      {
        name: 'two transfers to the depository: the calldata is not looked at',
        logs: [deposited(7n), deposited(8n)],
        input: concatHex([transferData(depository, 7n), orderId]),
        expected: [{ depositId: zeroHash }, { depositId: zeroHash }],
      },
      {
        name: 'an id of the event counts before the calldata',
        logs: [deposited(7n), erc20Deposit(user, token, 7n, orderId)],
        input: concatHex([transferData(depository, 7n), otherId]),
        expected: [{ depositId: orderId }],
      },
      ...['zksync', 'abstract', 'zero'].map((chainName) => ({
        name: `the native token of ${chainName} is no second deposit`,
        logs: [deposited(7n, '0x000000000000000000000000000000000000800a'), nativeDeposit(user, 7n, orderId)],
        chainName,
        expected: [{ depositId: orderId, depositor: user }],
      })),
      {
        name: 'elsewhere that address is a token',
        logs: [deposited(7n, '0x000000000000000000000000000000000000800a')],
        expected: [{ depositId: zeroHash, depositor: shop }],
      },
    ]
    for (const { name, logs, input, chainName, expected } of cases) {
      it(name, () => {
        const { deposits } = verifyDepositSettlement(makeDeposit(logs, input, chainName))
        expect(deposits).have.length(expected.length)
        for (const [index, one] of expected.entries()) expect(normalize(deposits[index]!)).include(one)
      })
    }
  })

  describe('one fault per row', () => {
    const honest = () => makeDeposit([nativeDeposit(user, 7n, orderId)])
    const cases: [name: string, change: (deposit: Deposited) => VerifyDepositSettlementParameters][] = [
      ['status', (one) => ({ ...one, receipt: { ...one.receipt, status: 'reverted' } })],
      ['finality', (one) => ({ ...one, head: { number: 59n, timestamp: 1060 } })],
      ['finality', (one) => ({ ...one, head: { number: 60n, timestamp: 1059 } })],
      ['deposit', (one) => ({ ...one, orderId: otherId })],
      ['deposit', (one) => ({ ...one, onchainId: settlementId('base', hash, 1) })],
      ['deposit', (one) => ({ ...one, depository: stranger })],
    ]
    for (const [name, change] of cases) {
      it(name, () => {
        const report = verifyDepositSettlement(change(honest()))
        expect(namesOf(report.rows, false)).deep.equal([name])
        expect(report.settled).equal(false)
      })
    }

    it('is not checked without its input', () => {
      const absent = [
        ['receipt', ['status', 'deposit']],
        ['block', ['finality']],
        ['head', ['finality']],
        ['finality', ['finality']],
        ['transaction', []],
      ] as const
      for (const [name, unchecked] of absent) {
        const report = verifyDepositSettlement({ ...honest(), [name]: undefined })
        expect(namesOf(report.rows, null), name).deep.equal(unchecked)
        expect(namesOf(report.rows, false)).deep.equal([])
      }
    })

    it('is not checked if the id may be in missing calldata', () => {
      const report = verifyDepositSettlement({ ...makeDeposit([deposited(7n)]), transaction: undefined })
      expect(namesOf(report.rows, null)).deep.equal(['deposit'])
      expect(report.deposits[0]).include({ depositId: null, amount: 7n })
      const two = makeDeposit([deposited(7n), deposited(7n)])
      expect(namesOf(verifyDepositSettlement({ ...two, transaction: undefined }).rows, false)).deep.equal([
        'deposit',
      ])
    })

    it('another virtual machine', () => {
      expect(verifyDepositSettlement({ ...honest(), chainName: 'bitcoin' })).include({ settled: null })
    })

    it('error: parts of different transactions', async () => {
      const change = { block: { number: 51n, timestamp: 1000 } }
      const error = await thrown(() => verifyDepositSettlement({ ...honest(), ...change }))
      expect(error).include({ name: 'SettlementFieldError', field: 'block.number' })
    })
  })

  it("behavior: the named one of an order's two deposits counts", () => {
    const logs = [nativeDeposit(user, 7n, orderId), nativeDeposit(user, 9n, orderId)]
    expect(verifyDepositSettlement(makeDeposit(logs)).deposit?.amount).equal(7n)
    const onchainId = settlementId('base', hash, 1)
    expect(verifyDepositSettlement({ ...makeDeposit(logs), onchainId }).deposit?.amount).equal(9n)
  })

  it('property: every transfer to the depository is one deposit of its amount, whatever logs are in between', () => {
    const log = fc.oneof(
      fc.bigInt({ min: 0n, max: 3n }).map((amount) => ({ log: deposited(amount), amount })),
      fc
        .bigInt({ min: 0n, max: 3n })
        .map((amount) => ({ log: nativeDeposit(user, amount, orderId), amount })),
      fc.bigInt({ min: 0n, max: 3n }).map((amount) => ({ log: erc20Deposit(user, token, amount, otherId) })),
      fc.bigInt({ min: 0n, max: 3n }).map((amount) => ({ log: transfer(shop, amount) })),
    )
    fc.assert(
      fc.property(fc.array(log, { maxLength: 8 }), (all) => {
        const { deposits } = verifyDepositSettlement(makeDeposit(all.map((one) => one.log)))
        const expected = all.flatMap((one, logIndex) =>
          'amount' in one ? [{ amount: one.amount, logIndex, id: settlementId('base', hash, logIndex) }] : [],
        )
        expect(deposits.map(({ amount, logIndex, onchainId: id }) => ({ amount, logIndex, id }))).deep.equal(
          expected,
        )
      }),
      { numRuns: count({ normal: 100, deep: 5000 }) },
    )
  })
})

/** Addresses as they were written here. */
function normalize<deposit extends { depositor: Address; currency: Address }>(deposit: deposit): deposit {
  const { depositor, currency } = deposit
  const lower = (address: Address) => address.toLowerCase() as Address
  return { ...deposit, depositor: lower(depositor), currency: lower(currency) }
}
