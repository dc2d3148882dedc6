import { size } from 'viem'
import { type Contender, contenders } from './contenders.js'
import type { Asset, Flow, Payee } from './flows.js'
import type { Chain } from './startChain.js'

export type FlowResult = {
  flow: string
  asset: Asset
  calls: number | null
  paid: Payee
  /** What the whole transaction uses. */
  gas: Record<Contender, number>
  /** Bytes. */
  calldata: Record<Contender, number>
}

/** Runs the flows on every contender, each on a chain of its own so that all have the same addresses. */
export async function measureFlows<TContest extends Chain>(
  deploy: (contender: Contender) => Promise<TContest>,
  flows: readonly Flow<TContest>[],
): Promise<FlowResult[]> {
  const results = flows.map(({ name, asset, calls, paid }) => ({
    flow: name,
    asset,
    calls,
    paid,
    gas: {} as FlowResult['gas'],
    calldata: {} as FlowResult['calldata'],
  }))
  for (const contender of contenders) {
    const measured = await measureContender(await deploy(contender), flows)
    measured.forEach(({ gas, calldata }, index) => {
      const result = results[index] as FlowResult
      result.gas[contender] = gas
      result.calldata[contender] = calldata
    })
  }
  return results
}

async function measureContender<TContest extends Chain>(contest: TContest, flows: readonly Flow<TContest>[]) {
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
