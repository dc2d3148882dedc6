import { type Address, erc20Abi, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { prepareAuthorizedCall } from '../../src/contract/index.js'
import { createMulticall, createTokenMulticall } from '../../src/mock/solver/transactions.js'
import type { ServiceProfileChain } from '../../src/service/profile/types.js'
import type { ForkNode } from './connect.js'
import type { ForkContracts } from './deployContracts.js'
import { FailedStepError } from './errors.js'
import type { ForkRouter } from './findContracts.js'

/** Smallest unit. The amount is small because deposits stay in the depository. */
const amount = 1000n
/** Seconds. */
const lifetime = 3600

export type FlowParameters = {
  node: ForkNode
  chain: ServiceProfileChain
  depository: Address
  router: ForkRouter
  /** Zero for the native currency. */
  token: Address
  contracts: ForkContracts
}

export type Flow = Awaited<ReturnType<typeof prepareFlow>>

/** Prepares a call that pays the receiver, and the transaction in which the chain's router makes this call. */
export async function prepareFlow({ node, chain, depository, router, token, contracts }: FlowParameters) {
  const { client, account } = node
  const isNative = token === zeroAddress
  const deadline = Number((await client.getBlock()).timestamp) + lifetime
  const refundTo = privateKeyToAccount(generatePrivateKey()).address
  const { txs, callHash } = prepareAuthorizedCall({
    chainId: chain.id,
    receiver: contracts.receiver,
    router,
    payment: {
      originChainId: chain.id,
      originUser: zeroAddress,
      originCurrency: token,
      token,
      minimum: amount,
      recipient: contracts.recipient,
      refundTo,
      deadline,
    },
  })
  const calls = txs.map(({ to, data, value }) => ({
    target: to,
    allowFailure: false,
    value: BigInt(value),
    callData: data,
  }))
  const multicall = { router, calls, refundTo: account.address }
  // As in the service, the first call sends native currency from the router to itself.
  const toItself = { target: router.address, allowFailure: false, value: amount, callData: '0x' } as const
  const {
    to,
    data = '0x',
    value = 0n,
  } = isNative
    ? createMulticall({ ...multicall, calls: [toItself, ...calls] }, amount)
    : createTokenMulticall(multicall, { token, amount })
  const label = `${router.label}, ${isNative ? 'native' : 'ERC-20'}`
  return {
    ...contracts,
    node,
    chainName: chain.name,
    depository,
    router,
    token,
    amount,
    deadline,
    refundTo,
    txs,
    callHash,
    transaction: { to, data, value },
    /** Prints a step that met its expectation. @throws {@link FailedStepError} otherwise. */
    step: (name: string, isMet: boolean, found?: unknown) => {
      const suffix = found === undefined ? '' : `; found ${found}`
      if (!isMet) throw new FailedStepError(`FAIL  ${label}: ${name}${suffix}`)
      console.log(`ok    ${label}: ${name}`)
    },
    balanceOf: (holder: Address) =>
      isNative
        ? client.getBalance({ address: holder })
        : client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [holder] }),
  }
}
