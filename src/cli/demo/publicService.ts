import { zeroAddress } from 'viem'
import { ServiceHttpError } from '../../client/index.js'
import { prepareAuthorizedCall } from '../../contract/index.js'
import { showAuthorizedFill } from './authorizedFill.js'
import { showCallAttacks } from './callAttacks.js'
import { showFrontRun } from './frontRun.js'
import { ether, native } from './payCall.js'
import { showRefunded } from './refunded.js'
import type { Demo } from './setup.js'

/** The main flow, which works with the public service: signed orders, whose calls any solver makes. */
export async function showPublicService(demo: Demo): Promise<void> {
  const { report, origin, destination } = demo
  report.part('The public service: a signed order, and any solver, through its v3 router')
  await showUnquotable(demo)

  report.part('payReceiver: native currency, an exact output')
  const call = await showAuthorizedFill(demo, {
    label: 'native',
    currency: native,
    tradeType: 'EXACT_OUTPUT',
    amount: ether,
  })

  report.part('payReceiver: a token, an exact input, so the output varies')
  await showAuthorizedFill(demo, {
    label: 'USDC',
    currency: { origin: origin.usdc, destination: destination.usdc, symbol: 'USDC', decimals: 6 },
    tradeType: 'EXACT_INPUT',
    amount: 250n * 10n ** 6n,
  })

  await showCallAttacks(demo, call)
  await showFrontRun(demo)
  await showRefunded(demo)
}

/** The service simulates the calls of an order before it quotes, when they cannot be authorized yet. */
async function showUnquotable(demo: Demo): Promise<void> {
  const { report, service, origin, destination, user, recipient } = demo
  report.step('A call without a refundTo reverts until it is authorized')
  const { timestamp } = await destination.client.getBlock()
  const { txs } = prepareAuthorizedCall({
    chainId: destination.id,
    receiver: destination.receiver,
    profile: 'mock',
    payment: {
      originChainId: origin.id,
      originUser: user.address,
      originCurrency: zeroAddress,
      token: zeroAddress,
      minimum: ether,
      recipient: recipient.address,
      refundTo: zeroAddress,
      deadline: Number(timestamp) + 3600,
    },
  })
  const answer = await service
    .getQuote({
      user: user.address,
      recipient: recipient.address,
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      tradeType: 'EXACT_OUTPUT',
      amount: ether,
      txs,
    })
    .catch((error: unknown) => error)
  const code = answer instanceof ServiceHttpError ? answer.code : undefined
  report.expect('the service refuses to quote it', code === 'DESTINATION_TX_FAILED', code ?? 'it was quoted')
}
