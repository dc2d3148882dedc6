import { expect } from 'chai'
import { concat, type Hex, hashStruct, keccak256, numberToHex, pad, stringToHex, zeroAddress } from 'viem'
import { getVenueBalance } from '../../src/client/venue/getVenueBalance.js'
import { getVenueSpotTokens } from '../../src/client/venue/getVenueSpotTokens.js'
import { withdrawFromVenue } from '../../src/client/venue/withdrawFromVenue.js'
import { relayProfile } from '../../src/service/profile/relayProfile.js'
import { signatureDataSchema, venueTransferDataSchema } from '../../src/service/resources/step.js'
import { formatVenueCurrency } from '../../src/service/venue/formatVenueCurrency.js'
import { parseVenueCurrency } from '../../src/service/venue/parseVenueCurrency.js'
import { parseVenueAmount } from '../../src/service/venue/venueAmount.js'
import { nonceMappingFields } from '../../src/service/venue/venueTypedData.js'
import { verifyVenueWithdrawal } from '../../src/service/venue/verifyVenueWithdrawal.js'
import { countingWallet, startServers } from '../service/venue/servers.js'
import {
  honestQuote,
  lie,
  neutralProfile,
  nonce,
  request,
  requestId,
  spotToken,
  user,
  walletChainId,
} from '../service/venue/support.js'
import { thrown } from '../support/errors.js'
import { answer } from '../support/httpServer.js'

const verify = (quote = honestQuote(), profile = neutralProfile, chainId = walletChainId) =>
  verifyVenueWithdrawal({ quote, request, profile, walletChainId: chainId, account: user })

const refusal = (change: Parameters<typeof lie>[0]) => thrown(() => verify(lie(change)))

const wallet = user.toLowerCase() as Hex
const orderId = honestQuote().protocol!.v2!.orderId!

describe('interface: Perps venue currencies (chain id 1337)', () => {
  it('perps USDC is 0x plus 32 zero hex digits, with 8 decimals [111]', () => {
    expect(parseVenueCurrency('0x00000000000000000000000000000000')).deep.equal({ kind: 'perps' })
    expect(formatVenueCurrency({ kind: 'perps' })).equal('0x00000000000000000000000000000000')
    expect(parseVenueAmount('10.000000', 8)).equal(1000000000n)
    expect(verify().transfer.typedData.message).include({ amount: '10.000000' })
  })

  it('a spot currency is the 16-byte tokenId of spotMeta [112]', async () => {
    const servers = await startServers()
    try {
      const tokens = await getVenueSpotTokens(servers.connection)
      const token = tokens.find(({ tokenId }) => tokenId === '0x0d01dc56dcaaca66ad901c959b4011ec')
      expect(servers.info.requests[0]!.body).deep.equal({ type: 'spotMeta' })
      expect(token, JSON.stringify(tokens)).not.equal(undefined)
      expect(parseVenueCurrency(token!.tokenId)).deep.equal({ kind: 'spot', tokenId: spotToken.tokenId })
    } finally {
      await servers.close()
    }
  })

  it('a currency on a dex is the spot address plus the hex of the name [113]', () => {
    const dex = { kind: 'dex', tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054', dex: 'xyz' } as const
    expect(formatVenueCurrency(dex)).equal('0x6d1e7cde53ba9467b783cb7c530ce05478797a')
    expect(parseVenueCurrency('0x6d1e7cde53ba9467b783cb7c530ce05478797a')).deep.equal(dex)
  })

  it('the chain id is 1337 in every profile', () => {
    for (const profile of [relayProfile, neutralProfile]) expect(profile.venue.chainId).equal(1337)
  })

  it('the balance is the field withdrawable of clearinghouseState, in whole USD [115]', async () => {
    const servers = await startServers()
    try {
      expect(await getVenueBalance(servers.connection, { user })).deep.equal({
        withdrawable: '1234.56789',
        withdrawableAmount: 123456789000n,
        mode: 'default',
      })
      expect(servers.info.requests[0]!.body).deep.equal({ type: 'clearinghouseState', user: wallet })
    } finally {
      await servers.close()
    }
  })
})

describe('interface: Step item', () => {
  const [first, second] = honestQuote().steps.map(({ items }) => items[0]!.data)
  const signature = signatureDataSchema.parse(first)
  const transfer = venueTransferDataSchema.parse(second)
  const sign = 'steps[0].items[0].data.sign'
  const post = 'steps[0].items[0].data.post'
  const deposit = 'steps[1].items[0].data'

  describe('data of a signature step', () => {
    it('sign.signatureKind: eip712 [47]', async () => {
      expect(signature.sign.signatureKind).equal('eip712')
      const error = await refusal(({ steps }) => {
        steps[0].items[0].data.sign = { signatureKind: 'eip191', message: 'x' }
      })
      expect(error).include({ path: `${sign}.signatureKind`, found: 'eip191', required: 'eip712' })
    })

    it('sign.domain: name, version 2, chainId, verifyingContract [48]', async () => {
      expect(verify().authorize.typedData.domain).deep.equal({
        name: 'ServiceNonceMapping',
        version: '2',
        chainId: walletChainId,
        verifyingContract: zeroAddress,
      })
      const error = await refusal(({ steps }) => {
        steps[0].items[0].data.sign.domain.version = '1'
      })
      expect(error).include({ path: `${sign}.domain.version`, found: '1', required: '2' })
    })

    it('sign.types: NonceMapping [49]', () => {
      const fields = nonceMappingFields.map(({ name, type }) => `${type} ${name}`)
      expect(fields).deep.equal([
        'string chainId',
        'address wallet',
        'address depositor',
        'bytes32 id',
        'uint256 nonce',
      ])
      const type = `NonceMapping(${fields.join(',')})`
      expect(keccak256(stringToHex(type))).equal(
        '0x6b0ad364bd028601374c93fa49e68dd283efb61f94bc8e4b0c7a633257c3ee30',
      )
    })

    it('sign.value: chainId, wallet, depositor, nonce, id; hashed word by word [50]', () => {
      const { typedData } = verify().authorize
      expect(typedData.message).deep.equal({
        chainId: 'venue',
        wallet,
        depositor: wallet,
        nonce,
        id: orderId,
      })
      const words: Hex[] = [
        '0x6b0ad364bd028601374c93fa49e68dd283efb61f94bc8e4b0c7a633257c3ee30',
        keccak256(stringToHex('venue')),
        pad(wallet),
        pad(wallet),
        orderId,
        numberToHex(nonce, { size: 32 }),
      ]
      const types = { NonceMapping: nonceMappingFields }
      const hash = hashStruct({ data: typedData.message, primaryType: 'NonceMapping', types })
      expect(hash).equal(keccak256(concat(words)))
    })

    it('sign.primaryType: NonceMapping [51]', async () => {
      expect(verify().authorize.typedData.primaryType).equal('NonceMapping')
      const error = await refusal(({ steps }) => {
        steps[0].items[0].data.sign.primaryType = 'Other'
      })
      expect(error).include({ path: `${sign}.primaryType`, required: 'NonceMapping' })
    })

    it('post.endpoint: /authorize [52]', async () => {
      expect(signature.post.endpoint).equal('/authorize')
      const error = await refusal(({ steps }) => {
        steps[0].items[0].data.post.endpoint = '/other'
      })
      expect(error).include({ path: `${post}.endpoint`, required: '/authorize' })
    })

    it('post.method: POST [53]', async () => {
      expect(signature.post.method).equal('POST')
      const error = await refusal(({ steps }) => {
        steps[0].items[0].data.post.method = 'PUT'
      })
      expect(error).include({ path: `${post}.method`, found: 'PUT' })
    })

    it('post.body: type, walletChainId, wallet, depositor, nonce, id, signatureChainId [54]', () => {
      expect(verify().authorize.body).deep.equal({
        type: 'nonce-mapping',
        walletChainId: 1337,
        wallet,
        depositor: wallet,
        nonce,
        id: orderId,
        signatureChainId: walletChainId,
      })
    })
  })

  describe('data of a venue transfer step', () => {
    it('action.type: sendAsset [55]', async () => {
      expect(transfer.action.type).equal('sendAsset')
      const error = await refusal(({ steps }) => {
        steps[1].items[0].data.action.type = 'other'
      })
      expect(error).include({ path: `${deposit}.action.type`, found: 'other' })
    })

    it('action.parameters: eight fields [56]', () => {
      expect(transfer.action.parameters).deep.equal({
        venueChain: 'Mainnet',
        destination: '0x2222222222222222222222222222222222222222',
        sourceDex: '',
        destinationDex: '',
        token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
        amount: '10.000000',
        fromSubAccount: '',
        nonce,
      })
    })

    it('nonce: the same as action.parameters.nonce [57]', async () => {
      expect(transfer.nonce).equal(transfer.action.parameters.nonce)
      const error = await refusal(({ steps }) => {
        steps[1].items[0].data.nonce++
      })
      expect(error).include({ path: `${deposit}.nonce`, found: nonce + 1, required: nonce })
    })

    it('eip712Types: seven strings and a nonce of uint64 [58]', () => {
      expect(transfer.eip712Types).deep.equal({
        'VenueTransaction:SendAsset': [
          { name: 'venueChain', type: 'string' },
          { name: 'destination', type: 'string' },
          { name: 'sourceDex', type: 'string' },
          { name: 'destinationDex', type: 'string' },
          { name: 'token', type: 'string' },
          { name: 'amount', type: 'string' },
          { name: 'fromSubAccount', type: 'string' },
          { name: 'nonce', type: 'uint64' },
        ],
      })
      const { EIP712Domain: _, ...types } = verify().transfer.typedData.types
      expect(types).deep.equal(transfer.eip712Types)
    })

    it('eip712PrimaryType: the type of the transfer [59]', async () => {
      expect(verify().transfer.typedData.primaryType).equal('VenueTransaction:SendAsset')
      const error = await refusal(({ steps }) => {
        steps[1].items[0].data.eip712PrimaryType = 'VenueTransaction:UsdSend'
      })
      expect(error).include({ path: `${deposit}.eip712PrimaryType` })
    })
  })
})

describe('interface: Two-signature flow for withdrawing from the perps venue', () => {
  let servers: Awaited<ReturnType<typeof startServers>>

  before(async () => {
    servers = await startServers()
  })
  beforeEach(() => servers.respondHonestly())
  after(() => servers.close())

  const withdraw = () =>
    withdrawFromVenue(servers.connection, {
      quote: honestQuote(),
      request,
      walletClient: countingWallet().walletClient,
    })

  it("domain.chainId and signatureChainId, 1 in the quote, become the wallet's chain [146]", async () => {
    const quoted = signatureDataSchema.parse(honestQuote().steps[0]!.items[0]!.data)
    expect(quoted.post.body.signatureChainId).equal(1)
    expect(verify(undefined, undefined, 10).authorize.typedData.domain.chainId).equal(10)
    expect(verify(undefined, undefined, 10).authorize.body.signatureChainId).equal(10)
  })

  it('the post body goes to the post endpoint by POST, with the signature as a query parameter [147]', async () => {
    await withdraw()
    const [first] = servers.service.requests
    expect(first).include({ method: 'POST', path: '/authorize' })
    expect(first!.query.get('signature')).match(/^0x[0-9a-f]{130}$/)
    expect(first!.body).deep.equal(verify().authorize.body)
  })

  it('the second typed data: domain, types with EIP712Domain, primary type, message [148]', () => {
    const { domain, types, primaryType, message } = verify(undefined, undefined, 42161).transfer.typedData
    expect(domain).deep.equal({
      name: 'VenueSignTransaction',
      version: '1',
      chainId: 42161,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    })
    expect(types.EIP712Domain).deep.equal([
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ])
    expect(Object.keys(types)).deep.equal([primaryType, 'EIP712Domain'])
    const quoted = venueTransferDataSchema.parse(honestQuote().steps[1]!.items[0]!.data)
    expect(message).deep.equal({
      ...quoted.action.parameters,
      type: 'sendAsset',
      signatureChainId: '0xa4b1',
    })
  })

  it('the exchange gets r, s, v as a number, the nonce, and the action that was signed [149]', async () => {
    await withdraw()
    const body = servers.exchange.requests[0]!.body as {
      signature: { r: Hex; s: Hex; v: number }
      nonce: number
      action: unknown
    }
    expect(Object.keys(body).sort()).deep.equal(['action', 'nonce', 'signature'])
    expect(body.signature.r).match(/^0x[0-9a-f]{64}$/)
    expect(body.signature.s).match(/^0x[0-9a-f]{64}$/)
    expect([27, 28]).include(body.signature.v)
    expect(body.nonce).equal(nonce)
    expect(body.action).deep.equal(verify().transfer.typedData.message)
  })

  it('success: HTTP 200 with status ok [150]', async () => {
    expect(await withdraw()).deep.equal({ requestId, orderId, nonce })
    servers.exchange.respondWith(answer(200, { status: 'err', response: 'no' }))
    expect(await thrown(withdraw)).include({ name: 'VenueRejectedError', status: 'err', response: 'no' })
    servers.exchange.respondWith(answer(500, { status: 'ok' }))
    expect(await thrown(withdraw)).include({ name: 'ServiceHttpError', status: 500 })
  })

  it('the nonces of both signatures are equal [151]', async () => {
    const { authorize, transfer } = verify()
    expect(authorize.typedData.message.nonce).equal(transfer.typedData.message.nonce)
    const error = await refusal(({ steps }) => {
      const { data } = steps[1].items[0]
      data.nonce = data.action.parameters.nonce = nonce + 1
    })
    expect(error).include({ name: 'StepMismatchError', found: nonce + 1, required: nonce })
  })
})

describe('interface: POST /quote/v2', () => {
  it('a venue withdrawal has authorize (signature), then deposit (transaction), and no other steps [142]', async () => {
    const steps = honestQuote().steps.map(({ id, kind }) => `${id} ${kind}`)
    expect(steps).deep.equal(['authorize signature', 'deposit transaction'])
    expect(await refusal((quote) => quote.steps.reverse())).include({
      path: 'steps[0].id',
      found: 'deposit',
      required: 'authorize',
    })
    expect(await refusal((quote) => quote.steps.pop())).include({ path: 'steps' })
  })
})

describe('interface: Versioning', () => {
  it('the nonce mapping has version 2, the venue transaction version 1 [247]', () => {
    const { authorize, transfer } = verify()
    expect(authorize.typedData.domain.version).equal('2')
    expect(transfer.typedData.domain.version).equal('1')
  })
})
