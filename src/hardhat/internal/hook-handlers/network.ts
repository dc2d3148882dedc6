import type { NetworkHooks } from 'hardhat/types/hooks'
import { createLazyFillproof } from '../lazyFillproof.js'

export default async (): Promise<Partial<NetworkHooks>> => ({
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
})
