import { type Abi, createWalletClient, custom, encodeFunctionData, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import type { NewReceiverCall, PayReceiverClients, ReceiverCall } from '../../../src/client/index.js'
import { isPaid } from '../../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../../src/index.js'
import { type MockChain, startMockService } from '../../../src/mock/index.js'
import { chainsOf, clientOf, ether, nativeRequest, send, tokenOf, usdc } from '../../mock/helpers.js'
import type { Nodes } from './nodes.js'

type Options = Parameters<typeof startMockService>[0]

/** A mock, a client of it, and what every call has in common. */
export async function open(options: Options = { idForm: 'public' }) {
  const mock = await startMockService(options)
  const [origin, destination] = chainsOf(mock) as [MockChain, MockChain]
  const payer = privateKeyToAccount(mock.accounts[1]!.privateKey)
  const keeper = privateKeyToAccount(mock.accounts[3]!.privateKey)
  const recipient = mock.accounts[2]!.address
  const walletOn = (chain: MockChain, account = payer) =>
    createWalletClient({ account, transport: http(chain.rpcUrl), pollingInterval: 20 })
  /** The payer's wallet, whose requests are answered by `request`. */
  const walletOver = (request: Nodes['request']) => {
    const transport = custom({ request }, { retryCount: 0 })
    return createWalletClient({ account: payer, transport, pollingInterval: 20 })
  }
  const clients = (): PayReceiverClients => ({
    walletClient: walletOn(origin),
    authorizer: walletOn(destination, keeper),
    originClient: clientOf(origin),
    destinationClient: clientOf(destination),
    pollingIntervalMs: 20,
  })
  const native = (changes: Partial<NewReceiverCall['request']> = {}): NewReceiverCall => ({
    receiver: destination.receiver,
    request: { ...nativeRequest([origin, destination]), ...changes },
    payment: { recipient },
    maximumAmountIn: 2n * ether,
  })
  const token = (changes: Partial<NewReceiverCall['request']> = {}): NewReceiverCall => ({
    ...native({
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
      tradeType: 'EXACT_INPUT',
      ...changes,
    }),
    maximumAmountIn: 200n * usdc,
  })
  const nonceOf = () => clientOf(origin).getTransactionCount({ address: payer.address })
  const admin = (functionName: string, args: readonly unknown[] = []) =>
    send(mock, destination, mock.accounts[0]!.address, {
      to: destination.receiver,
      data: encodeFunctionData({ abi: attestedOrderReceiverAbi as Abi, functionName, args }),
    })
  return {
    mock,
    client: createServiceClient({ profile: 'mock', baseUrl: mock.url }),
    origin,
    destination,
    payer: payer.address,
    recipient,
    clients,
    native,
    token,
    nonceOf,
    admin,
    walletOn,
    walletOver,
    paid: (id: Hex) => isPaid(clientOf(destination), { receiver: destination.receiver, id }),
  }
}

/** Keeps a call's objects, each as a copy, as another process would read it. */
export function keeper() {
  const kept: ReceiverCall[] = []
  return { kept, keep: (call: ReceiverCall) => void kept.push(JSON.parse(JSON.stringify(call))) }
}

export type World = Awaited<ReturnType<typeof open>>
