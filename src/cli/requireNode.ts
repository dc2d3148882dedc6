import { hardhatNode, isHardhatNode } from '../base/isHardhatNode.js'
import { UsageError } from './errors.js'

const commands = ['demo', 'deploy', 'mock', 'watch']

/** Refuses a Node that is too old for a command, before the command is loaded. @throws {@link UsageError} */
export function requireNode(command: string, version = process.versions.node): void {
  if (!commands.includes(command) || isHardhatNode(version)) return
  throw new UsageError(`${command} needs Node ${hardhatNode} or newer, found ${version}.`, {
    metaMessages: ['Install a newer Node: https://nodejs.org'],
  })
}
