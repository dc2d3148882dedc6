/**
 * Runs the main flow against the service's own contracts on a live or forked chain. An unauthorized call is returned.
 * Then the call is authorized, deposited for, and filled through the chain's router. The receiver must accept it, and
 * it must count by the rules of the service's oracle.
 *
 * Run: `node --import tsx scripts/testFork.ts --rpc-url URL [--router ROUTER,PROXY] [--private-key-env NAME]`. One line
 * per step. Exit status 0 if every step matched its expectation, 1 otherwise, 2 on wrong usage or if a contract has no
 * code, 3 if the node can't be reached.
 */
import { parseArgs } from 'node:util'
import { type Address, BaseError, type Hex, isAddress, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ChainUnreachableError } from '../src/contract/rpc/errors.js'
import { describeFault, readFault } from '../src/contract/rpc/faults.js'
import { newestCapabilities } from '../src/service/profile/relayRouters.js'
import { connect } from './fork/connect.js'
import { deployContracts } from './fork/deployContracts.js'
import { UsageError } from './fork/errors.js'
import { fillOrder } from './fork/fillOrder.js'
import { type ForkRouter, findContracts } from './fork/findContracts.js'
import { prepareFlow } from './fork/prepareFlow.js'
import { returnPayment } from './fork/returnPayment.js'

const usage = `Usage: node --import tsx scripts/testFork.ts --rpc-url URL [--router ROUTER,PROXY] [--private-key-env NAME]

  --rpc-url URL           a node of a chain that the relay profile knows, or a fork of one
  --router ROUTER,PROXY   a router and its approval proxy, whose functions take metadata, in place of the profile's; may be
                          repeated
  --private-key-env NAME  the environment variable with the key that pays, where the node can't set balances`

try {
  await main()
} catch (error) {
  console.error(
    error instanceof BaseError ? describeFault(error) : error instanceof Error ? error.message : error,
  )
  const isUnreachable =
    error instanceof ChainUnreachableError || ['unanswered', 'limited', 'behind'].includes(readFault(error))
  process.exitCode = error instanceof UsageError ? 2 : isUnreachable ? 3 : 1
}

async function main(): Promise<void> {
  const { rpcUrl, payer, named } = readArguments()
  const node = await connect({ rpcUrl, payer })
  const { chain, depository, routers, skipped } = await findContracts(node, named)
  console.log(`chain ${chain.id}, ${chain.name}; ${node.funding}`)
  for (const { label, address } of skipped) console.log(`skip  ${label}: the router ${address} has no code`)
  const contracts = await deployContracts({ node, chain, depository, routers })
  console.log(`ok    a receiver at ${contracts.receiver}, a token at ${contracts.token}`)
  for (const router of routers) {
    for (const token of [zeroAddress, contracts.token]) {
      const flow = await prepareFlow({ node, chain, depository, router, token, contracts })
      await returnPayment(flow)
      await fillOrder(flow)
    }
  }
}

function readArguments() {
  const { values } = parse()
  if (values.help) {
    console.log(usage)
    process.exit()
  }
  const rpcUrl = values['rpc-url']
  if (!rpcUrl || !/^https?:/.test(rpcUrl) || !URL.canParse(rpcUrl)) throw new UsageError(usage)
  const named = values.router?.map(readRouter)
  const name = values['private-key-env']
  if (name === undefined) return { rpcUrl, named }
  try {
    return { rpcUrl, named, payer: privateKeyToAccount(process.env[name] as Hex) }
  } catch {
    throw new UsageError(`The environment variable ${name} does not hold a private key, 32 bytes of hex.`)
  }
}

function readRouter(value: string): ForkRouter {
  const [address, approvalProxy, ...rest] = value.split(',')
  if (rest.length > 0 || !isAddress(address ?? '') || !isAddress(approvalProxy ?? ''))
    throw new UsageError(usage)
  const pair = { address: address as Address, approvalProxy: approvalProxy as Address }
  return { ...pair, ...newestCapabilities, label: address!, assumed: true }
}

function parse() {
  const options = {
    'rpc-url': { type: 'string' },
    router: { type: 'string', multiple: true },
    'private-key-env': { type: 'string' },
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ options })
  } catch {
    throw new UsageError(usage)
  }
}
