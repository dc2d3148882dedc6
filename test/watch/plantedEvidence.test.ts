import { expect } from 'chai'
import { type Address, concatHex, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { findEvidence } from '../../src/contract/findEvidence.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { registeredTermsReceiverAbi } from '../../src/generated/abi/registeredTermsReceiver.js'
import { proveOrderOutput, signRegisteredTerms, toContractAttestation } from '../../src/index.js'
import type { WatchChain } from '../../src/watch/chainView.js'
import { chooseEvidence } from '../../src/watch/judge/chooseEvidence.js'
import type { JudgePaidFillParameters } from '../../src/watch/judge/parameters.js'
import { chainsOf, clientOf, freshAddress, send } from '../mock/helpers.js'
import { callWatch } from './callWatch.js'
import { quoteFill, readAttestation, type Script, setUpLiar } from './support.js'

const routerAbi = parseAbi([
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function multicall(Call3Value[] calls, address refundTo, address nftRecipient, bytes metadata) payable',
])
const nowhere: Address = '0x000000000000000000000000000000000000dEaD'

type Terms = { minimum?: bigint; recipient?: Address; deadline?: number }
type Planted = { terms: Terms } | { originAmount: bigint }

describe('evidence that a payer plants in the calldata', () => {
  const { mock, liar, front, folder } = setUpLiar()
  let runs = 0

  /** Fills through the service's router, after a call of nothing with the planted evidence, and watches that. */
  async function watchFill(receiver: Address, planted: Planted, lies?: Partial<Script>) {
    const [, destination] = chainsOf(mock)
    const quote = await quoteFill(mock, receiver)
    const { orderId, orderData } = quote.protocol.v2
    const after = await clientOf(destination).getBlockNumber()
    if (lies) await liar.script(quote, lies)
    const [payment] = orderData.output.payments
    const amount = BigInt(payment!.expectedAmount)
    const { signature, ...attestation } = await readAttestation(mock, orderId)
    const words = toContractAttestation(attestation)
    const proof = proveOrderOutput(orderData)
    const fillWith = (changed: typeof words) =>
      encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'fill',
        args: [changed, signature, proof, [], amount],
      })
    const terms = {
      token: zeroAddress,
      minimum: 1n,
      maximum: 2n ** 255n,
      recipient: payment!.recipient as Address,
      deadline: 2 ** 40,
      authorizedCall: '0x' as Hex,
      ...('terms' in planted && planted.terms),
    }
    const fake =
      'terms' in planted
        ? encodeFunctionData({
            abi: registeredTermsReceiverAbi,
            functionName: 'fill',
            args: [words, signature, terms, '0x', [], amount],
          })
        : fillWith({ ...words, ...planted })
    const calls = [
      { target: nowhere, allowFailure: false, value: 0n, callData: fake },
      { target: receiver, allowFailure: false, value: amount, callData: fillWith(words) },
    ]
    const from = mock.accounts[2]!.address
    const args = [calls, from, zeroAddress, '0x'] as const
    const input = encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args })
    const hash = await send(mock, destination, from, {
      to: destination.router,
      data: concatHex([input, orderId]),
      value: amount,
    })
    front.setStatus(orderId, { status: 'success', txHashes: [hash] })
    const { status, findings } = await callWatch({
      ...{ url: front.url, rpcUrl: destination.rpcUrl, receiver, from: after + 1n },
      ...{ db: folder.path(`${runs++}.sqlite`), args: ['--poll-interval', '0.05'] },
    })
    return { status, kinds: findings.map(({ kind }) => kind) }
  }

  it("attack: planted registrar's terms contradict no honest fill", async () => {
    const terms = { minimum: 10n ** 30n, recipient: freshAddress(), deadline: 1 }
    expect(await watchFill(chainsOf(mock)[1].receiver, { terms })).to.deep.equal({ status: 0, kinds: [] })
  })

  it('attack: another planted attestation with the same order contradicts no honest fill', async () => {
    const { receiver } = chainsOf(mock)[1]
    expect(await watchFill(receiver, { originAmount: 1n })).to.deep.equal({ status: 0, kinds: [] })
  })

  it("attack: planted registrar's terms hide no payment below the minimum", async () => {
    const short = { amount: 5n, paid: 5n }
    expect(await watchFill(liar.address, { terms: { minimum: 1n } }, short)).to.deep.equal({
      status: 1,
      kinds: ['amountShort'],
    })
  })

  describe("chooseEvidence, for registrars' terms", () => {
    const registrar = privateKeyToAccount(`0x${'71'.repeat(32)}`)
    const stranger = privateKeyToAccount(`0x${'72'.repeat(32)}`)
    const receiver: Address = '0x1234567890123456789012345678901234567890'

    /** Chooses the evidence among calls with the terms of each pair of signer and minimum. */
    async function choose(to: Address, ...pairs: [typeof registrar, bigint][]) {
      const quote = await quoteFill(mock, chainsOf(mock)[1].receiver)
      const { signature, ...attestation } = await readAttestation(mock, quote.protocol.v2.orderId)
      const chainId = attestation.destinationChainId
      const found = await Promise.all(
        pairs.map(async ([account, minimum]) => {
          const terms = { token: zeroAddress, minimum, maximum: 9n, recipient: receiver, deadline: 2 ** 40 }
          const termsSignature = await signRegisteredTerms({ chainId, receiver, attestation, terms, account })
          const input = encodeFunctionData({
            abi: registeredTermsReceiverAbi,
            functionName: 'fill',
            args: [
              toContractAttestation(attestation),
              signature,
              { ...terms, authorizedCall: '0x' },
              termsSignature,
              [],
              5n,
            ],
          })
          return findEvidence({ chainId, receiver, transaction: { to: receiver, input } })
        }),
      )
      const transaction = { from: nowhere, to, input: '0x', value: 0n } as const
      const chain: Partial<WatchChain> = { isRegistrar: async (account) => account === registrar.address }
      const evidence = await chooseEvidence(found.flat(), transaction, {
        fill: { solver: mock.solver },
        job: { chainId, receiver },
        solvers: [mock.solver],
        chain,
      } as unknown as JudgePaidFillParameters)
      return evidence?.terms?.minimum
    }

    it("default: chooses the terms of the receiver's registrar", async () => {
      expect(await choose(nowhere, [stranger, 1n], [registrar, 3n])).to.equal(3n)
      expect(await choose(nowhere, [registrar, 3n], [stranger, 1n])).to.equal(3n)
    })

    it('behavior: chooses other terms only if the receiver itself was called', async () => {
      expect(await choose(nowhere, [stranger, 1n])).to.equal(undefined)
      expect(await choose(receiver, [stranger, 1n])).to.equal(1n)
    })

    it('behavior: chooses none of several differing terms', async () => {
      expect(await choose(nowhere, [registrar, 1n], [registrar, 2n])).to.equal(undefined)
      expect(await choose(nowhere, [registrar, 2n], [registrar, 2n])).to.equal(2n)
    })
  })
})
