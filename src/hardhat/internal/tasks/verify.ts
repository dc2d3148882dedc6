import type { NewTaskActionFunction } from 'hardhat/types/tasks'
import { choices } from '../../../cli/choices.js'
import { verify } from '../../../cli/commands/verify.js'
import type { ChainNode } from '../../../cli/node.js'
import type { VerifyRequestOptions } from '../../../cli/verify/readVerifyOptions.js'
import { readGlobals } from './globals.js'
import { readOptionalChoice } from './readOptionalChoice.js'
import { runCommand } from './runCommand.js'
import { toNode, withNetwork } from './withNetwork.js'

type Arguments = Omit<VerifyRequestOptions, 'layout' | 'node' | 'rpcUrl' | 'solver'> & {
  requestId: string
  layout?: string
  solver?: string
  profile?: string
  json: boolean
}

const action: NewTaskActionFunction<Arguments> = (
  { requestId, layout, solver, profile, json, ...options },
  hre,
) => {
  const verifyAt = (node?: ChainNode) =>
    runCommand(async () =>
      verify(requestId, {
        ...readGlobals({ profile, json }),
        ...options,
        layout: readOptionalChoice('--layout', layout, choices.layout),
        solver: solver?.split(','),
        node,
      }),
    )
  if (options.receiver === undefined) return verifyAt()
  return withNetwork(hre, (connection) => verifyAt(toNode(connection)))
}

export default action
