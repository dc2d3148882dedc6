import { concatHex, type Hex } from 'viem'
import { deterministicProxy } from '../base/deterministicProxy.js'
import { orUndefined } from '../contract/rpc/orUndefined.js'
import type { DeployChain } from './createChain.js'
import { DeploymentError } from './errors.js'
import type { DeploymentPlan } from './planDeployment.js'
import type { DeployStep } from './record.js'
import { hasProxy } from './runDeployment.js'

/** One step of a deployment. */
export type EstimatedStep = {
  step: DeployStep
  isDone: boolean
  /** The transaction's target and size. */
  to: Hex
  bytes: number
  /** The gas. Absent if the step is done, or if this node can't estimate it before the earlier steps. */
  gas?: bigint
}

/** Estimates a deployment without sending anything. Units: gas. @throws {@link DeploymentError} */
export async function estimateDeployment(chain: DeployChain, plan: DeploymentPlan): Promise<EstimatedStep[]> {
  const { client, reach, offer } = chain
  const { inbox, implementation, factory, receiver } = plan
  const codeOf = async (address: Hex) => (await reach(client.getCode({ address }))) !== undefined
  const proxyDone = await hasProxy(chain, plan)
  const hasInbox = !inbox || (await codeOf(inbox.address))
  const contracts = await Promise.all(
    [
      ...(inbox ? [{ step: 'inbox' as const, ...inbox }] : []),
      { step: 'implementation' as const, ...implementation },
      { step: 'factory' as const, ...factory },
    ].map(async ({ step, address, salt, initCode }) => {
      const isDone = await codeOf(address)
      const data = concatHex([salt, initCode])
      // Without the proxy, estimate a direct creation of the contract: the gas is almost the same.
      const call = proxyDone ? { to: deterministicProxy.address, data } : { data: initCode }
      // Until the code of inboxes exists, the implementation's constructor reverts, so its gas can't be estimated.
      const isUnknown = isDone || (step === 'implementation' && !hasInbox)
      const gas = isUnknown ? undefined : await offer(client.estimateGas(call))
      return describe(step, isDone, deterministicProxy.address, data, gas)
    }),
  )
  const receiverDone = await codeOf(receiver.address)
  const gas =
    receiverDone || !hasInbox
      ? undefined
      : await estimateReceiver(
          chain,
          plan,
          contracts.every(({ isDone }) => isDone),
        )
  return [
    ...(proxyDone ? [describe('installProxy', true, sender, transaction)] : await estimateProxy(chain)),
    ...contracts,
    describe('receiver', receiverDone, factory.address, receiver.data, gas),
  ]
}

const { sender, transaction, cost } = deterministicProxy

async function estimateProxy({ client, reach }: DeployChain): Promise<EstimatedStep[]> {
  const balance = await reach(client.getBalance({ address: sender }))
  const install = describe('installProxy', false, sender, transaction, 100_000n)
  return balance < cost ? [describe('fundProxyDeployer', false, sender, '0x', 21_000n), install] : [install]
}

function describe(step: DeployStep, isDone: boolean, to: Hex, data: Hex, gas?: bigint): EstimatedStep {
  return { step, isDone, to, bytes: data.length / 2 - 1, ...(gas !== undefined && { gas }) }
}

/**
 * Estimates the receiver's gas. Before the factory exists, this needs a node that supports state overrides; otherwise the result
 * is undefined.
 */
async function estimateReceiver(
  { client, offer }: DeployChain,
  { implementation, factory, receiver }: DeploymentPlan,
  isReady: boolean,
): Promise<bigint | undefined> {
  const call = { to: factory.address, data: receiver.data }
  if (isReady) return offer(client.estimateGas(call))
  const overrides = await Promise.all(
    [implementation, factory].map(async ({ address, initCode }) => {
      const { data: code } = await offer(client.call({ data: initCode }))
      return { address, code: code ?? '0x' }
    }),
  )
  return offer(client.estimateGas({ ...call, stateOverride: overrides })).catch(orUndefined(DeploymentError))
}
