import type { NetworkConnection } from 'hardhat/types/network'

const open = new Set<NetworkConnection<string>>()

/** Says at the end of the process what was left open, and lets it end. */
export function rememberOpen(connection: NetworkConnection<string>): void {
  if (open.size === 0) process.once('exit', warn)
  open.add(connection)
}

export function forgetOpen(connection: NetworkConnection<string>): void {
  open.delete(connection)
  if (open.size === 0) process.off('exit', warn)
}

function warn(): void {
  for (const { id, networkName } of open) {
    console.warn(
      `fillproof: connection ${id} of network "${networkName}" was left open. Call connection.close() when its tests are over.`,
    )
  }
}
