import { type Account, type Address, zeroAddress } from 'viem'
import { type AccountOptions, waysToSend } from '../account/readAccount.js'
import { UsageError } from '../errors.js'
import { readUrlOption } from '../options.js'
import { printable } from '../output.js'
import { readJsonFile } from '../readJsonFile.js'

/** The ways in which `--apply` prints or sends the transactions. */
export type ApplyForm = 'calldata' | 'safe' | 'send'

export type DeployOptions = AccountOptions & {
  rpcUrl?: string[]
  config?: string
  kind?: string
  admin?: string
  guardian?: string
  rescuer?: string
  chainName?: string
  solver?: string[]
  route?: string[]
  token?: string[]
  recipient?: string[]
  router?: string[]
  reserved?: string[]
  guard?: string
  salt?: string
  dryRun?: boolean
  record?: string
  verify?: string
  verifyKeyEnv?: string
  check?: boolean
  apply?: ApplyForm
  receiver?: string
  fromBlock?: string
  url?: string
}

/** Reads the nodes, one for each chain. @throws {@link UsageError} */
export function readRpcUrls({ rpcUrl = [] }: DeployOptions): string[] {
  if (rpcUrl.length === 0) throw new UsageError('Pass --rpc-url, once for each chain.')
  return rpcUrl.map((value) => readUrlOption('--rpc-url', value))
}

/** @throws {@link UsageError} */
export function requireDeployer(deployer: Account | Address | undefined): Account | Address {
  if (deployer !== undefined) return deployer
  throw new UsageError('There is no deployer.', {
    metaMessages: [`Pass ${waysToSend}. A dry run takes any address as --unlocked.`],
  })
}

/** Reads the content of --config. @throws {@link UsageError} */
export async function readConfigFile({ config }: DeployOptions): Promise<unknown> {
  if (config === undefined) return undefined
  const value = await readJsonFile('--config', config)
  if (value !== undefined) return value
  throw new UsageError(`The configuration ${printable(config)} is not JSON.`)
}

/** Reads the options as fields of the configuration. @throws {@link UsageError} */
export function readConfigOptions(options: DeployOptions): Record<string, unknown> {
  const { kind, admin, guardian, rescuer, chainName, salt, reserved, guard } = options
  const fields = {
    ...{ kind, admin, guardian, rescuer, chainName, salt, reserved, guard },
    solvers: options.solver,
    routes: options.route?.map(readRoute),
    tokens: options.token?.map(readToken),
    recipients: options.recipient?.map(readRecipient),
    routers: options.router,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** CHAIN:CURRENCY:MIN:MAX. */
function readRoute(value: string) {
  const [, chainId, currency, min, max] = /^(\d+):(0x[0-9a-fA-F]+|native):(\d+):(\d+)$/.exec(value) ?? []
  if (chainId === undefined) {
    throw new UsageError(
      `--route must be CHAIN:CURRENCY:MIN:MAX, with native or an address and amounts in the smallest unit, found "${printable(value)}".`,
    )
  }
  return { chainId: Number(chainId), currency: currency === 'native' ? zeroAddress : currency, min, max }
}

/** ADDRESS=MIN..MAX, or native=MIN..MAX. */
function readToken(value: string) {
  const [, token, min, max] = /^(0x[0-9a-fA-F]{40}|native)=(\d+)\.\.(\d+)$/.exec(value) ?? []
  if (token === undefined) {
    throw new UsageError(
      `--token must be ADDRESS=MIN..MAX, with native or an address and amounts in the smallest unit, found "${printable(value)}".`,
    )
  }
  return { token: token === 'native' ? zeroAddress : token, min, max }
}

/** ADDRESS, or ADDRESS:hook. */
function readRecipient(value: string) {
  const [recipient, flag, ...rest] = value.split(':')
  if (rest.length > 0 || (flag !== undefined && flag !== 'hook')) {
    throw new UsageError(`--recipient must be ADDRESS or ADDRESS:hook, found "${printable(value)}".`)
  }
  return flag === 'hook' ? { recipient, hook: true } : recipient
}

/** @throws {@link UsageError} */
export function readFromBlock({ fromBlock }: DeployOptions): bigint | undefined {
  if (fromBlock === undefined) return undefined
  if (/^\d{1,18}$/.test(fromBlock)) return BigInt(fromBlock)
  throw new UsageError(`--from-block must be a whole number, found "${printable(fromBlock)}".`)
}

/** Refuses options that exclude each other, and options whose required option is missing. @throws {@link UsageError} */
export function checkCombination(options: DeployOptions, chains: number): void {
  const { dryRun, check, apply, verify, receiver, fromBlock, url, verifyKeyEnv, chainName } = options
  const modes = Object.entries({ '--dry-run': dryRun, '--check': check, '--apply': apply })
  const [mode, other] = modes.filter(([, value]) => value).map(([name]) => name)
  refuseIf(mode && other, `${mode} and ${other} exclude each other.`)
  refuseIf(verify !== undefined && mode, `--verify needs a deployment, not ${mode}.`)
  refuseIf(verifyKeyEnv !== undefined && verify === undefined, '--verify-key-env needs --verify.')
  refuseIf(receiver !== undefined && !check && !apply, '--receiver needs --check or --apply.')
  refuseIf(fromBlock !== undefined && dryRun, '--from-block and --dry-run exclude each other.')
  refuseIf(url !== undefined && (dryRun || apply), '--url needs --check or a deployment.')
  if (chains < 2) return
  const isForOne = receiver !== undefined || fromBlock !== undefined
  refuseIf(chainName !== undefined, '--chain-name names one chain: use "chains" of --config for several.')
  refuseIf(isForOne, '--receiver and --from-block need a single --rpc-url.')
  refuseIf(apply === 'safe', '--apply safe needs a single --rpc-url: a batch is for one chain.')
}

function refuseIf(isWrong: unknown, message: string): void {
  if (isWrong) throw new UsageError(message)
}
