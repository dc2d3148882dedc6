import type { ConfigHooks } from 'hardhat/types/hooks'

export default async (): Promise<Partial<ConfigHooks>> => ({
  async validateUserConfig({ fillproof = {} }) {
    if (typeof fillproof === 'object' && fillproof !== null) return []
    return [{ path: ['fillproof'], message: 'Expected an object with the options of fillproof.start.' }]
  },
  async resolveUserConfig(userConfig, resolveConfigurationVariable, next) {
    const config = await next(userConfig, resolveConfigurationVariable)
    return { ...config, fillproof: userConfig.fillproof ?? {} }
  },
})
