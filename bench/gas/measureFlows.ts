import { size } from 'viem'
import { type Contender, contenders, deployContender } from './contenders.js'
import { type Asset, flows as allFlows, type Flow } from './flows.js'

export type FlowResult = {
  flow: string
  asset: Asset
  calls: number | null
  /** What the whole transaction uses. */
  gas: Record<Contender, number>
  /** Bytes. */
  calldata: Record<Contender, number>
}

/** Runs the flows on every contender, each on a chain of its own so that all have the same addresses. */
export async function measureFlows(flows: readonly Flow[] = allFlows): Promise<FlowResult[]> {
  const results = flows.map(({ name, asset, calls }) => ({
    flow: name,
    asset,
    calls,
    gas: {} as FlowResult['gas'],
    calldata: {} as FlowResult['calldata'],
  }))
  for (const contender of contenders) {
    const measured = await measureContender(contender, flows)
    measured.forEach(({ gas, calldata }, index) => {
      const result = results[index] as FlowResult
      result.gas[contender] = gas
      result.calldata[contender] = calldata
    })
  }
  return results
}

async function measureContender(contender: Contender, flows: readonly Flow[]) {
  const contest = await deployContender(contender)
  const measured: { gas: number; calldata: number }[] = []
  try {
    for (const [index, { prepare }] of flows.entries()) {
      const first = await prepare(contest, 2 * index + 1)
      await contest.send(first.to, first.data, first.value)
      const { to, data, value } = await prepare(contest, 2 * index + 2)
      measured.push({ gas: await contest.send(to, data, value), calldata: size(data) })
    }
  } finally {
    await contest.close()
  }
  return measured
}
