import type { NetworkConnection } from 'hardhat/types/network'
import type { NewTaskActionFunction } from 'hardhat/types/tasks'
import { runAuthorize } from '../../../cli/commands/authorize.js'
import { UsageError } from '../../../cli/errors.js'
import { readGlobals, runCommand, toNode, withNetwork } from './runTask.js'

type Arguments = {
  target: string
  receiver?: string
  order?: string
  recipientProof?: string
  url?: string
  batcher?: string
  send: boolean
  unlocked?: string
  profile?: string
  json: boolean
}

const action: NewTaskActionFunction<Arguments> = ({ target, receiver, unlocked, ...options }, hre) =>
  withNetwork(hre, (connection) =>
    runCommand(async () => {
      if (receiver === undefined) throw new UsageError('Pass --receiver.')
      return runAuthorize(target, {
        ...options,
        ...readGlobals(options),
        receiver,
        node: toNode(connection),
        unlocked: unlocked ?? (options.send ? await readFirstAccount(connection) : undefined),
      })
    }),
  )

async function readFirstAccount({ provider }: NetworkConnection): Promise<string | undefined> {
  const [first] = (await provider.request({ method: 'eth_accounts' })) as string[]
  return first
}

export default action
