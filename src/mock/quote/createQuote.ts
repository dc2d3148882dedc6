import { erc20Abi, type Hex, type LocalAccount } from 'viem'
import { padAddress } from '../../address/padAddress.js'
import { signAttestation } from '../../attestation/signAttestation.js'
import { hashOrder } from '../../order/hashOrder.js'
import { signOrder } from '../../order/signOrder.js'
import { type Chain, type Currency, isNative } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { ServiceError } from '../http/serviceError.js'
import type { AttestationRecord } from '../ledger.js'
import { type PricedTrade, priceTrade } from '../pricing.js'
import { buildOrder } from './buildOrder.js'
import { buildSteps } from './buildSteps.js'
import { describeFees, describeTrade } from './describeTrade.js'
import { type QuoteRequest, readQuoteRequest } from './readQuoteRequest.js'

/**
 * Answers POST /quote/v2 and opens the request: from here on its attestation can be read, and its deposit be made.
 *
 * The request's id is the order's id, or one of its own, as the form of the ids has it.
 */
export async function createQuote(body: unknown, context: MockContext, apiKey?: string) {
  const { chains, ledger, solver, clock, random } = context
  const request = readQuoteRequest(body, chains)
  const { origin, destination, input, output } = request
  const slippageBps = request.slippageBps ?? context.pricing.slippageBps
  const trade = priceTrade({ ...request, pricing: { ...context.pricing, slippageBps } })
  checkCallValues(request, trade)
  const [userBalance, solverBalance, now] = await Promise.all([
    readBalance(origin, input, request.user),
    readBalance(destination, output, solver.address),
    clock.chainSeconds(destination),
    checkFillContract(request),
  ])
  if (trade.expectedAmount > solverBalance) {
    throw new ServiceError('INSUFFICIENT_LIQUIDITY', `The solver holds ${solverBalance} of ${output.symbol}.`)
  }
  const orderData = buildOrder({
    request,
    trade,
    solver: solver.address,
    salt: random.bytes32('salt'),
    deadline: now + context.orderLifetime,
  })
  const orderId = hashOrder(orderData)
  const id = context.idForm === 'specification' ? orderId : random.bytes32('requestId')
  ledger.open({
    id,
    orderId,
    request: body as Record<string, unknown>,
    apiKey,
    terms: {
      payment: 'deposit',
      user: request.user,
      recipient: request.recipient,
      refundTo: request.refundTo,
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: input.address,
      destinationCurrency: output.address,
      inputAmount: trade.inputAmount,
      expectedAmount: trade.expectedAmount,
      calls: request.calls,
      fillContract: request.fillContract,
      orderData,
    },
    attestation: await attest(id, request, trade, solver),
  })
  return {
    steps: buildSteps(request, trade, { requestId: id, orderId }),
    fees: describeFees(request, trade),
    details: describeTrade(request, trade, userBalance),
    protocol: {
      v2: {
        orderId,
        orderData,
        ...(request.includeProtocolData && {
          orderSignature: await signOrder({ orderData, account: solver }),
        }),
        paymentDetails: {
          chainId: origin.name,
          depository: origin.contracts.depository.toLowerCase(),
          currency: input.address.toLowerCase(),
          amount: trade.inputAmount.toString(),
        },
      },
    },
  }
}

/** The calls spend the output: their values must be there even when no more than the minimum arrives. */
function checkCallValues({ calls, output }: QuoteRequest, { minimumAmount }: PricedTrade): void {
  const needed = calls.reduce((sum, call) => sum + call.value, 0n)
  const available = isNative(output.address) ? minimumAmount : 0n
  if (needed > available) {
    throw new ServiceError(
      'INVALID_EXTRA_TXS',
      `txs: the values add up to ${needed}, but only ${available} of native currency is sure to arrive.`,
    )
  }
}

async function checkFillContract({ fillContract, destination }: QuoteRequest): Promise<void> {
  if (!fillContract || (await destination.client.getCode({ address: fillContract }))) return
  throw new ServiceError(
    'INVALID_ADDRESS',
    `fillContract: no contract at ${fillContract} on ${destination.id}.`,
  )
}

function readBalance({ client }: Chain, { address }: Currency, holder: Hex): Promise<bigint> {
  if (isNative(address)) return client.getBalance({ address: holder })
  return client.readContract({ abi: erc20Abi, address, functionName: 'balanceOf', args: [holder] })
}

async function attest(
  requestId: Hex,
  { user, recipient, origin, destination, input }: QuoteRequest,
  { inputAmount }: PricedTrade,
  account: LocalAccount,
): Promise<AttestationRecord> {
  const words = {
    originChainId: origin.id,
    originUser: padAddress(user),
    originCurrency: padAddress(input.address),
    destinationChainId: destination.id,
    destinationUser: padAddress(recipient),
  }
  const signature = await signAttestation({
    attestation: { requestId, ...words, originAmount: inputAmount },
    account,
  })
  const { originChainId, originUser, originCurrency, destinationChainId, destinationUser } = words
  return {
    requestData: {
      originChainId,
      originUser,
      originCurrency,
      originAmount: inputAmount.toString(),
      destinationChainId,
      destinationUser,
    },
    signature,
  }
}
