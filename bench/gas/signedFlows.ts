// A receiver of signed orders, as the public service needs it, and the calls that it takes.
import { encodeFunctionData, multicall3Abi, padHex, zeroAddress } from 'viem'
import { proveSignedOrder, signOrder } from '../../src/index.js'
import type { Payment } from '../../src/protocol/payment/payment.js'
import { readMulticall3 } from '../../test/support/multicall3.js'
import { makeConfig } from './deployReceiver.js'
import { assets, type Flow, nativeValue, tokenOf } from './flows.js'
import {
  authorizing,
  makeEvidence,
  makePayment,
  originChainId,
  originChainName,
  solver,
} from './makeEvidence.js'
import { type Chain, startChain } from './startChain.js'
import { unlock } from './unlock.js'

type SignedReceiver = Awaited<ReturnType<typeof deploySignedReceiver>>

/** Starts a chain with a receiver of signed orders. */
export async function deploySignedReceiver() {
  const chain = await startChain()
  const { address, abi, write } = await chain.viem.deployContract('SignedOrderReceiver')
  await unlock(chain, address)
  const origin = { name: originChainName, chainId: BigInt(originChainId), isEvm: true }
  await write.initialize([makeConfig(chain), [origin]])
  await chain.approve(address)
  const batcher = await deployMulticall3(chain)
  const receiver = { ...chain, receiver: address, batcher }
  return {
    ...receiver,
    async encodeAuthorize(salt: number, payment: Payment) {
      const { orderData } = await makeEvidence(receiver, salt, authorizing(receiver, payment))
      const signature = await signOrder({ orderData, account: solver })
      const args = [proveSignedOrder(orderData), signature, []] as const
      return encodeFunctionData({ abi, functionName: 'authorizeFill', args })
    },
    encodePay: (payment: Payment) =>
      encodeFunctionData({ abi, functionName: 'payAuthorized', args: [payment] }),
  }
}

export async function deployMulticall3({ viem, publicClient }: Chain) {
  const [deployer] = await viem.getWalletClients()
  const hash = await deployer!.deployContract(await readMulticall3())
  return (await publicClient.getTransactionReceipt({ hash })).contractAddress!
}

/** The payment of a signed order, which names no user. */
function makeSigned(contract: Chain, salt: number, asset: Flow['asset']): Payment {
  return makePayment(contract, salt, {
    token: tokenOf(contract, asset),
    refundTo: contract.user,
    originUser: padHex(zeroAddress, { size: 32 }),
  })
}

/** Many authorizations in one transaction. The first of two such batches warms up no more than the batcher. */
const batchFlows = [2, 5, 10, 25].map(
  (count): Flow<SignedReceiver> => ({
    name: 'authorizeFill',
    detail: 'signed order',
    count,
    asset: 'native',
    baseline: null,
    async prepare(contract, salt) {
      const calls = []
      for (let index = 1; index <= count; index++) {
        const own = 1000 * salt + index
        const callData = await contract.encodeAuthorize(own, makeSigned(contract, own, 'native'))
        calls.push({ target: contract.receiver, allowFailure: true, callData })
      }
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      return { to: contract.batcher, data, value: 0n }
    },
  }),
)

/** The authorization of a signed order, and its payment; then many. */
export const signedFlows: Flow<SignedReceiver>[] = [
  ...assets.flatMap((asset): Flow<SignedReceiver>[] => [
    {
      name: 'authorizeFill',
      detail: 'signed order',
      asset,
      baseline: null,
      prepare: async (contract, salt) => ({
        to: contract.receiver,
        data: await contract.encodeAuthorize(salt, makeSigned(contract, salt, asset)),
        value: 0n,
      }),
    },
    {
      name: 'payAuthorized',
      detail: 'signed order',
      asset,
      baseline: { paid: 'recipient', marked: true },
      async prepare(contract, salt) {
        const payment = makeSigned(contract, salt, asset)
        await contract.send(contract.receiver, await contract.encodeAuthorize(salt, payment))
        return { to: contract.receiver, data: contract.encodePay(payment), value: nativeValue(asset) }
      },
    },
  ]),
  ...batchFlows,
]
