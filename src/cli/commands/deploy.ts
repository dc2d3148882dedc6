import { estimateDeployment } from '../../deploy/estimateDeployment.js'
import { findPending } from '../../deploy/findPending.js'
import { compareReceiver, fetchChains, type Service } from '../deploy/compareReceiver.js'
import { deployReceiver } from '../deploy/deployReceiver.js'
import { describeComparison, describeDeployment, describeDryRun } from '../deploy/describe.js'
import { type DeployOptions, keyVariable, readDeployer, requireDeployer } from '../deploy/readOptions.js'
import type { DryRun } from '../deploy/results.js'
import { type DeployTarget, readTargets } from '../deploy/target.js'
import { UsageError } from '../errors.js'
import { type GlobalOptions, readUrlOption } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { readVersion } from '../readVersion.js'
import { requireNode } from '../requireNode.js'

export type DeployCommandOptions = GlobalOptions & DeployOptions

/**
 * Deploys a receiver on each chain, estimates the deployment, or compares a receiver; returns the exit status.
 *
 * @param signal - Ends the deployment between two transactions.
 */
export async function deploy(options: DeployCommandOptions, signal: AbortSignal): Promise<number> {
  requireNode('deploy')
  const profile = await readProfile(options.profile)
  const deployer = readDeployer(options)
  const explorer = readExplorer(options)
  if (options.check) {
    const service = readService(options, profile)
    const targets = await readTargets(options, deployer, profile)
    const chains = service && (await fetchChains(service))
    const listing = chains && { chains, profile }
    const comparisons = await Promise.all(targets.map((target) => compareReceiver(target, listing)))
    if (options.json) printJson({ same: comparisons.every(({ same }) => same), comparisons })
    else for (const comparison of comparisons) print(describeComparison(comparison))
    return comparisons.every(({ same }) => same) ? 0 : 1
  }

  const targets = await readTargets(options, requireDeployer(deployer), profile)
  for (const target of targets) warnOfEmptyLists(target)
  if (options.dryRun) {
    const runs = await Promise.all(targets.map(describeTarget))
    if (options.json) printJson({ dryRuns: runs })
    else for (const run of runs) print(describeDryRun(run))
    return 0
  }
  const deployments = []
  try {
    for (const target of targets) {
      deployments.push(await deployReceiver(target, { version: readVersion(), explorer, signal }))
    }
  } catch (error) {
    if (!signal.aborted) throw error
    warn('Interrupted. Run the same command again to continue.')
    return 130
  }
  if (options.json) printJson({ deployments })
  else for (const deployment of deployments) print(describeDeployment(deployment))
  return 0
}

async function describeTarget({ chain, wanted, policy, plan }: DeployTarget): Promise<DryRun> {
  const pending = await findPending(chain, plan.receiver.address, policy)
  const { implementation, factory, receiver, deployer } = plan
  return {
    chainId: chain.id,
    chainName: wanted.config.chainName,
    deployer,
    receiver: receiver.address,
    implementation: implementation.address,
    factory: factory.address,
    initCodeHashes: {
      implementation: implementation.initCodeHash,
      factory: factory.initCodeHash,
      receiver: receiver.initCodeHash,
    },
    initialization: receiver.initialization,
    steps: await estimateDeployment(chain, plan),
    ...(pending.length > 0 && { pending }),
  }
}

/** Such a contract accepts nothing until its admin sets more. */
function warnOfEmptyLists({ chain, wanted: { kind }, policy }: DeployTarget): void {
  const { solvers, routes, recipients, recipientRoot, chainNames, paidRecipients, roles } = policy
  const needed = {
    solvers,
    ...(kind === 'paymentGuard'
      ? { recipients: paidRecipients }
      : { routes, recipients: recipientRoot ? [recipientRoot] : recipients }),
    ...(kind === 'signedOrderReceiver' && { chainNames }),
    ...(kind === 'registeredFillReceiver' && { registrars: roles.registrar ?? [] }),
  }
  const refused = kind === 'paymentGuard' ? 'payment' : 'fill'
  for (const [name, list] of Object.entries(needed)) {
    if (list.length === 0) warn(`warning: chain ${chain.id}: no ${name}, so every ${refused} is refused.`)
  }
}

/** The service that --url or --profile names. */
function readService(
  { url, profileGiven }: DeployCommandOptions,
  profile: Service['profile'],
): Service | undefined {
  if (url !== undefined) return { profile, url: readUrlOption('--url', url) }
  if (!profileGiven || profile.baseUrl === undefined) return undefined
  return { profile, url: readUrlOption('baseUrl of the profile', profile.baseUrl) }
}

function readExplorer({ verify, verifyKeyEnv = 'ETHERSCAN_API_KEY' }: DeployCommandOptions) {
  if (verify === undefined) return undefined
  if (verifyKeyEnv === keyVariable) throw new UsageError("--verify-key-env must not name the deployer's key.")
  const apiKey = process.env[verifyKeyEnv]
  if (!apiKey) {
    warn(`warning: ${printable(verifyKeyEnv)} is not set, so the explorer is asked without a key.`)
    return { url: readUrlOption('--verify', verify), apiKey: undefined }
  }
  return { url: readUrlOption('--verify', verify), apiKey }
}
