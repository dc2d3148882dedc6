import { encodeAbiParameters, encodeFunctionData, getAbiItem, type Hex, keccak256 } from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { mockExchangeAbi } from '../../generated/abi/mockExchange.js'
import { isNative } from '../chains/chain.js'
import type { PaymentKind } from '../ledger.js'
import { createApproval, createNativeDeposit, createTransfer, tag } from '../solver/transactions.js'
import type { WalletTransaction } from '../solver/wallet.js'
import { wrapperAbi, wrapperOf } from './asWrap.js'
import { createStep, type QuoteStep, type StepInputs } from './steps.js'

/** Builds the steps on an EVM chain. If a contract takes a token, the first step approves exactly the amount to pay. */
export async function buildSteps(parameters: StepInputs): Promise<QuoteStep[]> {
  const { request, requestId, depositAddress } = parameters
  const { user, input, origin } = request
  const toData = ({ to, data = '0x', value = 0n }: WalletTransaction) => ({
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

type Payment = WalletTransaction & { id: 'deposit' | 'swap' | 'send'; description: string; spender?: Hex }

type Builder = (parameters: StepInputs) => Payment | Promise<Payment>

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

  wrap({ request, trade: { inputAmount }, orderId }) {
    const isWrap = isNative(request.input.address)
    const data = isWrap
      ? encodeFunctionData({ abi: wrapperAbi, functionName: 'deposit' })
      : encodeFunctionData({ abi: wrapperAbi, functionName: 'withdraw', args: [inputAmount] })
    return {
      id: 'swap',
      description: `${isWrap ? 'Wrap' : 'Unwrap'} ${request.input.symbol}`,
      ...tag({ to: wrapperOf(request), data, value: isWrap ? inputAmount : 0n }, orderId),
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

const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

/** Builds the authorization (EIP-3009) that lets the solver take the input once. The nonce is the order's id. */
function buildPermit({ request, trade, requestId, orderId, solver, now }: StepInputs) {
  const { user, input, origin, permitExpiry } = request
  return {
    sign: {
      signatureKind: 'eip712',
      domain: {
        name: input.name,
        version: '1',
        chainId: origin.id,
        verifyingContract: input.address.toLowerCase(),
      },
      types: { TransferWithAuthorization: transferFields },
      value: {
        from: user.toLowerCase(),
        to: solver.address.toLowerCase(),
        value: trade.inputAmount.toString(),
        validAfter: '0',
        validBefore: String(now + permitExpiry),
        nonce: orderId,
      },
      primaryType: 'TransferWithAuthorization',
    },
    post: {
      endpoint: '/execute/permits',
      method: 'POST',
      body: { kind: 'eip3009', requestId, api: 'bridge' },
    },
  }
}

const [swapTuple] = getAbiItem({ abi: mockExchangeAbi, name: 'hashSwap' }).inputs
const signed = [{ type: 'uint256' }, { type: 'address' }, swapTuple] as const

/** Builds a swap on one chain at the quote's amounts. The solver's signature is valid until the order's deadline. */
async function buildSwap(
  parameters: StepInputs,
): Promise<{ to: Hex; data: Hex; value: bigint; spender?: Hex }> {
  const { request, trade, orderId, swapSigner, deadline } = parameters
  const { input, output, origin, recipient } = request
  const { exchange } = origin.chain!.contracts
  const order = {
    tokenIn: input.address,
    amountIn: trade.inputAmount,
    tokenOut: output.address,
    amountOut: trade.expectedAmount,
    recipient,
    deadline: BigInt(deadline),
    id: orderId,
  }
  const hash = keccak256(encodeAbiParameters(signed, [BigInt(origin.id), exchange, order]))
  const signature = await swapSigner.signMessage({ message: { raw: hash } })
  const data = encodeFunctionData({ abi: mockExchangeAbi, functionName: 'swap', args: [order, signature] })
  if (isNative(input.address)) return { to: exchange, data, value: trade.inputAmount }
  return { to: exchange, data, value: 0n, spender: exchange }
}
