// Calls made as the public service's solvers make them: by a router, of either version.
import { type Address, encodeFunctionData, type Hash, zeroAddress } from 'viem'
import type { Fixture, PaymentTerms } from './fixture.js'
import { callOf, pay, type Subject } from './receivers.js'

export type Through = (subject: Subject, p: PaymentTerms) => Promise<Hash>

/** Deploys both routers and has the receiver know them. */
export async function deployRouters({ viem, receiver }: Fixture) {
  const v3 = await viem.deployContract('MockMetadataRouter')
  const v2 = await viem.deployContract('MockPlainRouter')
  for (const { address } of [v3, v2]) await receiver.write.setRouter([address, true])
  return { v3, v2 }
}

export type Routers = Awaited<ReturnType<typeof deployRouters>>

/** The calls that pay `p` with what the router holds. */
function callsOf(subject: Subject, p: PaymentTerms) {
  const { receiver, token } = subject.fixture
  const call = (target: Address, callData: Hash, value = 0n) => ({
    target,
    allowFailure: false,
    value,
    callData,
  })
  const payment = call(receiver.address, callOf(subject, p), p.token === zeroAddress ? p.minimum : 0n)
  if (p.token === zeroAddress) return [payment]
  const approve = (amount: bigint) =>
    call(
      p.token,
      encodeFunctionData({ abi: token.abi, functionName: 'approve', args: [receiver.address, amount] }),
    )
  return [approve(0n), approve(p.maximum), payment, approve(0n)]
}

/** The ways in which a solver makes a call: by itself, or by a router that it has funded. */
export function paymentsThrough({ v3, v2 }: Routers): Record<'solver' | 'v3' | 'v2', Through> {
  const fund = async ({ fixture }: Subject, p: PaymentTerms, router: Address) => {
    const { account } = fixture.payer
    if (p.token === zeroAddress) return { account, value: p.minimum }
    await fixture.token.write.transfer([router, p.minimum], { account })
    return { account, value: 0n }
  }
  return {
    solver: (subject, p) => pay(subject, p),
    v3: async (subject, p) => {
      const options = await fund(subject, p, v3.address)
      return v3.write.multicall([callsOf(subject, p), zeroAddress, zeroAddress, '0x'], options)
    },
    v2: async (subject, p) => {
      const options = await fund(subject, p, v2.address)
      return v2.write.multicall([callsOf(subject, p), zeroAddress, zeroAddress], options)
    },
  }
}
