import type { HookContext } from 'hardhat/types/hooks'
import type { NetworkConnection, NetworkManager } from 'hardhat/types/network'
import type { Abi, Address } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../client/createServiceClient.js'
import { type MockChain, type MockService, startMockService } from '../../mock/index.js'
import { mockProfile, mockRouterKinds } from '../../service/profile/mockProfile.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { HardhatNetworkError } from '../errors.js'
import type { FillproofOptions, FillproofService } from '../types.js'
import { type AccountClient, clientOn } from './clients.js'
import { deployReceiver } from './deployReceiver.js'
import { createProjectErrors } from './projectErrors.js'
import { isAttested, readAddress, requireOptions } from './readParameters.js'
import { type Reverts, recordReverts } from './recordReverts.js'

export type Started = {
  service: FillproofService
  evidence: NonNullable<FillproofOptions['evidence']>
  registrar: PrivateKeyAccount
  /** The reverts of contracts on the destination. */
  reverts: Reverts
  /** The errors of the project's artifacts. */
  projectErrors(): Promise<Abi>
  originClient: AccountClient
  destinationClient: AccountClient
  /** The account that presents the evidence. */
  authorizer: AccountClient
  close(): Promise<void>
}

/** Indexes into the mock's accounts. */
const roles = { admin: 0, user: 1, registrar: 2, authorizer: 3 }

export async function startService(
  { network, artifacts }: Pick<HookContext, 'network' | 'artifacts'>,
  connection: NetworkConnection<string>,
  given: FillproofOptions,
): Promise<Started> {
  requireOptions(given)
  const { evidence = 'signedOrder', tokens: own, originNetwork, ...options } = given
  const tokens: Address[] = (own ?? []).map((token, index) => readAddress(`tokens[${index}]`, token))
  requireSimulated(connection)
  const id = await chainIdOf(connection)
  const originConnection = await connectOrigin(network, connection, id, originNetwork)
  const reverts = recordReverts(connection.provider)
  let mock: MockService | undefined
  const close = async () => {
    await mock?.close()
    await originConnection.close()
  }
  try {
    mock = await startMockService({
      ...options,
      unref: true,
      idForm: isAttested(evidence) ? 'specification' : 'public',
      chains: [
        {
          id: await chainIdOf(originConnection),
          name: 'origin',
          provider: originConnection.provider,
        },
        { id, name: 'destination', provider: reverts.provider, tokens, recipients: [] },
      ],
    }).catch((error: Error) => {
      throw explainPort(error, options)
    })
    const [origin, destination] = mock.chains as [MockChain, MockChain]
    const accountOf = (role: keyof typeof roles) =>
      privateKeyToAccount(mock!.accounts[roles[role]]!.privateKey)
    const [user, admin, registrar] = [accountOf('user'), accountOf('admin'), accountOf('registrar')]
    const own = {
      registeredTerms: { kind: 'registeredTermsReceiver', registrars: [registrar.address] },
      inbox: { kind: 'inboxReceiver' },
    } as const
    const receiver =
      evidence === 'registeredTerms' || evidence === 'inbox'
        ? await deployReceiver(mock, admin, own[evidence])
        : destination.receiver
    const client = createServiceClient({
      profile: describeProfile(mock),
      baseUrl: mock.url,
      apiKey: mock.apiKey,
    })
    return {
      service: { mock, client, originConnection, origin, destination, receiver, tokens, user, admin },
      evidence,
      registrar,
      reverts,
      projectErrors: createProjectErrors(artifacts),
      originClient: clientOn(origin, originConnection.provider, user),
      destinationClient: clientOn(destination, connection.provider, user),
      authorizer: clientOn(destination, connection.provider, accountOf('authorizer')),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function requireSimulated({ networkConfig, networkName }: NetworkConnection<string>): void {
  if (networkConfig.type === 'edr-simulated') return
  throw new HardhatNetworkError({
    shortMessage: `The network "${networkName}" is not simulated.`,
    remedy: 'Connect to a network of type "edr-simulated".',
  })
}

/** Names the port that is in use. Returns other errors unchanged. */
function explainPort(
  error: Error & { code?: string },
  { port, host = '127.0.0.1' }: FillproofOptions,
): Error {
  if (error.code !== 'EADDRINUSE') return error
  return new HardhatNetworkError({
    shortMessage: `The port ${port} on ${host} is in use, perhaps by the service of another connection.`,
    remedy: 'Choose another port, or leave the option port out: the service then uses a free port.',
  })
}

async function connectOrigin(
  network: NetworkManager,
  connection: NetworkConnection<string>,
  destinationId: number,
  originNetwork: string | undefined,
): Promise<NetworkConnection<string>> {
  const origin = await network.create(
    originNetwork === undefined
      ? {
          network: connection.networkName,
          chainType: connection.chainType,
          override: { chainId: destinationId + 1, forking: undefined },
        }
      : { network: originNetwork },
  )
  try {
    requireSimulated(origin)
    if ((await chainIdOf(origin)) === destinationId) {
      throw new HardhatNetworkError({
        shortMessage: `The networks "${origin.networkName}" (the origin) and "${connection.networkName}" both have the chain id ${destinationId}.`,
        remedy: 'Give one of them another chainId in hardhat.config.ts, or leave originNetwork out.',
      })
    }
  } catch (error) {
    await origin.close()
    throw error
  }
  // Both connections share one service.
  origin.fillproof = { ...connection.fillproof, close: async () => {} }
  return origin
}

async function chainIdOf({ provider }: NetworkConnection<string>): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}

/** Describes a profile that trusts the mock's current solver, on the mock's chains. */
function describeProfile(mock: MockService): ServiceProfile {
  return {
    ...mockProfile,
    solvers: {
      get evm() {
        return mock.solver
      },
    },
    chains: mock.chains.map(({ id, name, depository, routers, exchange }) => ({
      id,
      name,
      depository,
      routers: [...routers, { address: exchange, ...mockRouterKinds.exchange, approvalProxy: exchange }],
    })),
  }
}
