// What a fill leaves over lies on the router that the order names. A sweep of another one would leave it there.
import { expect } from 'chai'
import { type Abi, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { prepareAuthorizedCall } from '../../../src/contract/index.js'
import { padAddress, type ServiceProfile } from '../../../src/index.js'
import { planSteps } from '../../../src/service/steps/planSteps.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { plainRouter } from '../../support/routerKinds.js'
import {
  account,
  depository,
  makeOrder,
  makeQuote,
  otherToken,
  profile,
  recipient,
  request,
  router,
  user,
} from './quotes.js'

const older: Hex = '0x0000000000000000000000000000000000000710'
const abi = parseAbi([
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)',
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)',
  'function cleanupNative(uint256 amount, address recipient, bytes metadata)',
  'function cleanupNative(uint256 amount, address recipient)',
])
const arguments_ = [
  [[otherToken], [user], [0n], '0x'],
  [[otherToken], [user], [0n]],
  [0n, user, '0x'],
  [0n, user],
]

const [origin, destination, ...others] = profile.chains!
const withOlder: ServiceProfile = {
  ...profile,
  chains: [
    origin!,
    { ...destination!, routers: [...destination!.routers!, { address: older, ...plainRouter }] },
    ...others,
  ],
}

/** Plans a quote whose order names a router. */
function plan(asked: StepRequest, named: Hex) {
  const order = makeOrder(asked)
  Object.assign(order.output, { extraData: padAddress(named) })
  return planSteps(
    makeQuote(order),
    readTerms({ request: asked, profile: withOlder, account: account.address }),
  )
}

describe('a sweep of a router', () => {
  for (const [index, function_] of abi.entries()) {
    const data = encodeFunctionData({ abi: [function_] as Abi, args: arguments_[index] })
    const sweep = (to: Hex) => ({
      ...request,
      txs: [...request.txs!, { to, data: data.toUpperCase().replace('0X', '0x'), value: 0n }],
    })

    it(`default: ${function_.name}, ${function_.inputs.length} arguments: accepts the order's router`, () => {
      for (const named of [router, older]) expect(plan(sweep(named), named)).length(1)
    })

    it(`error: ${function_.name}, ${function_.inputs.length} arguments: refuses another router, listed or not`, async () => {
      for (const [named, other] of [
        [router, older],
        [older, router],
        [router, recipient],
      ] as const) {
        expect(await thrown(() => plan(sweep(other), named))).include({
          name: 'SweepRouterError',
          path: 'protocol.v2.orderData.output.extraData',
          found: padAddress(named),
          sweep: 'request.txs[1].to',
          router: other,
        })
      }
    })
  }

  it("error: prepared for the profile's first router, while the service fills through another", async () => {
    const { txs } = prepareAuthorizedCall({
      chainId: 8453,
      receiver: recipient,
      profile: withOlder,
      payment: {
        originChainId: 1,
        originUser: user,
        originCurrency: depository,
        token: otherToken,
        minimum: 900n,
        recipient: user,
        refundTo: user,
        deadline: 1_800_000_000,
      },
    })
    const asked = { ...request, txs }
    expect(plan(asked, router)).length(1)
    const error = await thrown(() => plan(asked, older))
    expect(error).include({ name: 'SweepRouterError', router, sweep: 'request.txs[4].to' })
    expect(error.message).contain('Prepare the calls again with the router that the order names')
  })
})
