/** The oldest Node that Hardhat 3 and the embedded databases run on. */
export const hardhatNode = '22.13'

/** Whether a version of Node is {@link hardhatNode} or newer. */
export function isHardhatNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = hardhatNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
