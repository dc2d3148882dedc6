import { UsageError } from './errors.js'

const oldest = [22, 13] as const

/** Ends a command on a Node that it does not promise to run on, with the line that helps. @throws {@link UsageError} */
export function requireNode(command: string, version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  throw new UsageError(`${command} needs Node ${oldest.join('.')} or newer, found ${version}.`, {
    metaMessages: [`Run it with a newer Node: npx -y -p node@24 -p fillproof fillproof ${command}`],
  })
}
