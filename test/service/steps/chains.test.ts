// What the profile knows of a chain decides which deposits are made there.
import { expect } from 'chai'
import {
  hashOrder,
  type OrderData,
  type ServiceProfile,
  type ServiceProfileChain,
} from '../../../src/index.js'
import { evmChainsOf } from '../../../src/service/profile/evmChainsOf.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest, Unverifiable } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { planBoth } from './bothVersions.js'
import { account, depository, encode, makeOrder, makeQuote, profile, proxy, tokenRequest } from './quotes.js'

const [origin, destination, ...others] = profile.chains!
const withOrigin = (changes: Partial<ServiceProfileChain>): ServiceProfile => ({
  ...profile,
  chains: [{ ...origin!, ...changes }, destination!, ...others],
})
const asked: StepRequest = { ...tokenRequest, txs: [] }

function plan(
  changed: ServiceProfile,
  allowed: readonly Unverifiable[] = [],
  quote = makeQuote(makeOrder(asked)),
  request = asked,
) {
  return planBoth(quote, readTerms({ request, profile: changed, account: account.address }), allowed)
}

describe('a deposit on a chain that the oracle no longer settles', () => {
  const unsettled = withOrigin({ support: 'unsettled' })

  it('error: refused before anything is signed', async () => {
    const error = await thrown(() => plan(unsettled))
    expect(error).include({ name: 'UnverifiedStepError', path: 'steps[1]', needs: 'unsettled' })
    expect(error.shortMessage).include('no longer settles deposits on ethereum')
    expect(error.message).include("allowUnverified: ['unsettled']")
  })

  it('behavior: made if the caller allows it', () => {
    expect(plan(unsettled, ['unsettled'])).deep.equal(plan(profile))
  })

  it('behavior: made on a chain that is merely unlisted', () => {
    expect(plan(withOrigin({ support: 'delisted' }))).deep.equal(plan(profile))
  })

  it('error: to a deposit address, and by a permit', async () => {
    const quote = makeQuote(makeOrder(asked))
    const [, deposit] = quote.steps
    Object.assign(deposit!, { depositAddress: `0x${'ad'.repeat(20)}` })
    expect(await thrown(() => plan(unsettled, ['depositAddress'], quote))).include({ needs: 'unsettled' })
    const permit = makeQuote(makeOrder(asked))
    permit.steps = [{ ...permit.steps[1]!, id: 'authorize1', kind: 'signature' }]
    expect(await thrown(() => plan(unsettled, ['permit'], permit))).include({ needs: 'unsettled' })
  })

  it('behavior: a swap on the chain itself settles nothing', () => {
    const request = { ...asked, destinationChainId: 1 }
    const quote = makeQuote(makeOrder(request))
    const [approve, swap] = quote.steps
    Object.assign(approve!.items[0]!.data!, { data: encode('approve', [proxy, 1000n]) })
    Object.assign(swap!.items[0]!.data!, { to: proxy, data: '0xabcdef' })
    quote.steps = [approve!, { ...swap!, id: 'swap' }]
    delete quote.protocol
    expect(plan(unsettled, ['swap'], quote, request)).length(2)
  })
})

describe('further depositories of an EVM chain', () => {
  const second = `0x${'dd'.repeat(20)}` as const

  it('attack: a deposit there, which the oracle does not count', async () => {
    const quote = makeQuote(makeOrder(asked))
    Object.assign(quote.steps[1]!.items[0]!.data!, { to: second })
    const error = await thrown(() => plan(withOrigin({ depositories: [second] }), [], quote))
    expect(error).include({ path: 'steps[1].items[0].data.to', required: depository })
  })
})

describe('a chain that only the profile knows', () => {
  const renamed = withOrigin({ name: 'newest' })
  const write = (profile: ServiceProfile) => {
    const order = makeOrder(asked)
    const [input] = order.inputs
    const refunds = input!.refunds.map((refund) =>
      refund.chainId === 'ethereum' ? { ...refund, chainId: 'newest' } : refund,
    )
    const payment = { ...input!.payment, chainId: 'newest' }
    return makeQuote({ ...order, inputs: [{ payment, refunds }] }, { evmChains: evmChainsOf(profile) })
  }

  it('behavior: is an EVM chain, because extendProfile adds no others', async () => {
    const quote = write(renamed)
    expect(plan(renamed, [], quote)).length(2)
    const { orderData, orderId } = quote.protocol!.v2! as { orderData: OrderData; orderId: string }
    expect(evmChainsOf(renamed)).deep.equal(['newest'])
    expect(hashOrder(orderData, { evmChains: ['newest'] })).equal(orderId)
    expect(await thrown(() => hashOrder(orderData))).include({ name: 'UnknownChainError' })
  })

  it('error: another profile does not know it', async () => {
    expect(await thrown(() => plan(profile, [], write(renamed)))).include({
      name: 'UnknownChainError',
      field: 'inputs[0].payment.chainId',
      chainName: 'newest',
    })
    expect(evmChainsOf(profile)).deep.equal([])
  })
})
