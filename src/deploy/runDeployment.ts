import { type Address, concatHex, formatEther, type Hash, type Hex, keccak256 } from 'viem'
import { sleep } from '../base/sleep.js'
import { throwRevert } from '../contract/throwRevert.js'
import type { DeployChain } from './createChain.js'
import { deterministicProxy } from './deterministicProxy.js'
import { DeploymentError } from './errors.js'
import type { DeploymentPlan } from './planDeployment.js'
import type { DeployStep, DeployTransaction } from './record.js'

export type RunDeploymentParameters = {
  chain: DeployChain
  plan: DeploymentPlan
  /** Called when a transaction is sent, and again when it is mined. */
  onTransaction: (transaction: DeployTransaction) => Promise<void>
  /** Called for each step that is already done. */
  onFound: (step: DeployStep) => void
  /** Ends between two transactions. */
  signal?: AbortSignal | undefined
  /** Milliseconds to wait for transactions of an earlier run. */
  pendingTimeoutMs?: number
}

/** Messages of nodes about a transaction that they know. */
const isKnown = /already known|already imported|known transaction|nonce too low/i

/** Polls until a node must show what it has mined. */
const lagTries = 20

/**
 * Deploys what a chain lacks of a plan.
 *
 * - Rule: the chain is the only state. The next run continues an interrupted one, and after a complete one it sends
 *   nothing. The deterministic proxy's addresses can have only the planned code.
 *
 * @throws {@link DeploymentError} where the chain does not permit it, {@link FillRevertedError} with the reason of the
 * initialization, {@link ChainUnreachableError}.
 */
export async function runDeployment(parameters: RunDeploymentParameters): Promise<void> {
  const { chain, plan, onFound, signal } = parameters
  await waitForPending(parameters)
  await installProxy(parameters)
  const calls = [
    createBy('implementation', plan.implementation),
    createBy('factory', plan.factory),
    { step: 'receiver', address: plan.receiver.address, to: plan.factory.address, data: plan.receiver.data },
  ] as const
  for (const { step, address, to, data } of calls) {
    signal?.throwIfAborted()
    if (await hasCode(chain, address)) onFound(step)
    else await sendCall(parameters, { step, address, to, data })
  }
}

function createBy(
  step: 'implementation' | 'factory',
  { address, salt, initCode }: DeploymentPlan['factory'],
): { step: DeployStep; address: Address; to: Address; data: Hex } {
  return { step, address, to: deterministicProxy.address, data: concatHex([salt, initCode]) }
}

/** Whether the deterministic proxy exists. @throws {@link DeploymentError} when its address has other code. */
export async function hasProxy({ id, client, reach }: DeployChain): Promise<boolean> {
  const code = await reach(client.getCode({ address: deterministicProxy.address }))
  if (code === undefined) return false
  if (code === deterministicProxy.runtimeCode) return true
  throw new DeploymentError(
    id,
    `other code than the deterministic proxy's is at ${deterministicProxy.address}.`,
    ['The same address is not possible there: deploy with the Ignition module.'],
  )
}

/** Waits for transactions of an earlier run, so that they are not sent twice. */
async function waitForPending({ chain, plan, pendingTimeoutMs = 300_000, signal }: RunDeploymentParameters) {
  const { client, reach, id } = chain
  const count = (blockTag: 'latest' | 'pending') =>
    reach(client.getTransactionCount({ address: plan.deployer, blockTag }))
  const end = Date.now() + pendingTimeoutMs
  while ((await count('pending')) > (await count('latest'))) {
    signal?.throwIfAborted()
    if (Date.now() > end) {
      throw new DeploymentError(id, `transactions of ${plan.deployer} are pending.`, [
        'Wait until they are mined, or replace them, and run the command again.',
      ])
    }
    await sleep(Math.min(client.pollingInterval, pendingTimeoutMs))
  }
}

/**
 * Installs the proxy on a chain that lacks it, with its well-known transaction.
 *
 * - Rule: the transaction is sent before its sender is funded, so a chain that refuses it costs nothing.
 */
async function installProxy(parameters: RunDeploymentParameters): Promise<void> {
  const { chain, onFound } = parameters
  const { client, reach, id } = chain
  const { sender, address, cost } = deterministicProxy
  if (await hasProxy(chain)) return onFound('installProxy')
  if ((await reach(client.getTransactionCount({ address: sender }))) > 0) {
    throw refuses(id, 'its one transaction was used and failed.')
  }
  let outcome = await offer(chain)
  if (outcome.needsFunds) {
    const balance = await reach(client.getBalance({ address: sender }))
    if (balance < cost) await send(parameters, 'fundProxyDeployer', { to: sender, value: cost - balance })
    parameters.signal?.throwIfAborted()
    outcome = await offer(chain)
  }
  if (outcome.refusal !== undefined) throw refuses(id, outcome.refusal)
  const hash = keccak256(deterministicProxy.transaction)
  await parameters.onTransaction({ step: 'installProxy', hash })
  await confirm(parameters, 'installProxy', hash)
  await requireCode(chain, 'installProxy', address)
}

type Offer = { needsFunds: boolean; refusal?: string }

async function offer({ client, reach }: DeployChain): Promise<Offer> {
  try {
    await reach(client.sendRawTransaction({ serializedTransaction: deterministicProxy.transaction }))
    return { needsFunds: false }
  } catch (error) {
    if (!(error instanceof DeploymentError)) throw error
    const message = error.shortMessage
    // An earlier run may have sent it, or someone else.
    if (isKnown.test(message)) return { needsFunds: false }
    return { needsFunds: /fund|balance/i.test(message), refusal: message.replace(/^Chain \d+: /, '') }
  }
}

function refuses(chainId: number, reason: string): DeploymentError {
  return new DeploymentError(
    chainId,
    `the deterministic proxy ${deterministicProxy.address} is missing and can't be installed: ${reason}`,
    [
      "Many chains refuse transactions without a chain id. Ask the chain's operator to install the proxy,",
      'or deploy with the Ignition module, at another address.',
    ],
  )
}

async function hasCode({ client, reach }: DeployChain, address: Address): Promise<boolean> {
  return (await reach(client.getCode({ address }))) !== undefined
}

async function sendCall(
  parameters: RunDeploymentParameters,
  { step, address, to, data }: { step: DeployStep; address: Address; to: Address; data: Hex },
): Promise<void> {
  const { chain, plan } = parameters
  const { client, reach } = chain
  await reach(
    throwRevert(
      step === 'receiver' ? 'deployReceiver' : step,
      client.call({ account: plan.deployer, to, data }),
    ),
  )
  await send(parameters, step, { to, data }, address)
  await requireCode(chain, step, address)
}

/** Sends one transaction and waits for it. A failure does not matter if the expected contract exists. */
async function send(
  parameters: RunDeploymentParameters,
  step: DeployStep,
  transaction: Transaction,
  expected?: Address,
): Promise<void> {
  const { chain, onTransaction } = parameters
  const hash = await submit(chain, transaction, (hash) => onTransaction({ step, hash })).catch(
    async (error: unknown) => {
      if (!(error instanceof DeploymentError) || !/fund|balance/i.test(error.shortMessage)) throw error
      throw await explainMissingFunds(chain, step)
    },
  )
  await confirm(parameters, step, hash, expected)
}

type Transaction = { to: Address; data?: Hex; value?: bigint }

/** The hash of a locally signed transaction is recorded before it is sent. */
async function submit(
  { client, reach }: DeployChain,
  transaction: Transaction,
  onHash: (hash: Hash) => Promise<void>,
): Promise<Hash> {
  const { account } = client
  if (account.type !== 'local') {
    const sent = await reach(client.sendTransaction(transaction))
    await onHash(sent)
    return sent
  }
  const request = await reach(client.prepareTransactionRequest(transaction))
  const serializedTransaction = await account.signTransaction(
    request as Parameters<typeof account.signTransaction>[0],
  )
  const hash = keccak256(serializedTransaction)
  await onHash(hash)
  await reach(client.sendRawTransaction({ serializedTransaction }))
  return hash
}

async function explainMissingFunds(
  { id, client, reach }: DeployChain,
  step: DeployStep,
): Promise<DeploymentError> {
  const { address } = client.account
  const balance = formatEther(await reach(client.getBalance({ address })))
  return new DeploymentError(
    id,
    `${address} can't pay for the step ${step}: it has ${balance} of the native currency.`,
    ['Fund it and run the command again to continue.'],
  )
}

async function confirm(
  { chain, onTransaction }: RunDeploymentParameters,
  step: DeployStep,
  hash: Hash,
  expected?: Address,
): Promise<void> {
  const { client, reach, id } = chain
  const receipt = await reach(client.waitForTransactionReceipt({ hash, timeout: 600_000 }))
  if (receipt.status === 'reverted' && !(expected && (await hasCode(chain, expected)))) {
    throw new DeploymentError(id, `the transaction ${hash} of the step ${step} reverted.`, [
      'Look at it in an explorer, and run the command again.',
    ])
  }
  await onTransaction({
    step,
    hash: receipt.transactionHash,
    block: String(receipt.blockNumber),
    gasUsed: String(receipt.gasUsed),
  })
}

async function requireCode(chain: DeployChain, step: DeployStep, address: Address): Promise<void> {
  for (let tries = 0; tries < lagTries; tries++) {
    if (await hasCode(chain, address)) return
    await sleep(chain.client.pollingInterval)
  }
  throw new DeploymentError(chain.id, `the step ${step} was mined, but there is no code at ${address}.`, [
    'The chain computes addresses in another way than Ethereum: deploy with the Ignition module.',
  ])
}
