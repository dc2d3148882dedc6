import { type Address, maxUint128, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createChain, planDeployment, readDeployConfig, runDeployment } from '../../deploy/index.js'
import type { MockChain, MockService } from '../../mock/index.js'

/**
 * Deploys a receiver on the destination that trusts the mock's solver, as `fillproof deploy` does.
 *
 * @param own - The kind, with the fields that only this kind has.
 */
export async function deployReceiver(
  { chains, solver }: MockService,
  account: PrivateKeyAccount,
  own: { kind: 'registeredTermsReceiver'; registrars: readonly Address[] } | { kind: 'inboxReceiver' },
): Promise<Address> {
  const [origin, destination] = chains as [MockChain, MockChain]
  const any = { min: '1', max: String(maxUint128) }
  const currencies = ({ tokens }: MockChain) => [zeroAddress, ...tokens.map(({ address }) => address)]
  const file = {
    ...own,
    ...(own.kind === 'inboxReceiver' && {
      chainNames: [{ name: origin.name, chainId: origin.id, isEvm: true }],
    }),
    admin: account.address,
    chainName: destination.name,
    solvers: [solver],
    routes: currencies(origin).map((currency) => ({ chainId: origin.id, currency, ...any })),
    tokens: currencies(destination).map((token) => ({ token, ...any })),
    routers: destination.routers.map(({ address }) => address),
    reserved: [destination.depository, destination.guard],
  }
  const plan = planDeployment(readDeployConfig({ file, chainId: destination.id }), account.address)
  const chain = await createChain({ rpcUrl: destination.rpcUrl, account, pollMs: 25 })
  await runDeployment({ chain, plan })
  return plan.receiver.address
}
