import { report } from '../../../cli/report.js'

/** Reports errors as the command line does. Hardhat ends its process, with the command's exit status. */
export async function runCommand(command: () => Promise<number>): Promise<number> {
  const status = await command().catch(report)
  if (status !== 0) process.exitCode = status
  return status
}
