import { expect } from 'chai'
import { type Account, createWalletClient, encodeAbiParameters, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { payReceiver } from '../../src/client/index.js'
import { createChain, planDeployment, readDeployConfig, runDeployment } from '../../src/deploy/index.js'
import type { FillproofService } from '../../src/hardhat/types.js'
import type { MockChain } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import { createProject } from './support.js'

const clientOf = ({ rpcUrl }: MockChain, account: Account) =>
  createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 25 })

/** Deploys a receiver of inboxes on the destination, as `fillproof deploy` would. */
async function deployInboxReceiver({ mock, origin, destination, admin }: FillproofService) {
  const { id: chainId, name: chainName, rpcUrl } = destination
  const file = {
    kind: 'inboxReceiver',
    admin: admin.address,
    chainName,
    chainNames: [{ name: origin.name, chainId: origin.id, isEvm: true }],
    solvers: [mock.solver],
    routes: [{ chainId: origin.id, currency: zeroAddress, min: '1', max: '1000000000000000000' }],
    tokens: [{ token: destination.tokens[0]!.address, min: '2', max: '1000' }],
    recipients: [],
  }
  const plan = planDeployment(readDeployConfig({ file, chainId }), admin.address)
  await runDeployment({ chain: await createChain({ rpcUrl, account: admin, pollMs: 25 }), plan })
  return plan.receiver.address
}

describe('fillproof/hardhat: inboxes', () => {
  it('behavior: the service pays an inbox, and a claim credits the contract', async () => {
    const { network } = await createProject()
    const connection = await network.create()
    try {
      const { fillproof, viem } = connection
      const service = await fillproof.start()
      const { client, mock, origin, destination, user } = service
      const receiver = await deployInboxReceiver(service)
      const token = destination.tokens[0]!.address
      const credits = await viem.deployContract('FillCredits', [receiver, token])
      await fillproof.allowRecipient(credits.address, { receiver })
      const data = encodeAbiParameters([{ type: 'address' }], [user.address])
      const { claims } = await payReceiver(client, {
        receiver,
        request: {
          originChainId: origin.id,
          destinationChainId: destination.id,
          originCurrency: zeroAddress,
          destinationCurrency: token,
          amount: 5n,
          tradeType: 'EXACT_OUTPUT',
        },
        payment: { recipient: credits.address, data },
        maximumAmountIn: 10n ** 18n,
        walletClient: clientOf(origin, user),
        originClient: clientOf(origin, user),
        destinationClient: clientOf(destination, user),
        claimer: clientOf(destination, privateKeyToAccount(mock.accounts[3]!.privateKey)),
        pollingIntervalMs: 20,
        keep() {},
      })
      expect(claims.map(({ credited }) => credited)).deep.equal([5n])
      expect(await credits.read.creditOf([user.address])).equal(5n)
      const error = await thrown(() =>
        fillproof.fill({ receiver, recipient: credits.address, token, amount: 5n, data }),
      )
      expect(error.message).include('authorizer')
      expect(await credits.read.creditOf([user.address])).equal(5n)
    } finally {
      await connection.close()
    }
  }).timeout(60_000)
})
