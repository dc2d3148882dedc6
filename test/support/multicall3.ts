import { type Hex, multicall3Abi } from 'viem'

/** Multicall3 as it is deployed, which viem has and does not export. */
export async function readMulticall3(): Promise<{ abi: typeof multicall3Abi; bytecode: Hex }> {
  const constants = new URL('constants/contracts.js', import.meta.resolve('viem'))
  const { multicall3Bytecode } = await import(constants.href)
  return { abi: multicall3Abi, bytecode: multicall3Bytecode }
}
