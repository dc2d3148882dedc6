import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { configSchema } from '../../src/service/resources/config.js'
import { balanceOf, chainsOf, request, setUpMock, tokenOf } from './helpers.js'

describe('GET /config/v2', () => {
  const { mock } = setUpMock()

  const get = (query: Record<string, string>) =>
    request(mock, `/config/v2?${new URLSearchParams({ ...pair(), ...query })}`)
  const pair = () => ({
    originChainId: String(mock.chains[0]!.id),
    destinationChainId: String(mock.chains[1]!.id),
  })

  it('default', async () => {
    const [, destination] = chainsOf(mock)
    const { status, body } = await get({})
    expect(status).to.equal(200)
    const balance = await balanceOf(destination, zeroAddress, mock.solver)
    expect(configSchema.parse(body)).to.deep.equal({
      enabled: true,
      // 0.03 USD.
      fee: '10000000000000',
      solver: {
        address: mock.solver.toLowerCase(),
        balance: String(balance),
        capacityPerRequest: String(balance),
      },
      supportsExternalLiquidity: false,
    })
  })

  it('behavior: a user’s balance, before and after the fee', async () => {
    const [origin, destination] = chainsOf(mock)
    const user = mock.accounts[1]!.address
    const native = await balanceOf(origin, zeroAddress, user)
    expect((await get({ user })).body.user).to.deep.equal({
      balance: String(native),
      maxBridgeAmount: String(native - 10n ** 13n),
    })
    const token = await balanceOf(origin, tokenOf(origin), user)
    const { body } = await get({ user, currency: 'usdc' })
    expect(body).to.deep.include({
      fee: '30000',
      user: { balance: String(token), maxBridgeAmount: String(token - 30_000n) },
    })
    expect(body.solver.balance).to.equal(
      String(await balanceOf(destination, tokenOf(destination), mock.solver)),
    )
    const poor = await get({ user: `0x${'12'.repeat(20)}` })
    expect(poor.body.user).to.deep.equal({ balance: '0', maxBridgeAmount: '0' })
  })

  it('behavior: the venue, and one chain as both origin and destination', async () => {
    const venue = configSchema.parse((await get({ destinationChainId: '1337', currency: 'usdc' })).body)
    expect(venue).to.include({ enabled: true, fee: '30000' })
    expect((await get({ destinationChainId: pair().originChainId })).body.enabled).to.equal(false)
  })

  const bad: [string, Record<string, string>, string][] = [
    ['an unknown chain', { originChainId: '1' }, 'UNSUPPORTED_CHAIN'],
    ['a chain that is not a number', { destinationChainId: 'x' }, 'UNKNOWN_ERROR'],
    ['a user that is not an address', { user: 'me' }, 'UNKNOWN_ERROR'],
    ['a currency that is not there', { currency: 'btc' }, 'UNSUPPORTED_CURRENCY'],
    ['a currency that is not allowed', { currency: 'wbtc' }, 'UNKNOWN_ERROR'],
  ]
  for (const [name, query, code] of bad) {
    it(`error: ${name}`, async () => {
      const { status, body } = await get(query)
      expect({ status, code: body.code }).to.deep.equal({ status: 500, code })
      expect(body.message).to.be.a('string')
      expect(Object.keys(body)).to.have.members(['message', 'code'])
    })
  }
})
