import { concatHex, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { isNative } from '../chains/chain.js'
import type { PaymentKind } from '../ledger.js'
import { buildPermit } from './buildPermit.js'
import { buildSwap } from './buildSwap.js'
import type { QuoteRequest } from './readQuoteRequest.js'
import { type QuoteStep, signatureStep, type TransactionData, transactionStep } from './steps.js'
import type { StepTerms } from './stepTerms.js'

type Transaction = { to: Hex; data: Hex; value: bigint }

/** What the user signs or sends on an EVM chain: for a token that a contract takes, an approval of exactly its amount first. */
export async function buildSteps(parameters: StepTerms): Promise<QuoteStep[]> {
  const { request, requestId, depositAddress } = parameters
  const { user, input, origin } = request
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const }
  const toData = ({ to, data, value }: Transaction): TransactionData => ({
    from: lower(user),
    to: lower(to),
    data,
    value: value.toString(),
    chainId: origin.id,
  })
  if (request.payment === 'permit') {
    const data = buildPermit(parameters)
    return [signatureStep({ description: `Let the solver take ${input.symbol}`, requestId, data, check })]
  }
  const payment = await builders[request.payment as Exclude<PaymentKind, 'permit' | 'venue'>](parameters)
  const paying = transactionStep(payment.id, {
    description: payment.description,
    requestId,
    data: toData(payment),
    check,
    depositAddress,
  })
  if (!payment.spender) return [paying]
  const approval = {
    to: input.address,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [payment.spender, parameters.trade.inputAmount],
    }),
    value: 0n,
  }
  const description = `Let ${payment.id === 'swap' ? 'the exchange' : 'the depository'} take ${input.symbol}`
  return [transactionStep('approve', { description, requestId, data: toData(approval) }), paying]
}

type Payment = Transaction & { id: 'deposit' | 'swap' | 'send'; description: string; spender?: Hex }

type Builder = (parameters: StepTerms) => Payment | Promise<Payment>

const builders: Record<Exclude<PaymentKind, 'permit' | 'venue'>, Builder> = {
  deposit({ request: { user, input, origin }, trade: { inputAmount }, orderId }) {
    const { depository } = origin
    const description = `Pay ${input.symbol} to the depository`
    if (isNative(input.address)) {
      const data = encodeFunctionData({
        abi: mockDepositoryAbi,
        functionName: 'depositNative',
        args: [user, orderId],
      })
      return { id: 'deposit', description, to: depository, data, value: inputAmount }
    }
    const data = encodeFunctionData({
      abi: mockDepositoryAbi,
      functionName: 'depositErc20',
      args: [user, input.address, inputAmount, orderId],
    })
    return { id: 'deposit', description, to: depository, data, value: 0n, spender: depository }
  },

  transfer({ request, trade, orderId }) {
    const { input, origin } = request
    return {
      id: 'deposit',
      description: `Send ${input.symbol} to the depository`,
      ...transfer(request, origin.depository, trade.inputAmount, orderId),
    }
  },

  depositAddress({ request, trade, depositAddress }) {
    return {
      id: 'deposit',
      description: `Send ${request.input.symbol} to the deposit address`,
      ...transfer(request, depositAddress!, trade.inputAmount),
    }
  },

  send({ request, trade, orderId }) {
    return {
      id: 'send',
      description: `Send ${request.input.symbol} to the recipient`,
      ...transfer(request, request.recipient, trade.inputAmount, orderId),
    }
  },

  async swap(parameters) {
    const { input, output } = parameters.request
    const description = `Swap ${input.symbol} for ${output.symbol}`
    return { id: 'swap', description, ...(await buildSwap(parameters)) }
  },
}

/** A payment; the id follows the call's arguments, or is all of the data of a native one. */
function transfer({ input }: QuoteRequest, to: Hex, amount: bigint, id: Hex = '0x'): Transaction {
  if (isNative(input.address)) return { to, data: id, value: amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { to: input.address, data: concatHex([data, id]), value: 0n }
}

function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex
}
