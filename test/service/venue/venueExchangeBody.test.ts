import { expect } from 'chai'
import type { Hex } from 'viem'
import { venueExchangeBody } from '../../../src/service/venue/venueExchangeBody.js'
import { verifyVenueWithdrawal } from '../../../src/service/venue/verifyVenueWithdrawal.js'
import { thrown } from '../../support/errors.js'
import { account, honestQuote, neutralProfile, nonce, request, user, walletChainId } from './support.js'

const { typedData } = verifyVenueWithdrawal({
  quote: honestQuote(),
  request,
  profile: neutralProfile,
  walletChainId,
  account: user,
}).transfer

describe('venueExchangeBody', () => {
  it('default', async () => {
    const signature = await account.signTypedData(typedData)
    const body = venueExchangeBody(typedData, signature)
    expect(body).deep.equal({
      signature: {
        r: signature.slice(0, 66),
        s: `0x${signature.slice(66, 130)}`,
        v: Number(`0x${signature.slice(130)}`),
      },
      nonce,
      action: typedData.message,
    })
    expect([27, 28]).include(body.signature.v)
  })

  it('behavior: a wallet whose signature ends with the parity', async () => {
    const signature = await account.signTypedData(typedData)
    const parity = signature.endsWith('1b') ? '00' : '01'
    const other = `${signature.slice(0, 130)}${parity}` as Hex
    expect(venueExchangeBody(typedData, other)).deep.equal(venueExchangeBody(typedData, signature))
  })

  it('behavior: both parities', () => {
    const half = `0x${'11'.repeat(64)}`
    for (const [end, v] of [
      ['1b', 27],
      ['1c', 28],
      ['00', 27],
      ['01', 28],
    ] as const) {
      expect(venueExchangeBody(typedData, `${half}${end}` as Hex).signature.v).equal(v)
    }
  })

  it('behavior: 64 bytes (ERC-2098)', () => {
    const r = `0x${'11'.repeat(32)}`
    expect(venueExchangeBody(typedData, `${r}${'22'.repeat(31)}01` as Hex).signature).deep.equal({
      r,
      s: `0x${'22'.repeat(31)}01`,
      v: 27,
    })
    expect(venueExchangeBody(typedData, `${r}a2${'22'.repeat(30)}01` as Hex).signature).deep.equal({
      r,
      s: `0x${'22'.repeat(31)}01`,
      v: 28,
    })
  })

  it('error: a signature that no private key made', async () => {
    const contract = `0x${'11'.repeat(200)}` as const
    expect(await thrown(() => venueExchangeBody(typedData, contract))).include({
      name: 'InvalidSignatureError',
      reason: 'length',
    })
    const v = `0x${'11'.repeat(64)}02` as const
    expect(await thrown(() => venueExchangeBody(typedData, v))).include({ reason: 'v' })
  })
})
