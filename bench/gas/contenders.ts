// The receivers that are compared: ours, and what a contract developer would otherwise write.
import { type Address, encodeFunctionData, type Hex, padHex, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../src/abi/fillReceiver.js'
import type { Payment } from '../../src/payment/payment.js'
import { chainName, type Evidence, originChainId, solver } from './makeEvidence.js'
import { type Chain, startChain } from './startChain.js'
import { unlock } from './unlock.js'

export const contenders = ['fillproof', 'OpenZeppelin', 'Solady'] as const
export type Contender = (typeof contenders)[number]
export type Contest = Awaited<ReturnType<typeof deployContender>>

/** Starts a chain with one receiver, and with the calls that it takes. */
export async function deployContender(contender: Contender) {
  const chain = await startChain()
  const config = makeConfig(chain)
  if (contender === 'fillproof') {
    const { address, abi, write } = await chain.viem.deployContract('FillReceiver')
    await unlock(chain, address)
    // Not the deployer, whose next contract then has the same address for every contender.
    await write.initialize([config], { account: chain.payer })
    await chain.approve(address)
    return {
      ...chain,
      contender,
      receiver: address,
      abi,
      encodeFill: ({ a, signature, proof }: Evidence, amount: bigint) =>
        encodeFunctionData({ abi, functionName: 'fill', args: [a, signature, proof, [], amount] }),
      encodeAuthorize: ({ a, signature, proof }: Evidence) =>
        encodeFunctionData({ abi, functionName: 'authorizeFill', args: [a, signature, proof, []] }),
      encodePay,
    }
  }
  const { address, abi } = await chain.viem.deployContract(`${contender}Receiver`, [config])
  await chain.approve(address)
  return {
    ...chain,
    contender,
    receiver: address,
    abi,
    encodeFill: ({ a, signature, order }: Evidence, amount: bigint) =>
      encodeFunctionData({ abi, functionName: 'fill', args: [a, signature, order, amount] }),
    encodeAuthorize: ({ a, signature, order }: Evidence) =>
      encodeFunctionData({ abi, functionName: 'authorizeFill', args: [a, signature, order] }),
    encodePay,
  }
}

/** The same in every contender, since orders contain it. */
function encodePay(payment: Payment): Hex {
  return encodeFunctionData({ abi: fillReceiverAbi, functionName: 'payAuthorized', args: [payment] })
}

function makeConfig({ admin, recipient, router }: Chain) {
  const native = padHex(zeroAddress, { size: 32 })
  return {
    admin,
    chainName,
    solvers: [{ solver: solver.address as Address, start: 0, stop: 0 }],
    routes: [{ chainId: BigInt(originChainId), currency: native, min: 1n, max: 10n ** 30n }],
    recipients: [{ recipient, hook: false }],
    routers: [router],
    reserved: [],
  }
}
