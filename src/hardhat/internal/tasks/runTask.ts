import type { HardhatRuntimeEnvironment } from 'hardhat/types/hre'
import type { NetworkConnection } from 'hardhat/types/network'
import { custom } from 'viem'
import { readChoice } from '../../../cli/definitions/readChoice.js'
import type { ChainNode } from '../../../cli/node.js'
import type { GlobalOptions } from '../../../cli/options.js'
import { report } from '../../../cli/report.js'

/** Connects to the network of `--network`, or to the default network. */
export async function withNetwork<result>(
  { network }: HardhatRuntimeEnvironment,
  work: (connection: NetworkConnection) => Promise<result>,
): Promise<result> {
  const connection = await network.create()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

export function toNode({ provider, networkName }: NetworkConnection): ChainNode {
  return {
    transport: custom(provider, { retryCount: 0 }),
    subject: `The network "${networkName}"`,
    option: '--network',
  }
}

/** Runs a command, and reports errors as the command line does. Hardhat's process ends with the command's exit status. */
export async function runCommand(command: () => Promise<number>): Promise<number> {
  const status = await command().catch(report)
  if (status !== 0) process.exitCode = status
  return status
}

/** Reads the options that every command accepts. */
export function readGlobals({
  profile,
  json,
}: {
  profile?: string | undefined
  json: boolean
}): GlobalOptions {
  return { profile: profile ?? 'relay', profileGiven: profile !== undefined, json }
}

/** Reads an option. Returns undefined if the option is absent. @throws {@link UsageError} */
export function readOptionalChoice<choice extends string>(
  name: string,
  value: string | undefined,
  values: readonly choice[],
): choice | undefined {
  return value === undefined ? undefined : readChoice(name, value, values)
}
