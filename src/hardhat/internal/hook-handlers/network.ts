import type { HookContext, NetworkHooks } from 'hardhat/types/hooks'
import type { JsonRpcRequest } from 'hardhat/types/providers'
import { createLazyFillproof } from '../lazyFillproof.js'

/** The largest contract that a chain accepts, in bytes. */
const maxCodeSize = 24_576

export default async (): Promise<Partial<NetworkHooks>> => {
  let isWarned = false
  return {
    async newConnection(context, next) {
      const connection = await next(context)
      connection.fillproof = createLazyFillproof(context, connection)
      return connection
    },
    async closeConnection(context, connection, next) {
      try {
        await connection.fillproof.close()
      } finally {
        await next(context, connection)
      }
    },
    async onRequest(context, connection, request, next) {
      const size = isWarned ? 0 : creationSize(request)
      if (size > maxCodeSize && !isOptimized(context)) {
        isWarned = true
        console.warn(
          `fillproof: a contract of about ${size} bytes was sent, but a chain accepts at most ${maxCodeSize} bytes. Your project compiles without the optimizer: set solidity.settings.optimizer to { enabled: true, runs: 200 } in hardhat.config.ts.`,
        )
      }
      return next(context, connection, request)
    },
  }
}

/** Returns the size of a transaction's creation code in bytes, or 0 for other requests. */
function creationSize({ method, params }: JsonRpcRequest): number {
  if (method !== 'eth_sendTransaction' && method !== 'eth_estimateGas') return 0
  const [{ to, data, input = data ?? '' } = {}] = params as { to?: string; data?: string; input?: string }[]
  return to ? 0 : (input.length - 2) / 2
}

function isOptimized({ config, globalOptions }: HookContext): boolean {
  const profile = config.solidity.profiles[globalOptions.buildProfile ?? 'default']
  const compilers = [...(profile?.compilers ?? []), ...Object.values(profile?.overrides ?? {})]
  return compilers.some(({ settings }) => settings.optimizer?.enabled === true)
}
