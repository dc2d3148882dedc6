import type { HardhatRuntimeEnvironment } from 'hardhat/types/hre'
import type { NetworkConnection } from 'hardhat/types/network'
import { custom } from 'viem'
import type { ChainNode } from '../../../cli/node.js'

/** Connects to the network of `--network`, which is the default one without it. */
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
