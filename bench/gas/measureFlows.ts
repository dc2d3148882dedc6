import { size } from 'viem'
import type { Flow } from './flows.js'
import type { Chain } from './startChain.js'

export type FlowResult = {
  flow: string
  detail: string | null
  /** Of a batch: its calls. */
  count?: number
  asset: Flow['asset']
  baseline: Flow['baseline']
  /** The gas of the whole transaction. */
  gas: number
  /** Bytes. */
  calldata: number
}

/** Runs the flows on one contract, each twice: the first payment warms up the storage for the second. */
export async function measureFlows<TContract extends Chain>(
  deploy: () => Promise<TContract>,
  flows: readonly Flow<TContract>[],
): Promise<FlowResult[]> {
  const contract = await deploy()
  const results: FlowResult[] = []
  try {
    for (const [index, { name, detail = null, count, asset, baseline, prepare }] of flows.entries()) {
      const first = await prepare(contract, 2 * index + 1)
      await contract.send(first.to, first.data, first.value)
      const { to, data, value } = await prepare(contract, 2 * index + 2)
      const gas = await contract.send(to, data, value)
      results.push({
        flow: name,
        detail,
        ...(count && { count }),
        asset,
        baseline,
        gas,
        calldata: size(data),
      })
    }
  } finally {
    await contract.close()
  }
  return results
}
