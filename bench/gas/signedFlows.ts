// A receiver of signed orders, as the public service needs it, and the calls that it takes.
import { encodeFunctionData, padHex, zeroAddress } from 'viem'
import { proveSignedOrder, signOrder } from '../../src/index.js'
import type { Payment } from '../../src/protocol/payment/payment.js'
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
  const receiver = { ...chain, receiver: address }
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

/** The payment of a signed order, which names no user. */
function makeSigned(contract: Chain, salt: number, asset: Flow['asset']): Payment {
  return makePayment(contract, salt, {
    token: tokenOf(contract, asset),
    refundTo: contract.user,
    originUser: padHex(zeroAddress, { size: 32 }),
  })
}

/** The authorization of a signed order, and its payment. */
export const signedFlows: Flow<SignedReceiver>[] = assets.flatMap((asset): Flow<SignedReceiver>[] => [
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
])
