import { expect } from 'chai'
import {
  type Abi,
  type Address,
  createPublicClient,
  custom,
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  numberToHex,
  zeroAddress,
} from 'viem'
import { requirePayable } from '../../../src/client/steps/requirePayable.js'
import { hashPayment, prepareAuthorizedCall } from '../../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../../src/generated/abi/attestedOrderReceiver.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { request as anyRequest, recipient, solver, thief, user } from '../../service/steps/quotes.js'
import { thrown } from '../../support/errors.js'
import { resetMachineClock, setMachineClock } from '../../support/machineClock.js'

const receiver: Address = '0x1111111111111111111111111111111111111111'
const chainId = 8453
const deadline = 1_800_000_000
const { txs, callHash, payment } = prepareAuthorizedCall({
  chainId,
  receiver,
  payment: {
    originChainId: 1,
    originUser: user,
    originCurrency: zeroAddress,
    token: zeroAddress,
    minimum: 1000n,
    recipient,
    refundTo: user,
    deadline,
  },
})
const request: StepRequest = { ...anyRequest, txs: [{ to: thief, data: '0x1234', value: 0n }, ...txs] }

/** A receiver on which the call can be paid, and what is otherwise. */
const payable = {
  timestamp: deadline - 1,
  authorization: [solver, 7n] as readonly [Address, bigint],
  policyEpoch: 7n,
  isCallPaid: false,
  paused: false,
  isSolverActive: true,
  solverWindow: [0, 0] as readonly [number, number],
}

/** A node of the chain whose receivers all answer alike, but for the other one. */
function clientOf(changes: Partial<typeof payable>, id = chainId, changesOfOther = changes) {
  const { timestamp } = { ...payable, ...changes }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return numberToHex(id)
    if (method === 'eth_getBlockByNumber')
      return { number: '0x10', timestamp: numberToHex(timestamp), transactions: [] }
    expect(method).equal('eth_call')
    const [{ to, data }, block] = params as [{ to: Address; data: `0x${string}` }, string]
    expect(block).equal('0x10')
    const { functionName, args } = decodeFunctionData({ abi: attestedOrderReceiverAbi, data })
    if (functionName === 'hashPayment') return hashPayment({ chainId, receiver: to, payment: args[0] })
    const answers = { ...payable, ...(to === receiver ? changes : changesOfOther) }
    const isOfSolver = functionName === 'isSolverActive' || functionName === 'solverWindow'
    if (isOfSolver) expect((args as [string])[0].toLowerCase()).equal(answers.authorization[0])
    else if (functionName === 'isCallPaid' && to === receiver) expect(args).deep.equal([callHash])
    const result = answers[functionName as keyof typeof answers]
    return encodeFunctionResult({ abi: attestedOrderReceiverAbi as Abi, functionName, result })
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
}

describe('requirePayable', () => {
  afterEach(resetMachineClock)

  it('default: accepts a payable call', async () => {
    expect(hashPayment({ chainId, receiver, payment })).equal(callHash)
    await requirePayable(request, clientOf({}))
  })

  it('behavior: other calls need no client', async () => {
    await requirePayable(anyRequest, undefined)
    await requirePayable({ ...anyRequest, txs: undefined }, undefined)
  })

  it('error: no client, or one of another chain', async () => {
    for (const client of [undefined, clientOf({}, 1)]) {
      expect(await thrown(() => requirePayable(request, client))).include({
        name: 'StepOptionError',
        option: 'destinationClient',
      })
    }
  })

  describe('attack: a deposit that would only cost fees', () => {
    const cases: [state: string, changes: Partial<typeof payable>][] = [
      ['unauthorized', { authorization: [zeroAddress, 0n], isSolverActive: false }],
      ['stale', { policyEpoch: 8n }],
      ['paid', { isCallPaid: true }],
      ['paused', { paused: true }],
      ['solverInactive', { isSolverActive: false }],
      ['solverInactive', { solverWindow: [0, deadline] }],
      ['solverInactive', { solverWindow: [5, deadline - 1] }],
      ['deadlinePassed', { timestamp: deadline }],
      ['deadlinePassed', { timestamp: deadline + 1 }],
      ['paid', { isCallPaid: true, paused: true, policyEpoch: 8n, timestamp: deadline + 1 }],
    ]
    for (const [state, changes] of cases) {
      it(`${state}: ${Object.entries(changes).join('; ')}`, async () => {
        expect(await thrown(() => requirePayable(request, clientOf(changes)))).include({
          name: 'CallNotPayableError',
          state,
          receiver,
          callHash,
        })
      })
    }

    it("paused: the second call's receiver", async () => {
      const twice = { ...request, txs: [...txs, { ...txs[0]!, to: thief }] }
      await requirePayable(twice, clientOf({}))
      expect(await thrown(() => requirePayable(twice, clientOf({}, chainId, { paused: true })))).include({
        name: 'CallNotPayableError',
        state: 'paused',
        receiver: thief,
      })
    })
  })

  it("error: a deadline past by the machine's clock, because an idle chain's head is old", async () => {
    setMachineClock(deadline)
    const error = await thrown(() => requirePayable(request, clientOf({ timestamp: deadline - 3600 })))
    expect(error).include({ name: 'CallNotPayableError', state: 'deadlinePassed', callHash })
  })

  it('behavior: a window that reaches beyond the deadline', async () => {
    await requirePayable(request, clientOf({ solverWindow: [5, deadline + 1] }))
  })

  const encode = (terms: object) =>
    encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'payAuthorized',
      args: [{ ...payment, ...terms }],
    })

  describe('error: a call that no receiver would take', () => {
    const cases: [string, NonNullable<StepRequest['txs']>[number]][] = [
      ['cut', { ...txs[0]!, data: txs[0]!.data.slice(0, -64) }],
      ['less value', { ...txs[0]!, value: 999n }],
      ['more value', { ...txs[0]!, value: '1001' }],
      ['a maximum of the native currency', { ...txs[0]!, data: encode({ maximum: 1001n }) }],
      ['value with a token', { ...txs[0]!, data: encode({ token: thief }) }],
    ]
    for (const [name, call] of cases) {
      it(name, async () => {
        expect(await thrown(() => requirePayable({ ...request, txs: [call] }, clientOf({})))).include({
          name: 'StepOptionError',
          option: 'request.txs',
        })
      })
    }
  })

  it('behavior: a token may have a maximum', async () => {
    const data = encode({ token: thief, maximum: 1001n })
    // The stub's other receiver is not held to the one call's hash.
    await requirePayable({ ...request, txs: [{ to: thief, data, value: 0n }] }, clientOf({}))
  })
})
