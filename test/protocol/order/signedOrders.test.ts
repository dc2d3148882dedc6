import { expect } from 'chai'
import { type Hex, keccak256, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  hashOrder,
  type OrderData,
  proveOrderOutput,
  proveSignedOrder,
  signOrder,
  verifyOrderSignature,
} from '../../../src/index.js'
import { hashSignedOrderProof } from '../../../src/protocol/order/hashSignedOrderProof.js'
import { thrown } from '../../support/errors.js'
import { toCompact } from '../../support/toCompact.js'
import { readVector } from '../../support/vectors.js'

const vector = readVector('order-live')
const account = privateKeyToAccount(`0x${'66'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'67'.repeat(32)}`)
const orderData: OrderData = { ...vector.orderData, solver: account.address }

describe('proveSignedOrder', () => {
  it('default: inputs in full, everything else as in the proof of the output', () => {
    const { inputs, ...rest } = proveSignedOrder(vector.orderData)
    const { inputsHash: _, ...expected } = proveOrderOutput(vector.orderData)
    expect(rest).deep.equal(expected)
    expect(inputs).have.length(1)
    expect(inputs[0]?.payment).deep.equal({
      chainId: 'base',
      currency: pad('0x0', { size: 20 }),
      amount: 100000000000000000n,
      weight: 1n,
    })
  })

  it('behavior: an empty refund list hashes to the empty hash, and each refund changes the hash', () => {
    const [input] = vector.orderData.inputs
    const hashes = [[], input.refunds.slice(1), input.refunds, input.refunds.toReversed()].map((refunds) => {
      return proveSignedOrder({ ...vector.orderData, inputs: [{ ...input, refunds }] }).inputs[0]?.refundsHash
    })
    expect(hashes[0]).equal(keccak256('0x'))
    expect(new Set(hashes).size).equal(4)
  })

  it('behavior: the order id is rebuilt from it', () => {
    expect(hashSignedOrderProof(proveSignedOrder(vector.orderData))).equal(vector.orderId)
  })

  it('error: a malformed field', async () => {
    const run = () => proveSignedOrder({ ...vector.orderData, salt: 'x' })
    expect(await thrown(run)).include({ name: 'OrderFieldError', field: 'salt', value: 'x' })
  })
})

describe('verifyOrderSignature', () => {
  it('default', async () => {
    const signature = await signOrder({ orderData, account })
    const solver = account.address
    expect(await verifyOrderSignature({ orderData, signature, solver })).deep.equal({
      valid: true,
      orderId: hashOrder(orderData),
      solver,
      checks: [
        { name: 'signature', ok: true },
        { name: 'solver', ok: true, expected: solver, actual: solver },
        { name: 'orderSolver', ok: true, expected: solver, actual: solver },
      ],
    })
  })

  it('behavior: several solvers, padded or in lower case, and the short form', async () => {
    const signature = await signOrder({ orderData, account })
    const compact = toCompact(signature)
    for (const solver of [
      [stranger.address, account.address],
      [pad(account.address)],
      account.address.toLowerCase() as Hex,
    ]) {
      expect((await verifyOrderSignature({ orderData, signature: compact, solver })).valid).equal(true)
    }
    expect((await verifyOrderSignature({ orderData, signature, solver: [] })).valid).equal(false)
  })

  it('behavior: reports every check and every failure', async () => {
    const signature = await signOrder({ orderData, account })
    const foreign = await signOrder({ orderData, account: stranger })
    const { address: solver } = account
    const recovered = { signature: true, solver: false, orderSolver: false }
    const nobody = { signature: false, solver: false, orderSolver: false }
    const s = `0x${'ff'.repeat(64)}1b` as const
    for (const [change, expected] of [
      [{ solver: stranger.address }, { signature: true, solver: false, orderSolver: true }],
      [{ signature: foreign }, recovered],
      [
        { signature: foreign, solver: [stranger.address] },
        { ...recovered, solver: true },
      ],
      [{ orderData: { ...orderData, salt: '0x02' } }, recovered],
      [{ orderData: vector.orderData }, recovered],
      [{ signature: undefined }, nobody],
      [{ signature: '0x' as Hex }, nobody],
      [{ signature: `${signature.slice(0, -2)}00` as Hex }, nobody],
      [{ signature: s }, nobody],
    ] as const) {
      const report = await verifyOrderSignature({ orderData, signature, solver, ...change })
      expect(Object.fromEntries(report.checks.map(({ name, ok }) => [name, ok]))).deep.equal(expected)
      expect(report.valid).equal(false)
      expect(report.solver === null).equal(!expected.signature)
      for (const { name, ok, message, expected } of report.checks) {
        const who = name === 'solver' ? 'a trusted solver' : `the order's solver, ${expected}`
        const nobody = name === 'signature' ? 'The signature is not valid: ' : 'No signer can be recovered.'
        const why = report.solver
          ? `Not signed by ${who}: a field was changed, or another key signed. Recovered: ${report.solver}.`
          : nobody
        if (ok) expect(message).equal(undefined)
        else expect(message).contain(why)
      }
    }
  })

  it('behavior: reports a missing signature', async () => {
    const { checks } = await verifyOrderSignature({ orderData, solver: account.address })
    const message = 'The signature is not valid: there is none.'
    expect(checks[0]).deep.equal({ name: 'signature', ok: false, message })
  })

  it('error: unparsable input', async () => {
    const { address: solver } = account
    const signature = await signOrder({ orderData, account })
    const notBytes = 'signature must be hex of whole bytes, found "0x1".'
    const notSolver = 'solver must be an EVM address of 20 bytes, or left-padded to 32, found "0x12".'
    for (const [change, expected] of [
      [{ signature: '0x1' as Hex }, { name: 'OrderFieldError', shortMessage: notBytes }],
      [{ orderData: { ...orderData, salt: 'x' } }, { name: 'OrderFieldError', field: 'salt' }],
      [{ solver: '0x12' as Hex }, { name: 'OrderFieldError', value: '0x12', shortMessage: notSolver }],
      [
        { solver: [solver, `0x01${'0'.repeat(62)}`] as Hex[] },
        { name: 'OrderFieldError', field: 'solver[1]' },
      ],
    ] as const) {
      const run = () => verifyOrderSignature({ orderData, signature, solver, ...change })
      expect(await thrown(run)).include(expected)
    }
  })
})
