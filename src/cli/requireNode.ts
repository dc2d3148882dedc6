import { hardhatNode, isHardhatNode } from '../base/isHardhatNode.js'
import { UsageError } from './errors.js'

/** Refuses a Node that is too old for Hardhat 3 and the embedded databases. @throws {@link UsageError} */
export function requireNode(command: string, version = process.versions.node): void {
  if (isHardhatNode(version)) return
  throw new UsageError(`${command} needs Node ${hardhatNode} or newer, found ${version}.`, {
    metaMessages: ['Install a newer Node: https://nodejs.org'],
  })
}
