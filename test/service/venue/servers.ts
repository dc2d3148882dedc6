import {
  type Address,
  createWalletClient,
  custom,
  type Hex,
  recoverTypedDataAddress,
  zeroAddress,
} from 'viem'
import { createConnection } from '../../../src/client/createConnection.js'
import type { ServiceProfile } from '../../../src/service/profile/types.js'
import { answer, type HttpServer, type ReceivedRequest, startHttpServer } from '../../support/httpServer.js'
import { account, neutralProfile, nonce, spotToken, spotUsdc, user, walletChainId } from './support.js'

/** Each server checks what it gets as the specification says, with its own words. */
export async function startServers(profile: ServiceProfile = neutralProfile) {
  const [service, info, exchange] = await Promise.all([
    startHttpServer(),
    startHttpServer(),
    startHttpServer(),
  ])
  const servers: readonly HttpServer[] = [service, info, exchange]
  let authorized: number | undefined

  async function authorize({ query, body }: ReceivedRequest) {
    const mapping = body as {
      wallet: Address
      depositor: Address
      id: Hex
      nonce: number
      signatureChainId: number
    }
    const signer = await recoverTypedDataAddress({
      domain: {
        name: profile.nonceMappingDomainName,
        version: '2',
        chainId: mapping.signatureChainId,
        verifyingContract: zeroAddress,
      },
      types: {
        NonceMapping: [
          { name: 'chainId', type: 'string' },
          { name: 'wallet', type: 'address' },
          { name: 'depositor', type: 'address' },
          { name: 'id', type: 'bytes32' },
          { name: 'nonce', type: 'uint256' },
        ],
      },
      primaryType: 'NonceMapping',
      message: {
        chainId: profile.venue.chainName,
        wallet: mapping.wallet,
        depositor: mapping.depositor,
        id: mapping.id,
        nonce: BigInt(mapping.nonce),
      },
      signature: query.get('signature') as Hex,
    })
    if (signer !== user) return { status: 400, body: { message: 'wrong signer' } }
    authorized = mapping.nonce
    return { status: 200, body: { message: 'Success' } }
  }

  async function transfer({ body }: ReceivedRequest) {
    const { action, signature, nonce } = body as {
      action: Record<string, unknown>
      signature: { r: Hex; s: Hex; v: number }
      nonce: number
    }
    const texts = ['destination', 'sourceDex', 'destinationDex', 'token', 'amount', 'fromSubAccount']
    const signer = await recoverTypedDataAddress({
      domain: {
        name: profile.venue.signDomainName,
        version: '1',
        chainId: Number(action.signatureChainId),
        verifyingContract: zeroAddress,
      },
      types: {
        [profile.venue.sendAssetType]: [
          ...[profile.venue.chainField, ...texts].map((name) => ({ name, type: 'string' })),
          { name: 'nonce', type: 'uint64' },
        ],
      },
      primaryType: profile.venue.sendAssetType,
      message: action,
      signature: { r: signature.r, s: signature.s, v: BigInt(signature.v) },
    })
    if (signer !== user) return { status: 'err', response: 'wrong signer' }
    if (nonce !== action.nonce || nonce !== authorized) return { status: 'err', response: 'wrong nonce' }
    return { status: 'ok', response: { type: 'default' } }
  }

  function respondHonestly() {
    authorized = undefined
    service.respondWith(async (request, response) => {
      const { status, body } = await authorize(request)
      answer(status, body)(request, response)
    })
    exchange.respondWith(async (request, response) => answer(200, await transfer(request))(request, response))
    info.respondWith((request, response) => {
      const { type } = request.body as { type: string }
      const answers: Record<string, unknown> = {
        spotMeta: {
          tokens: [
            { index: 0, szDecimals: 8, isCanonical: true, name: 'USDC', tokenId: spotUsdc, weiDecimals: 8 },
            { index: 150, szDecimals: 2, isCanonical: false, ...spotToken },
          ],
          universe: [],
        },
        clearinghouseState: { withdrawable: '1234.56789', time: nonce },
        userAbstraction: 'default',
      }
      answer(answers[type] ? 200 : 422, JSON.stringify(answers[type] ?? {}))(request, response)
    })
  }
  respondHonestly()

  const connection = createConnection({
    profile,
    baseUrl: service.url,
    venueInfoUrl: `${info.url}/info`,
    venueExchangeUrl: `${exchange.url}/exchange`,
    apiKey: 'a-key',
    retry: { limit: 0 },
  })
  return {
    service,
    info,
    exchange,
    connection,
    respondHonestly,
    sent: () => servers.reduce((count, { requests }) => count + requests.length, 0),
    close: () => Promise.all(servers.map((server) => server.close())),
  }
}

/** A wallet on one chain, which counts what it signs. */
export function countingWallet() {
  const signed: string[] = []
  const walletClient = createWalletClient({
    account: {
      ...account,
      signTypedData: (typedData) => {
        signed.push(typedData.primaryType as string)
        return account.signTypedData(typedData)
      },
    },
    transport: custom({
      request: async ({ method }) => {
        if (method === 'eth_chainId') return `0x${walletChainId.toString(16)}`
        throw new Error(`unexpected ${method}`)
      },
    }),
  })
  return { walletClient, signed }
}
