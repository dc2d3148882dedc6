import { type Hex, hexToBigInt, toEventSelector } from 'viem'
import { deployReceiver } from './deployReceiver.js'
import { amount, makeEvidence } from './makeEvidence.js'

type Trace = { structLogs: { op: string; gasCost: number; stack: Hex[] }[] }

const topic = hexToBigInt(toEventSelector('SolverNativeTransfer(address,uint256)'))

/** The gas of the `LOG1` of `SolverNativeTransfer` in a native direct fill. */
export async function measureEvent(): Promise<number> {
  const { receiver, encodeFill, payer, connection, close, ...chain } = await deployReceiver()
  try {
    const evidence = await makeEvidence({ ...chain, receiver, payer, connection, close }, 1)
    const client = await chain.viem.getWalletClient(payer)
    const hash = await client.sendTransaction({
      to: receiver,
      data: encodeFill(evidence, amount),
      value: amount,
    })
    const trace = (await connection.provider.request({
      method: 'debug_traceTransaction',
      params: [hash, { disableMemory: true, disableStorage: true }],
    })) as Trace
    const found = trace.structLogs.filter(
      ({ op, stack }) => op === 'LOG1' && BigInt(stack.at(-3) ?? 0) === topic,
    )
    if (found.length !== 1) throw new Error(`SolverNativeTransfer was emitted ${found.length} times`)
    return found[0]!.gasCost
  } finally {
    await close()
  }
}
