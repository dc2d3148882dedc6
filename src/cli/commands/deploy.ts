import type { Account, Address } from 'viem'
import { estimateDeployment } from '../../deploy/estimateDeployment.js'
import { findPending } from '../../deploy/findPending.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { keyVariable, readAccount } from '../account/readAccount.js'
import { createRetirementLog } from '../createRetirementLog.js'
import { applyChanges } from '../deploy/applyChanges.js'
import { compareReceiver, fetchListing, type Service } from '../deploy/compareReceiver.js'
import { deployReceiver } from '../deploy/deployReceiver.js'
import { describeComparison, describeDeployment, describeDryRun } from '../deploy/describe.js'
import { type DeployOptions, requireDeployer } from '../deploy/readOptions.js'
import type { DryRun } from '../deploy/results.js'
import { createReview, estimateCost } from '../deploy/review.js'
import { type DeployTarget, readTargets } from '../deploy/target.js'
import { warnOfLists } from '../deploy/warnOfLists.js'
import { UsageError } from '../errors.js'
import { type GlobalOptions, readUrlOption } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { readVersion } from '../readVersion.js'

export type DeployCommandOptions = GlobalOptions & DeployOptions

/**
 * Deploys a receiver on each chain, estimates the deployment, or compares a receiver. Returns the exit status.
 *
 * @param signal - Stops the deployment between two transactions.
 */
export async function deploy(options: DeployCommandOptions, signal: AbortSignal): Promise<number> {
  const profile = await readProfile(options.profile)
  const deployer = await readAccount(options)
  if (options.check) return check(options, deployer, profile)
  const explorer = readExplorer(options)
  const isSending = options.apply === undefined || options.apply === 'send'
  const targets = await readTargets(options, isSending ? requireDeployer(deployer) : deployer, profile)
  for (const target of targets) warnOfLists(target)
  if (options.apply === undefined) for (const target of targets) warnOfKeys(target)
  if (options.dryRun) {
    const runs = await Promise.all(targets.map(describeTarget))
    if (options.json) printJson({ dryRuns: runs })
    else for (const run of runs) print(describeDryRun(run))
    return 0
  }
  try {
    if (options.apply) return await applyChanges(targets, { form: options.apply, json: options.json, signal })
    const service = options.url === undefined ? undefined : readService(options, profile)
    const log = createRetirementLog()
    const listing = service && (await fetchListing(service, log))
    const deployments = []
    for (const target of targets) {
      deployments.push(
        await deployReceiver(target, { version: readVersion(), explorer, service: listing, signal }),
      )
    }
    if (options.json) printJson({ deployments, ...log.announced() })
    else for (const deployment of deployments) print(describeDeployment(deployment))
    return 0
  } catch (error) {
    if (!signal.aborted) throw error
    warn('Interrupted. Run the same command again to continue.')
    return 130
  }
}

async function check(
  options: DeployCommandOptions,
  deployer: Account | Address | undefined,
  profile: ServiceProfile,
): Promise<number> {
  const service = readService(options, profile)
  const targets = await readTargets(options, deployer, profile)
  const log = createRetirementLog()
  const listing = service && (await fetchListing(service, log))
  const comparisons = await Promise.all(
    targets.map((target) => compareReceiver(target, listing, (policy) => warnOfLists({ ...target, policy }))),
  )
  const same = comparisons.every((comparison) => comparison.same)
  if (options.json) printJson({ same, comparisons, ...log.announced() })
  else for (const comparison of comparisons) print(describeComparison(comparison))
  return same ? 0 : 1
}

async function describeTarget(target: DeployTarget): Promise<DryRun> {
  const { chain, wanted, policy, plan } = target
  const pending = await findPending(chain, plan.receiver.address, policy)
  const { implementation, factory, receiver, deployer } = plan
  const steps = await estimateDeployment(chain, plan)
  const isThere = steps.some(({ step, isDone }) => step === 'receiver' && isDone)
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
    review: await createReview(target),
    steps,
    cost: await estimateCost(chain, steps),
    ...(isThere && target.record && { comparison: await compareReceiver(target, undefined) }),
    ...(pending.length > 0 && { pending }),
  }
}

/** Warns if one account has several roles: a stolen key gives the thief all of them. */
function warnOfKeys({ chain, wanted, policy }: DeployTarget): void {
  const { admin, guardian, rescuer } = wanted.config
  const holders = {
    admin: [admin],
    guardian: [guardian],
    rescuer: [rescuer],
    registrar: policy.roles.registrar ?? [],
  }
  for (const account of new Set(Object.values(holders).flat())) {
    const roles = Object.entries(holders).flatMap(([role, accounts]) =>
      accounts.includes(account) ? [role] : [],
    )
    if (roles.length > 1)
      warn(
        `warning: chain ${chain.id}: ${account} is ${roles.join(' and ')}: one key holds all of these roles.`,
      )
  }
}

function readService(
  { url, profileGiven }: DeployCommandOptions,
  profile: ServiceProfile,
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
    warn(`warning: ${printable(verifyKeyEnv)} is not set, so requests to the explorer have no key.`)
    return { url: readUrlOption('--verify', verify), apiKey: undefined }
  }
  return { url: readUrlOption('--verify', verify), apiKey }
}
