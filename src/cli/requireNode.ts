import { hardhatNode, isHardhatNode } from '../base/isHardhatNode.js'
import { UsageError } from './errors.js'

/** Ends a command on a Node that it does not promise to run on, with the line that helps. @throws {@link UsageError} */
export function requireNode(command: string, version = process.versions.node): void {
  if (isHardhatNode(version)) return
  throw new UsageError(`${command} needs Node ${hardhatNode} or newer, found ${version}.`, {
    metaMessages: [`Run it with a newer Node: npx -y -p node@24 -p fillproof fillproof ${command}`],
  })
}
