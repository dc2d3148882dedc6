import { encodeFunctionData, type Hex } from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { isNative } from '../chains/chain.js'
import type { PaymentKind } from '../ledger.js'
import { tag } from '../solver/createPayment.js'
import { createApproval, createNativeDeposit, createTransfer } from '../solver/transfer.js'
import type { Transaction } from '../solver/wallet.js'
import { buildPermit } from './buildPermit.js'
import { buildSwap } from './buildSwap.js'
import { createStep, type QuoteStep, type StepTerms } from './steps.js'

/** The steps on an EVM chain. If a contract takes a token, an approval of exactly its amount comes first. */
export async function buildSteps(parameters: StepTerms): Promise<QuoteStep[]> {
  const { request, requestId, depositAddress } = parameters
  const { user, input, origin } = request
  const toData = ({ to, data = '0x', value = 0n }: Transaction) => ({
    from: lower(user),
    to: lower(to),
    data,
    value: value.toString(),
    chainId: origin.id,
  })
  if (request.payment === 'permit') {
    const data = buildPermit(parameters)
    const description = `Let the solver take ${input.symbol}`
    return [createStep('authorize1', { description, requestId, data, isPayment: true })]
  }
  const payment = await builders[request.payment as Exclude<PaymentKind, 'permit' | 'venue'>](parameters)
  const paying = createStep(payment.id, {
    description: payment.description,
    requestId,
    data: toData(payment),
    isPayment: true,
    depositAddress,
  })
  if (!payment.spender) return [paying]
  const approval = createApproval(input.address, payment.spender, parameters.trade.inputAmount)
  const description = `Let ${payment.id === 'swap' ? 'the exchange' : 'the depository'} take ${input.symbol}`
  return [createStep('approve', { description, requestId, data: toData(approval) }), paying]
}

type Payment = Transaction & { id: 'deposit' | 'swap' | 'send'; description: string; spender?: Hex }

type Builder = (parameters: StepTerms) => Payment | Promise<Payment>

const builders: Record<Exclude<PaymentKind, 'permit' | 'venue'>, Builder> = {
  deposit({ request: { user, input, origin }, trade: { inputAmount }, orderId }) {
    const { depository } = origin
    const description = `Pay ${input.symbol} to the depository`
    if (isNative(input.address)) {
      return { id: 'deposit', description, ...createNativeDeposit(depository, user, inputAmount, orderId) }
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
      ...tag(createTransfer(input.address, origin.depository, trade.inputAmount), orderId),
    }
  },

  depositAddress({ request, trade, depositAddress }) {
    return {
      id: 'deposit',
      description: `Send ${request.input.symbol} to the deposit address`,
      ...createTransfer(request.input.address, depositAddress!, trade.inputAmount),
    }
  },

  send({ request, trade, orderId }) {
    return {
      id: 'send',
      description: `Send ${request.input.symbol} to the recipient`,
      ...tag(createTransfer(request.input.address, request.recipient, trade.inputAmount), orderId),
    }
  },

  async swap(parameters) {
    const { input, output } = parameters.request
    const description = `Swap ${input.symbol} for ${output.symbol}`
    return { id: 'swap', description, ...(await buildSwap(parameters)) }
  },
}

function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex
}
