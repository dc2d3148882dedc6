import { hardhatNode, isHardhatNode } from '../base/isHardhatNode.js'
import { UsageError } from './errors.js'

/** Refuses a Node that is too old for a command. @throws {@link UsageError} */
export function requireNode(command: string, version = process.versions.node): void {
  if (isHardhatNode(version)) return
  throw new UsageError(`${command} needs Node ${hardhatNode} or newer, found ${version}.`, {
    metaMessages: [`Run it with a newer Node: npx -y -p node@24 -p fillproof fillproof ${command}`],
  })
}
