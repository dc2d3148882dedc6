import type { HardhatRuntimeEnvironment } from 'hardhat/types/hre'
import { choices } from '../../../cli/choices.js'
import type { GlobalOptions } from '../../../cli/options.js'
import type { VerifyRequestOptions } from '../../../cli/verify/readVerifyOptions.js'
import { readGlobals, readOptionalChoice, runCommand, toNode, withNetwork } from './runTask.js'

/** The options of a task that queries a request. */
export type RequestArguments = Omit<VerifyRequestOptions, 'layout' | 'node' | 'rpcUrl' | 'solver'> & {
  layout?: string
  solver?: string
  profile?: string
  json: boolean
}

/** Runs a command with the options. If a receiver is given, the command reads it at the node of `--network`. */
export function askAboutRequest(
  hre: HardhatRuntimeEnvironment,
  { layout, solver, profile, json, ...options }: RequestArguments,
  command: (options: GlobalOptions & VerifyRequestOptions) => Promise<number>,
): Promise<number> {
  const ask = (node?: VerifyRequestOptions['node']) =>
    runCommand(async () =>
      command({
        ...readGlobals({ profile, json }),
        ...options,
        layout: readOptionalChoice('--layout', layout, choices.layout),
        solver: solver?.split(','),
        node,
      }),
    )
  if (options.receiver === undefined) return ask()
  return withNetwork(hre, (connection) => ask(toNode(connection)))
}
