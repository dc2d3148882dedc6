import {
  type Address,
  erc20Abi,
  formatEther,
  formatGwei,
  formatUnits,
  type Hex,
  maxUint128,
  zeroAddress,
} from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { deterministicProxy } from '../../base/deterministicProxy.js'
import { formatCount } from '../../base/formatCount.js'
import { describeWindow } from '../../deploy/compare/comparePolicy.js'
import type { PolicyFields } from '../../deploy/config/kindConfigs.js'
import type { DeployConfig } from '../../deploy/config/readDeployConfig.js'
import type { DeployChain } from '../../deploy/createChain.js'
import type { EstimatedStep } from '../../deploy/estimateDeployment.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { printable } from '../output.js'
import type { DeployTarget } from './target.js'

type Sourced<value> = value & { fromProfile: boolean }

/** The initialization of a receiver or a guard, for review. Lists that the kind does not have are empty. */
export type DeployReview = Omit<PolicyFields, 'tokens' | 'routers' | 'reserved' | 'depository'> & {
  /** The tokens, with symbol and decimals if the token contract answers. */
  tokens: (PolicyFields['tokens'][number] & Partial<Unit>)[]
  kind: DeployConfig['kind']
  admin: Address
  guardian: Address
  rescuer: Address
  chainName: Sourced<{ name: string }>
  depository: Sourced<{ address: Address }> | undefined
  registrars: readonly Address[]
  routers: Sourced<{ address: Address }>[]
  reserved: Sourced<{ address: Address; isGuard: boolean }>[]
}

/** The deployer's cost. Units: gas, and wei. */
export type DeployCost = {
  gas: bigint
  gasPrice: bigint
  /** `gas` times `gasPrice`, plus `proxyFunds`. */
  total: bigint
  /** The most wei that the deployment sends to the account that deploys the deterministic proxy. */
  proxyFunds: bigint
  /** Whether the node could estimate every step. */
  isComplete: boolean
}

/** Collects the configured values, and marks those that come from the profile. */
export async function createReview(
  parameters: Pick<DeployTarget, 'chain' | 'wanted' | 'policy'>,
): Promise<DeployReview> {
  const { chain, wanted, policy } = parameters
  const { solvers, routes, tokens, recipients, chainNames, paidRecipients, recipientRoot, depository } =
    policy
  const { fromProfile, guard } = wanted
  const units = await readUnits(
    chain,
    tokens.map(({ token }) => token),
  )
  const mark = (field: 'depository' | 'routers' | 'reserved', address: Address) => ({
    address,
    fromProfile: fromProfile[field].includes(address),
  })
  return {
    kind: wanted.kind,
    admin: policy.admin,
    guardian: wanted.config.guardian,
    rescuer: wanted.config.rescuer,
    chainName: { name: policy.chainName, fromProfile: fromProfile.chainName.length > 0 },
    ...{ solvers, routes, recipients, chainNames, paidRecipients },
    tokens: tokens.map((entry) => ({ ...entry, ...units.get(entry.token) })),
    recipientRoot,
    depository: depository && mark('depository', depository),
    registrars: policy.roles.registrar ?? [],
    routers: policy.routers.map((address) => mark('routers', address)),
    reserved: policy.reserved.map((address) => ({
      ...mark('reserved', address),
      isGuard: address === guard,
    })),
  }
}

/** Reads the gas price, and adds up the cost of the missing steps. */
export async function estimateCost(
  { client, reach }: DeployChain,
  steps: readonly EstimatedStep[],
): Promise<DeployCost> {
  const gasPrice = await reach(client.getGasPrice())
  // The proxy's deployer pays for `installProxy`.
  const missing = steps.filter(({ step, isDone }) => !isDone && step !== 'installProxy')
  const gas = missing.reduce((total, step) => total + (step.gas ?? 0n), 0n)
  const proxyFunds = missing.some(({ step }) => step === 'fundProxyDeployer') ? deterministicProxy.cost : 0n
  const isComplete = missing.every((step) => step.gas !== undefined)
  return { gas, gasPrice, proxyFunds, total: gas * gasPrice + proxyFunds, isComplete }
}

/** Formats a review for people, one row for each entry. */
export function describeReview(review: DeployReview, now = Date.now() / 1000): string {
  const { chainName, recipientRoot, depository } = review
  const ofProfile = (fromProfile: boolean) => (fromProfile ? ', from the profile' : '')
  const rows: Record<Exclude<keyof DeployReview, 'kind'>, string[][]> = {
    admin: [['administrator', review.admin]],
    guardian: [['guardian', review.guardian]],
    rescuer: [['rescuer', review.rescuer]],
    chainName: [["this chain's name", `${printable(chainName.name)}${ofProfile(chainName.fromProfile)}`]],
    solvers: review.solvers.map((entry) => ['solver', `${entry.solver}, ${describeWindow(entry)}`]),
    routes: review.routes.map(({ chainId, currency, min, max }) => [
      'route',
      `from chain ${chainId}, ${describeCurrency(currency)}, ${describeRange(min, max)} of its smallest unit`,
    ]),
    tokens: review.tokens.map((entry) => [
      'token',
      `${describeCurrency(entry.token)}, ${describeTokenRange(entry)}`,
    ]),
    recipients: review.recipients.map(({ recipient, hook }) => [
      'recipient',
      `${recipient}${hook ? ', with its hook' : ''}`,
    ]),
    recipientRoot: recipientRoot ? [['recipient root', recipientRoot]] : [],
    depository: depository
      ? [['depository', `${depository.address}${ofProfile(depository.fromProfile)}`]]
      : [],
    chainNames: review.chainNames.map(({ name, chainId, isEvm }) => [
      'chain name',
      `${printable(name)} is ${chainId}${isEvm ? '' : ', not of the EVM'}`,
    ]),
    paidRecipients: review.paidRecipients.map(({ chainId, recipient }) => [
      'recipient',
      `${recipient} on chain ${chainId}`,
    ]),
    registrars: review.registrars.map((registrar) => ['registrar', registrar]),
    routers: review.routers.map(({ address, fromProfile }) => [
      'router',
      `${address}${ofProfile(fromProfile)}`,
    ]),
    reserved: review.reserved.map(({ address, fromProfile, isGuard }) => [
      'reserved',
      `${address}${isGuard ? ', the guard' : ''}${ofProfile(fromProfile)}`,
    ]),
  }
  const table = formatTable(['kind', review.kind], Object.values(rows).flat())
  const isOpen = review.solvers.some(({ start, stop }) => start <= now && (stop === 0 || now < stop))
  const warning = isOpen ? [] : [colors.yellow('No solver is accepted now.')]
  return [table, ...warning].join('\n')
}

function describeCurrency(currency: Hex): string {
  return BigInt(currency) === 0n ? 'the native currency' : currency.replace(/^0x0{24}(?=[0-9a-f]{40}$)/, '0x')
}

function describeRange(min: bigint, max: bigint): string {
  return `${formatCount(min)} to ${formatCount(max)}`
}

/** Formats a token's range. Trust: symbol and decimals are the token contract's own claim. */
function describeTokenRange({ token, min, max, symbol, decimals }: DeployReview['tokens'][number]): string {
  const range = describeRange(min, max)
  const unit = token === zeroAddress ? { name: 'whole units', decimals: 18 } : { name: symbol, decimals }
  if (unit.decimals === undefined) return `${range} of its smallest unit`
  const small = token === zeroAddress ? 'wei' : 'of its smallest unit'
  if (max === maxUint128) return `${range} ${small}`
  const [least, most] = [min, max].map((amount) => formatUnits(amount, unit.decimals!))
  return `${range} ${small}, ${least} to ${most} ${printable(unit.name!)}`
}

export function describeCost({ gas, gasPrice, proxyFunds, total, isComplete }: DeployCost): string {
  const price = `${formatCount(gas)} gas at ${formatGwei(gasPrice)} gwei`
  const funds = proxyFunds === 0n ? '' : ` and ${formatEther(proxyFunds)} for the proxy's deployer`
  const least = isComplete ? '' : 'at least '
  return `Costs ${least}${formatEther(total)} of the native currency: ${price}${funds}. A rollup adds a fee for data.`
}

/** A token's symbol and decimals. Trust: the token contract's own claim. */
type Unit = { symbol: string; decimals: number }

/** Reads the symbols and decimals of tokens. A token that does not answer is absent. */
async function readUnits(
  { client }: DeployChain,
  tokens: readonly Address[],
): Promise<ReadonlyMap<Address, Unit>> {
  const units = await Promise.all(
    tokens
      .filter((token) => token !== zeroAddress)
      .map(async (address) => {
        const read = <name extends 'symbol' | 'decimals'>(functionName: name) =>
          client.readContract({ address, abi: erc20Abi, functionName })
        const unit = await Promise.all([read('symbol'), read('decimals')]).catch(() => undefined)
        return [address, unit && { symbol: cleanText(unit[0]), decimals: unit[1] }] as const
      }),
  )
  return new Map(units.flatMap(([address, unit]) => (unit ? [[address, unit] as const] : [])))
}
