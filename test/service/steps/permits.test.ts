import { expect } from 'chai'
import { type Address, type Hex, keccak256, stringToHex, type TypedDataDefinition, zeroAddress } from 'viem'
import { permit2Of } from '../../../src/service/profile/permit2.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import type { Step } from '../../../src/service/resources/step.js'
import { planClaim } from '../../../src/service/steps/planClaim.js'
import { planSteps } from '../../../src/service/steps/planSteps.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest, Unverifiable } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { planBoth } from './bothVersions.js'
import {
  account,
  encode,
  makeOrder,
  makeQuote,
  newestProxy,
  olderProxy,
  originRouter,
  otherToken,
  profile,
  proxy,
  solver,
  thief,
  token,
  tokenRequest,
  user,
} from './quotes.js'

const request: StepRequest = { ...tokenRequest, usePermit: true, txs: [] }
const requestId: Hex = `0x${'77'.repeat(32)}`

function plan(quote: Quote, asked = request, allowed: readonly Unverifiable[] = ['permit']) {
  return planBoth(quote, readTerms({ request: asked, profile, account: account.address }), allowed)
}

function fields(text: string) {
  return text.split(', ').map((field) => {
    const [type, name] = field.split(' ') as [string, string]
    return { name, type }
  })
}

function makePermit(sign: object, body: object): Quote {
  const item = {
    status: 'incomplete',
    data: {
      sign,
      post: { endpoint: '/execute/permits', method: 'POST', body: { requestId, api: 'swap', ...body } },
    },
    check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
  }
  const quote = makeQuote(makeOrder(request))
  quote.steps = [{ id: 'authorize1', kind: 'signature', requestId, items: [item] }] as Step[]
  return structuredClone(quote)
}

const transferAuthorization = () =>
  makePermit(
    {
      signatureKind: 'eip712',
      domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token },
      types: {
        TransferWithAuthorization: fields(
          'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
        ),
      },
      value: {
        from: user,
        to: solver,
        value: '1000',
        validAfter: 0,
        validBefore: 1_900_000_000,
        nonce: `0x${'55'.repeat(32)}`,
      },
      primaryType: 'TransferWithAuthorization',
    },
    { kind: 'eip3009' },
  )

type Field = { name: string; type: string }

const witnesses = {
  'v2.1': 'address relayer, address refundTo, address nftRecipient, Call3Value[] call3Values',
  v3: 'address relayer, address refundTo, address nftRecipient, bytes metadata, Call3Value[] call3Values',
  'v3.2':
    'address relayer, uint256 msgValue, address refundTo, address nftRecipient, bytes metadata, Call3Value[] call3Values',
}
const spenders = { 'v2.1': olderProxy, v3: proxy, 'v3.2': newestProxy }

const batchPermit = (version: keyof typeof witnesses = 'v3') =>
  makePermit(
    {
      signatureKind: 'eip712',
      domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2Of() },
      types: {
        PermitBatchWitnessTransferFrom: fields(
          'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, RelayerWitness witness',
        ),
        TokenPermissions: fields('address token, uint256 amount'),
        RelayerWitness: fields(witnesses[version]),
        Call3Value: fields('address target, bool allowFailure, uint256 value, bytes callData'),
      },
      value: {
        permitted: [{ token, amount: '1000' }],
        spender: spenders[version],
        nonce: '7',
        deadline: 1_900_000_000,
        witness: {
          relayer: solver,
          refundTo: user,
          nftRecipient: user,
          ...(version === 'v3.2' && { msgValue: '5' }),
          ...(version !== 'v2.1' && { metadata: '0x1234' }),
          call3Values: [{ target: token, allowFailure: false, value: '0', callData: '0x5678' }],
        },
      },
      primaryType: 'PermitBatchWitnessTransferFrom',
    },
    { kind: 'permit2' },
  )

// biome-ignore lint/suspicious/noExplicitAny: what a service may answer is anything.
type Loose = any
const dataOf = (quote: Quote): Loose => quote.steps.at(-1)!.items[0]!.data

const lies: [string, (version?: 'v3') => Quote, string, (data: Loose, quote: Quote) => unknown][] = [
  [
    'kind of signature',
    transferAuthorization,
    'data.sign.signatureKind',
    (data) => (data.sign = { signatureKind: 'eip191', message: `0x${'12'.repeat(32)}` }),
  ],
  ['chain', transferAuthorization, 'data.sign.domain.chainId', (data) => (data.sign.domain.chainId = 10)],
  [
    'token',
    transferAuthorization,
    'data.sign.domain.verifyingContract',
    (data) => (data.sign.domain.verifyingContract = otherToken),
  ],
  ['payer', transferAuthorization, 'data.sign.value.from', (data) => (data.sign.value.from = thief)],
  ['payee', transferAuthorization, 'data.sign.value.to', (data) => (data.sign.value.to = thief)],
  ['more', transferAuthorization, 'data.sign.value.value', (data) => (data.sign.value.value = '1001')],
  ['no number', transferAuthorization, 'data.sign.value.value', (data) => (data.sign.value.value = 'all')],
  ...['validAfter', 'validBefore'].map((name): (typeof lies)[number] => [
    `no ${name}`,
    transferAuthorization,
    `data.sign.value.${name}`,
    (data) => delete data.sign.value[name],
  ]),
  ...['nonce', 'deadline'].map((name): (typeof lies)[number] => [
    `no ${name} of Permit2`,
    batchPermit,
    `data.sign.value.${name}`,
    (data) => delete data.sign.value[name],
  ]),
  [
    'types',
    transferAuthorization,
    'data.sign.types.TransferWithAuthorization',
    (data) => data.sign.types.TransferWithAuthorization.reverse(),
  ],
  ['another type', transferAuthorization, 'data.sign.types', (data) => (data.sign.types.Other = [])],
  [
    'primary type',
    transferAuthorization,
    'data.sign.primaryType',
    (data) => (data.sign.primaryType = 'Permit'),
  ],
  ['endpoint', transferAuthorization, 'data.post.endpoint', (data) => (data.post.endpoint = '/authorize')],
  ['kind', transferAuthorization, 'data.post.body.kind', (data) => (data.post.body.kind = 'claim')],
  [
    'request',
    transferAuthorization,
    'data.post.body.requestId',
    (data) => (data.post.body.requestId = `0x${'66'.repeat(32)}`),
  ],
  ['name of Permit2', batchPermit, 'data.sign.domain.name', (data) => (data.sign.domain.name = 'Permit3')],
  [
    'address of Permit2',
    batchPermit,
    'data.sign.domain.verifyingContract',
    (data) => (data.sign.domain.verifyingContract = thief),
  ],
  ['types of Permit2', batchPermit, 'data.sign.types', (data) => delete data.sign.types.Call3Value],
  [
    'permitted token',
    batchPermit,
    'data.sign.value.permitted[0].token',
    (data) => (data.sign.value.permitted[0].token = otherToken),
  ],
  [
    'a second token',
    batchPermit,
    'data.sign.value.permitted',
    (data) => data.sign.value.permitted.push({ token: otherToken, amount: '1' }),
  ],
  ['no token', batchPermit, 'data.sign.value.permitted', (data) => delete data.sign.value.permitted],
  [
    'permitted amount',
    batchPermit,
    'data.sign.value.permitted[0].amount',
    (data) => (data.sign.value.permitted[0].amount = '1001'),
  ],
  ['spender', batchPermit, 'data.sign.value.spender', (data) => (data.sign.value.spender = thief)],
  [
    'a router in place of its proxy, through which anybody may spend',
    batchPermit,
    'data.sign.value.spender',
    (data) => (data.sign.value.spender = originRouter),
  ],
  [
    'a witness of another version than the spender',
    batchPermit,
    'data.sign.types.RelayerWitness',
    (data) => (data.sign.value.spender = olderProxy),
  ],
  [
    'a witness without msgValue for a proxy that checks it',
    batchPermit,
    'data.sign.types.RelayerWitness',
    (data) => (data.sign.value.spender = newestProxy),
  ],
  [
    'no msgValue in the witness',
    () => batchPermit('v3.2'),
    'data.sign.value.witness.msgValue',
    (data) => delete data.sign.value.witness.msgValue,
  ],
  [
    'EIP-3009 for an approval proxy, which needs a second signature',
    transferAuthorization,
    'data.sign.value.to',
    (data) => (data.sign.value.to = newestProxy),
  ],
  [
    'EIP-2612, which was not seen',
    batchPermit,
    'data.sign.primaryType',
    (data) => (data.sign.primaryType = 'Permit'),
  ],
  [
    'a witness of another version than the older spender',
    () => batchPermit('v2.1'),
    'data.sign.types.RelayerWitness',
    (data) => (data.sign.value.spender = proxy),
  ],
  [
    'relayer',
    batchPermit,
    'data.sign.value.witness.relayer',
    (data) => (data.sign.value.witness.relayer = thief),
  ],
  [
    'refunds',
    batchPermit,
    'data.sign.value.witness.refundTo',
    (data) => (data.sign.value.witness.refundTo = thief),
  ],
  ['no witness', batchPermit, 'data.sign.value.witness', (data) => delete data.sign.value.witness],
  [
    'no nonce of 32 bytes',
    transferAuthorization,
    'data.sign.value.nonce',
    (data) => (data.sign.value.nonce = 5),
  ],
  [
    'a value that is not text',
    transferAuthorization,
    'data.sign.value.value',
    (data) => (data.sign.value.value = { toString: null }),
  ],
  [
    'null permitted',
    batchPermit,
    'data.sign.value.permitted[0].token',
    (data) => (data.sign.value.permitted = [null]),
  ],
  [
    'metadata that is not hex',
    batchPermit,
    'data.sign.value.witness.metadata',
    (data) => (data.sign.value.witness.metadata = 5),
  ],
  [
    'calls that are no list',
    batchPermit,
    'data.sign.value.witness.call3Values',
    (data) => (data.sign.value.witness.call3Values = null),
  ],
  [
    'a malformed call',
    batchPermit,
    'data.sign.value.witness.call3Values[0]',
    (data) => (data.sign.value.witness.call3Values = [null]),
  ],
  [
    'a call whose value is not a number',
    batchPermit,
    'data.sign.value.witness.call3Values[0].value',
    (data) => (data.sign.value.witness.call3Values[0].value = 'all'),
  ],
  ['kind of permit', batchPermit, 'data.post.body.kind', (data) => (data.post.body.kind = 'eip3009')],
  ['no signature', batchPermit, 'data', (_data, quote) => delete quote.steps[0]!.items[0]!.data],
]

describe('planSteps, permits', () => {
  for (const [name, make] of [
    ['EIP-3009', transferAuthorization],
    ['Permit2 of v3', () => batchPermit('v3')],
    ['Permit2 of v2.1', () => batchPermit('v2.1')],
    ['Permit2 of v3.2', () => batchPermit('v3.2')],
  ] as const) {
    it(`default: ${name}`, () => {
      const [item] = plan(make())
      const data = dataOf(make())
      expect(item).include({ kind: 'signature' })
      const { message, post } = item as Extract<typeof item, { kind: 'signature' }> & object
      expect(post).deep.equal({ path: '/execute/permits', body: data.post.body })
      const { typedData } = message as { typedData: { message: object; types: object; domain: object } }
      expect(JSON.parse(JSON.stringify(typedData.types))).deep.equal(data.sign.types)
      expect(typedData.domain).deep.equal(data.sign.domain)
    })

    it(`needs the caller to allow it: ${name}`, async () => {
      const error = await thrown(() => plan(make(), request, []))
      expect(error).include({ name: 'UnverifiedStepError', needs: 'permit' })
    })
  }

  it('error: EIP-3009 for an approval proxy says why it is refused', async () => {
    const quote = transferAuthorization()
    ;(dataOf(quote).sign.value as { to: Hex }).to = proxy
    expect((await thrown(() => plan(quote))).message).include('needs a second signature')
  })

  it("behavior: signs the deployed approval proxy's type", () => {
    // Of RelayApprovalProxyV3 and RelayApprovalProxyV2_1, with Permit2's own stub before them.
    for (const [version, typeHash] of [
      ['v3', '0x55a7903ce656c814415d37787d050d57d2e27cc7046fae7c76d69f5e02c78d34'],
      ['v3.2', '0x2458af80b2c08811a1eab5b9c486a914d66e2a2d990775ac81a1707c2ecea8bb'],
      ['v2.1', '0x40e0d3a13fbe610aeeda14289ef37f87166466959d04c3a4474eafefed4c5efc'],
    ] as const) {
      const [item] = plan(batchPermit(version))
      const { typedData } = (item as { message: { typedData: TypedDataDefinition } }).message
      const { [typedData.primaryType]: primary, ...others } = typedData.types as unknown as Record<
        string,
        Field[]
      >
      const list = [[typedData.primaryType, primary!] as const, ...Object.entries(others).sort()]
      const write = (of: readonly Field[]) => of.map(({ name, type }) => `${type} ${name}`).join(',')
      const text = list.map(([name, of]) => `${name}(${write(of)})`).join('')
      expect(keccak256(stringToHex(text))).equal(typeHash)
    }
  })

  it('behavior: Permit2 may be approved first if the request asks for a permit', async () => {
    const quote = batchPermit()
    const [approve] = makeQuote(makeOrder(request)).steps
    Object.assign(approve!.items[0]!.data!, { data: encode('approve', [permit2Of(), 1000n]) })
    quote.steps.unshift(approve!)
    expect(plan(quote)).length(2)
    const error = await thrown(() => plan(quote, { ...request, usePermit: false }))
    expect(error).include({ name: 'StepMismatchError', path: 'steps[0].items[0].data.data.spender' })
  })

  it("behavior: accepts only the profile's Permit2 of the chain, if it has one", async () => {
    const own = otherToken
    const chains = profile.chains!.map((chain) => (chain.id === 1 ? { ...chain, permit2: own } : chain))
    const terms = readTerms({ request, profile: { ...profile, chains }, account: account.address })
    const planOf = (address: Address) => {
      const quote = batchPermit()
      dataOf(quote).sign.domain.verifyingContract = address
      const [approve] = makeQuote(makeOrder(request)).steps
      Object.assign(approve!.items[0]!.data!, { data: encode('approve', [address, 1000n]) })
      quote.steps.unshift(approve!)
      return planSteps(quote, terms, ['permit'])
    }
    expect(planOf(own)).length(2)
    expect(await thrown(() => planOf(permit2Of()))).include({ path: 'steps[0].items[0].data.data.spender' })
    const quote = batchPermit()
    const error = await thrown(() => planSteps(quote, terms, ['permit']))
    expect(error).include({ path: 'steps[0].items[0].data.sign.domain.verifyingContract' })
  })

  it("behavior: posts a signature to the profile's path, and refuses a quote with another one", async () => {
    const path = '/execute/permits/v9'
    const moved = { ...profile, operations: { permits: { path } } }
    const terms = readTerms({ request, profile: moved, account: account.address })
    const quote = batchPermit()
    expect(await thrown(() => planSteps(quote, terms, ['permit']))).include({
      path: 'steps[0].items[0].data.post.endpoint',
      required: path,
    })
    dataOf(quote).post.endpoint = path
    expect(planSteps(quote, terms, ['permit']).at(-1)).nested.include({ 'post.path': path })
  })

  it('attack: a transaction in place of a signature, a check of another request', async () => {
    const quote = transferAuthorization()
    quote.steps[0]!.kind = 'transaction'
    expect(await thrown(() => plan(quote))).include({ path: 'steps[0].kind' })
    quote.steps[0]!.kind = 'signature'
    quote.steps[0]!.items[0]!.check!.endpoint = `/intents/status/v3?requestId=0x${'66'.repeat(32)}`
    expect(await thrown(() => plan(quote))).include({ path: 'steps[0].items[0].check.endpoint' })
  })

  it('attack: a permit for native currency', async () => {
    const quote = batchPermit()
    delete quote.protocol
    const error = await thrown(() => plan(quote, { ...request, originCurrency: zeroAddress }))
    expect(error).include({ name: 'StepMismatchError', path: 'steps[0].items[0].data' })
  })

  for (const [field, make, path, change] of lies) {
    it(`attack: ${field}`, async () => {
      const quote = make()
      change(dataOf(quote), quote)
      const error = await thrown(() => plan(quote))
      expect(error.name, error.message).equal('StepMismatchError')
      expect(error.path).equal(`steps[0].items[0].${path}`)
    })
  }
})

describe('planClaim', () => {
  const message = `0x${'ab'.repeat(32)}`
  const claim = (): Step[] =>
    structuredClone([
      {
        id: 'authorize',
        kind: 'signature',
        items: [
          {
            status: 'incomplete',
            data: {
              sign: { signatureKind: 'eip191', message },
              post: { endpoint: '/execute/permits', method: 'POST', body: { kind: 'claim', requestId } },
            },
          },
        ],
      },
    ]) as Step[]

  it('default: signs the hash as bytes', () => {
    const [item] = planClaim({ steps: claim() }, profile, ['claim'])
    expect(item).deep.include({
      message: { raw: message },
      post: { path: '/execute/permits', body: { kind: 'claim', requestId } },
    })
  })

  it('needs the caller to allow it', async () => {
    const moved = { ...profile, operations: { permits: { path: '/execute/permits/v9' } } }
    expect(await thrown(() => planClaim({ steps: claim() }, moved, ['claim']))).include({
      path: 'steps[0].items[0].data.post.endpoint',
      required: '/execute/permits/v9',
    })
    expect(await thrown(() => planClaim({ steps: claim() }, profile))).include({
      name: 'UnverifiedStepError',
      needs: 'claim',
    })
  })

  const claimLies: [string, string, (data: Loose, steps: Step[]) => unknown][] = [
    [
      'a text in place of a hash',
      'data.sign.message',
      (data) => (data.sign.message = 'I agree to all of it'),
    ],
    ['typed data', 'data.sign.signatureKind', (data) => (data.sign = dataOf(transferAuthorization()).sign)],
    ['endpoint', 'data.post.endpoint', (data) => (data.post.endpoint = '/authorize')],
    ['kind', 'data.post.body.kind', (data) => (data.post.body.kind = 'eip3009')],
  ]
  for (const [field, path, change] of claimLies) {
    it(`attack: ${field}`, async () => {
      const steps = claim()
      change(steps[0]!.items[0]!.data, steps)
      const error = await thrown(() => planClaim({ steps }, profile, ['claim']))
      expect(error).include({ name: 'StepMismatchError', path: `steps[0].items[0].${path}` })
    })
  }

  it('attack: a second step, another step', async () => {
    expect(await thrown(() => planClaim({ steps: [...claim(), ...claim()] }, profile, ['claim']))).include({
      path: 'steps',
    })
    expect(
      await thrown(() => planClaim({ steps: [{ ...claim()[0]!, id: 'deposit' }] }, profile, ['claim'])),
    ).include({
      path: 'steps[0].id',
    })
  })
})
