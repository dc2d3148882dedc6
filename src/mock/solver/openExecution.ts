import { type Hash, type Hex, zeroAddress } from 'viem'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { withEvmChains } from '../../protocol/order/withEvmChains.js'
import type { MockContext } from '../context.js'
import type { RequestRecord, RequestTerms } from '../ledger.js'
import { attest } from '../quote/attest.js'
import type { GaslessCall } from './createGasless.js'

/** Opens the request of a call that was made without a quote: its transaction is all there is of it. */
export async function openExecution(
  { ledger, random, clock, chains, solver, idForm, orderLifetime }: MockContext,
  { call, txHash, apiKey, request }: { call: GaslessCall; txHash: Hash; apiKey: string; request: unknown },
): Promise<RequestRecord> {
  const chain = chains.find(({ id }) => id === call.chainId)!
  const account = solver.current
  const order = {
    version: 'v1',
    solverChainId: chain.name,
    solver: account.address.toLowerCase(),
    salt: random.bytes32('salt'),
    inputs: [],
    output: {
      chainId: chain.name,
      payments: [],
      calls: [],
      deadline: (await clock.chainSeconds(chain)) + orderLifetime,
      extraData: '0x',
    },
    fees: [],
  }
  const orderData = withEvmChains(order, [chain.name])
  const orderId = hashOrder(orderData)
  const id: Hex = idForm === 'specification' ? orderId : random.bytes32('requestId')
  const terms: RequestTerms = {
    payment: 'deposit',
    user: call.to,
    recipient: call.to,
    originChainId: chain.id,
    destinationChainId: chain.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    inputAmount: call.value,
    expectedAmount: call.value,
    calls: [],
    orderData,
  }
  const attestation = await attest({ id, terms }, account)
  ledger.open({ id, orderId, terms, attestation, request: request as Record<string, unknown>, apiKey })
  ledger.move(id, 'depositing', { inTxHashes: [txHash] })
  ledger.move(id, 'pending')
  ledger.move(id, 'submitted', { txHashes: [txHash] })
  return ledger.move(id, 'success')
}
