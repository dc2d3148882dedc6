import { expect } from 'chai'
import { getAddress, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { mockProfile, padAddress, relayProfile } from '../../src/index.js'
import { createDeployer, solverKey } from '../../src/mock/accounts.js'
import { planContracts } from '../../src/mock/chains/deployContracts.js'
import { parseOrder } from '../../src/order/parseOrder.js'
import { readVector } from '../support/vectors.js'

const { chains = [], solvers, routers = [] } = relayProfile

describe('relayProfile', () => {
  it('behavior: one name to one id and back', () => {
    expect(new Set(chains.map(({ id }) => id)).size).equal(chains.length)
    expect(new Set(chains.map(({ name }) => name)).size).equal(chains.length)
  })

  it('behavior: its solver signed the published attestation', () => {
    expect(solvers?.evm).equal(readVector('attestation-v1-live').solver)
  })

  it('behavior: every address is one', () => {
    const depositories = chains.flatMap(({ depository }) => depository ?? [])
    for (const address of [...depositories, ...routers, relayProfile.venue.depository]) {
      expect(isAddress(address ?? '')).equal(true)
    }
    expect(padAddress(routers[0]!)).equal(readVector('order-live').orderData.output.extraData)
    expect(getAddress(chains.find(({ id }) => id === 8453)?.depository ?? '0x')).equal(
      '0x4cD00E387622C35bDDB9b4c962C136462338BC31',
    )
    expect(chains.find(({ id }) => id === 59144)?.depository).equal(
      '0x59916da825d2d2ec1bf878d71c88826f6633ecca',
    )
  })

  it('behavior: solvers of other machines have their machine’s form', () => {
    const { orderData } = readVector('order-live')
    const fee = (chain: string, address: string | undefined) => ({
      recipientChainId: chain,
      recipient: address,
      currencyChainId: chain,
      currency: address,
      amount: '1',
    })
    const fees = [fee('solana', solvers?.svm), fee('bitcoin', solvers?.bvm), fee('tron', solvers?.tvm)]
    expect(parseOrder({ ...orderData, fees }).fees).length(3)
  })

  it('behavior: chains without a depository are those of other machines', () => {
    const others = chains.filter(({ depository }) => !depository).map(({ name }) => name)
    expect(others).deep.equal(['hyperliquid', 'lighter', 'bitcoin', 'eclipse', 'tron', 'solana'])
  })
})

describe('mockProfile', () => {
  it('behavior: trusts the accounts and contracts of the mock', () => {
    const plans = [31101, 31102].map((id, index) => {
      const name = ['mockorigin', 'mockdestination'][index]!
      return { id, name, ...planContracts(createDeployer(name).account.address) }
    })
    expect(mockProfile.solvers).deep.equal({ evm: privateKeyToAddress(solverKey) })
    expect(mockProfile.routers).deep.equal([
      ...plans.map(({ router }) => router),
      ...plans.map(({ exchange }) => exchange),
    ])
    expect(mockProfile.chains).deep.equal(plans.map(({ id, name, depository }) => ({ id, name, depository })))
  })

  it('behavior: has no URL, as the mock chooses its ports', () => {
    expect(mockProfile).not.have.any.keys('baseUrl', 'wsUrl', 'venueInfoUrl', 'venueExchangeUrl')
  })
})
