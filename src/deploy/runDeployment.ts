import { type Address, concatHex, type Hash, type Hex, keccak256 } from 'viem'
import { deterministicProxy } from '../base/deterministicProxy.js'
import { sleep } from '../base/sleep.js'
import { throwRevert } from '../contract/throwRevert.js'
import type { DeployChain } from './createChain.js'
import { DeploymentError } from './errors.js'
import type { DeploymentPlan } from './planDeployment.js'
import { readOptions } from './readOptions.js'
import type { DeployStep, DeployTransaction } from './record.js'
import { confirmTransaction, type SignAndSendParameters, signAndSend, waitForPending } from './signAndSend.js'

export type RunDeploymentParameters = {
  chain: DeployChain
  plan: DeploymentPlan
  /** Called when a transaction is signed, and again when it is mined. */
  onTransaction?: ((transaction: DeployTransaction) => Promise<void>) | undefined
  /** Called when the node accepts a transaction. */
  onAccepted?: ((transaction: DeployTransaction) => void) | undefined
  /** Called for each step that is already done. */
  onFound?: ((step: DeployStep) => void) | undefined
  /** Stops between two transactions when aborted. */
  signal?: AbortSignal | undefined
  /** Milliseconds to wait for transactions of an earlier run. */
  pendingTimeoutMs?: number
}

/** Matches a node's message about a transaction that it already knows. */
const isKnown = /already known|already imported|known transaction|nonce too low/i

/** How many times to look for the code of a contract after its transaction was mined, since a node may lag. */
const lagTries = 20

/**
 * Deploys the parts of a plan that a chain lacks.
 *
 * Only the chain decides what is left to do. The next run continues an interrupted deployment, and sends nothing after a complete
 * one. A contract at an address of the deterministic proxy can only have the planned code.
 *
 * @throws {@link DeploymentError} if the chain does not permit it, {@link FillRevertedError} with the reason of the
 *   initialization, {@link ChainUnreachableError}.
 */
export async function runDeployment(parameters: RunDeploymentParameters): Promise<void> {
  const { chain, plan, onFound, signal } = readOptions(parameters, 'chain', 'plan')
  await waitForPending(parameters)
  await installProxy(parameters)
  const calls = [
    ...(plan.inbox ? [createBy('inbox', plan.inbox)] : []),
    createBy('implementation', plan.implementation),
    createBy('factory', plan.factory),
    { step: 'receiver', address: plan.receiver.address, to: plan.factory.address, data: plan.receiver.data },
  ] as const
  for (const { step, address, to, data } of calls) {
    signal?.throwIfAborted()
    if (await hasCode(chain, address)) onFound?.(step)
    else await sendCall(parameters, { step, address, to, data })
  }
}

type CreatingCall = { step: DeployStep; address: Address; to: Address; data: Hex }

function createBy(
  step: 'inbox' | 'implementation' | 'factory',
  { address, salt, initCode }: DeploymentPlan['factory'],
): CreatingCall {
  return { step, address, to: deterministicProxy.address, data: concatHex([salt, initCode]) }
}

/** Whether the deterministic proxy exists. @throws {@link DeploymentError} if its address has other code. */
export async function hasProxy({ id, client, reach }: DeployChain, plan: DeploymentPlan): Promise<boolean> {
  const code = await reach(client.getCode({ address: deterministicProxy.address }))
  if (code === undefined) return false
  if (code === deterministicProxy.runtimeCode) return true
  throw new DeploymentError(
    id,
    `other code than the deterministic proxy's is at ${deterministicProxy.address}.`,
    [plan.inbox ? noInboxes : 'The same address is not possible there: deploy with the Ignition module.'],
  )
}

/**
 * Installs the proxy on a chain that lacks it, with the transaction that is the same on every chain.
 *
 * The transaction is sent before its sender is funded. So if the chain rejects it, nothing was spent.
 */
async function installProxy(parameters: RunDeploymentParameters): Promise<void> {
  const { chain, plan, onFound } = parameters
  const { client, reach, id } = chain
  const { sender, address, cost } = deterministicProxy
  if (await hasProxy(chain, plan)) return onFound?.('installProxy')
  if ((await reach(client.getTransactionCount({ address: sender }))) > 0) {
    throw refuses(id, plan, 'its one transaction was used and failed.')
  }
  let outcome = await offer(chain)
  if (outcome.needsFunds) {
    const balance = await reach(client.getBalance({ address: sender }))
    if (balance < cost) await send(parameters, 'fundProxyDeployer', { to: sender, value: cost - balance })
    parameters.signal?.throwIfAborted()
    outcome = await offer(chain)
  }
  if (outcome.refusal !== undefined) throw refuses(id, plan, outcome.refusal)
  const hash = keccak256(deterministicProxy.transaction)
  await parameters.onTransaction?.({ step: 'installProxy', hash })
  parameters.onAccepted?.({ step: 'installProxy', hash })
  await confirm(parameters, 'installProxy', hash)
  await requireCode(parameters, 'installProxy', address)
}

type Offer = { needsFunds: boolean; refusal?: string }

async function offer({ client, offer }: DeployChain): Promise<Offer> {
  try {
    await offer(client.sendRawTransaction({ serializedTransaction: deterministicProxy.transaction }))
    return { needsFunds: false }
  } catch (error) {
    if (!(error instanceof DeploymentError)) throw error
    const message = error.shortMessage
    // An earlier run, or anyone else, may have sent the transaction.
    if (isKnown.test(message)) return { needsFunds: false }
    return { needsFunds: /fund|balance/i.test(message), refusal: message.replace(/^Chain \d+: /, '') }
  }
}

/** Inboxes can't be deployed in another way: the address of an inbox depends on the proxy and on Ethereum's CREATE2. */
const noInboxes = 'A chain without the proxy, or with another CREATE2, can have no inboxes.'

function refuses(chainId: number, plan: DeploymentPlan, reason: string): DeploymentError {
  return new DeploymentError(
    chainId,
    `the deterministic proxy ${deterministicProxy.address} is missing and can't be installed: ${reason}`,
    [
      "Many chains refuse transactions without a chain id. Ask the chain's operator to install the proxy,",
      plan.inbox
        ? `and deploy again. ${noInboxes}`
        : 'or deploy with the Ignition module, at another address.',
    ],
  )
}

async function hasCode({ client, reach }: DeployChain, address: Address): Promise<boolean> {
  return (await reach(client.getCode({ address }))) !== undefined
}

async function sendCall(
  parameters: RunDeploymentParameters,
  { step, address, to, data }: CreatingCall,
): Promise<void> {
  const { chain, plan } = parameters
  const { client } = chain
  await chain.offer(
    throwRevert(
      step === 'receiver' ? 'deployReceiver' : step,
      client.call({ account: plan.deployer, to, data }),
    ),
  )
  await send(parameters, step, { to, data }, address)
  await requireCode(parameters, step, address)
}

/** Sends one transaction and waits until it is mined. A failure is ignored if the expected contract exists. */
async function send(
  parameters: RunDeploymentParameters,
  step: DeployStep,
  transaction: SignAndSendParameters['transaction'],
  expected?: Address,
): Promise<void> {
  const { chain, onTransaction, onAccepted } = parameters
  const hash = await signAndSend({
    chain,
    step,
    transaction,
    onSigned: async (hash) => onTransaction?.({ step, hash }),
    onAccepted: (hash) => onAccepted?.({ step, hash }),
  })
  await confirm(parameters, step, hash, expected)
}

async function confirm(
  { chain, onTransaction }: RunDeploymentParameters,
  step: DeployStep,
  hash: Hash,
  expected?: Address,
): Promise<void> {
  const isDone = async () => expected !== undefined && (await hasCode(chain, expected))
  const receipt = await confirmTransaction(chain, step, hash, isDone)
  await onTransaction?.({
    step,
    hash: receipt.transactionHash,
    block: String(receipt.blockNumber),
    gasUsed: String(receipt.gasUsed),
  })
}

async function requireCode(
  { chain, plan }: RunDeploymentParameters,
  step: DeployStep,
  address: Address,
): Promise<void> {
  for (let tries = 0; tries < lagTries; tries++) {
    if (await hasCode(chain, address)) return
    await sleep(chain.client.pollingInterval)
  }
  throw new DeploymentError(chain.id, `the step ${step} was mined, but there is no code at ${address}.`, [
    'The chain computes addresses in another way than Ethereum.',
    plan.inbox ? noInboxes : 'Deploy with the Ignition module.',
  ])
}
