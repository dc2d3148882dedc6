import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { abi, callOf, type MakeStep, routerCall, type Step, transferOf } from './calls.js'
import { type Chain, solver } from './chains.js'
import { permitStep, venueSteps } from './signatures.js'
import { type Request, venue, type World } from './world.js'

/** Makes the steps that the service asks the user to do. */
export function makeSteps(world: World, request: Request): Step[] {
  const { body, id, amounts } = request
  const check = { endpoint: `/intents/status/v3?requestId=${id}`, method: 'GET' }
  const step: MakeStep = (name, kind, data, isChecked = true) => ({
    id: name,
    action: kind === 'signature' ? 'Sign authorization' : 'Confirm transaction in your wallet',
    description: `Step ${name} of a trade`,
    kind,
    requestId: id,
    depositAddress: request.depositAddress ?? '',
    items: [{ status: 'incomplete', data, ...(isChecked && { check }) }],
  })
  if (body.originChainId === venue.chainId) return venueSteps(request, step)
  const chain = world.chains.get(body.originChainId)!
  if (body.usePermit) return [permitStep(chain, request, step)]
  const token = body.originCurrency
  const send = (name: Step['id'], { to, data, value }: ReturnType<typeof transferOf>) => {
    const fees = { gas: '300000', maxFeePerGas: '3000000000', maxPriorityFeePerGas: '1000000' }
    const transaction = { from: body.user, to, data, value: String(value), chainId: chain.id, ...fees }
    return step(name, 'transaction', transaction, name !== 'approve')
  }
  const approve = (spender: Hex) => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [spender, amounts.in] })
    return token === zeroAddress ? [] : [send('approve', { to: token, data, value: 0n })]
  }
  if (request.depositAddress) return [send('deposit', transferOf(token, request.depositAddress, amounts.in))]
  if (body.originChainId === body.destinationChainId) {
    const to = body.recipient ?? body.user
    if (token === body.destinationCurrency) return [send('send', transferOf(token, to, amounts.in))]
    return [...approve(chain.proxy), send('swap', swapOf(chain, request, to))]
  }
  const id32 = request.orderId
  if (token === zeroAddress) {
    const data = encodeFunctionData({ abi, functionName: 'depositNative', args: [body.user, id32] })
    return [send('deposit', { to: chain.depository, data, value: amounts.in })]
  }
  if (body.explicitDeposit === false) {
    return [send('deposit', transferOf(token, chain.depository, amounts.in, id32))]
  }
  const args = [body.user, token, amounts.in, id32] as const
  const data = encodeFunctionData({ abi, functionName: 'depositErc20', args })
  return [...approve(chain.depository), send('deposit', { to: chain.depository, data, value: 0n })]
}

/** The solver is the exchange: it takes what the router got, and its own allowance pays. */
function swapOf(chain: Chain, { body, amounts }: Request, to: Hex) {
  const token = body.originCurrency
  const sold = transferOf(token, solver.address, amounts.in)
  const pay = [solver.address, to, amounts.out] as const
  const calls = [
    callOf(sold.to, sold.data, sold.value),
    callOf(body.destinationCurrency, encodeFunctionData({ abi, functionName: 'transferFrom', args: pay })),
  ]
  return routerCall(chain, { token, amount: amounts.in, calls, refundTo: body.user })
}
