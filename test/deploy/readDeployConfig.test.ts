import { expect } from 'chai'
import { type Address, getAddress, pad, zeroHash } from 'viem'
import { readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { DeployConfigError } from '../../src/deploy/errors.js'
import { relayProfile } from '../../src/index.js'
import type { ServiceProfileChain } from '../../src/service/profile/types.js'
import { thrown } from '../support/errors.js'
import {
  type AttestedOrderReceiverWanted,
  admin,
  depository,
  file,
  native,
  recipient,
  router,
  solver,
} from './support.js'

const read = (
  changes: Record<string, unknown> = {},
  options?: Record<string, unknown>,
  chain?: ServiceProfileChain,
) =>
  readDeployConfig({
    file: { ...file, ...changes },
    options,
    chainId: 31101,
    chain,
  }) as AttestedOrderReceiverWanted

const base = relayProfile.chains!.find(({ id }) => id === 8453)!
const addresses = (...values: string[]) => values.map((value) => getAddress(value))

describe('readDeployConfig', () => {
  it('default', () => {
    expect(read()).to.deep.equal({
      kind: 'attestedOrderReceiver',
      salt: zeroHash,
      roles: undefined,
      fromProfile: { chainName: [], depository: [], routers: [], reserved: [] },
      guard: undefined,
      config: {
        admin: admin.address,
        guardian: admin.address,
        rescuer: admin.address,
        chainName: 'mockorigin',
        solvers: [{ solver, start: 0, stop: 0 }],
        routes: [{ chainId: 1n, currency: zeroHash, min: 1n, max: 1000n }],
        tokens: [{ token: native, min: 1n, max: 1000n }],
        recipients: [{ recipient, hook: true }],
        routers: [router],
        reserved: [depository],
      },
    })
  })

  it('behavior: the guardian and the rescuer are the admin unless they are named', () => {
    expect(read({ guardian: router }, { rescuer: recipient }).config).to.include({
      admin: admin.address,
      guardian: router,
      rescuer: recipient,
    })
  })

  it('behavior: a chain’s fields override the common ones, and options override both', () => {
    const chains = { 31101: { chainName: 'one', admin: router } }
    expect(read({ chains }).config).to.include({ chainName: 'one', admin: router })
    expect(read({ chains }, { admin: recipient }).config).to.include({ chainName: 'one', admin: recipient })
    expect(read({ chains: {} }, {}, base).config.chainName).to.equal('base')
    expect(read({ chains: {}, chainName: 'mine' }, {}, base).config.chainName).to.equal('mine')
  })

  it('behavior: takes all routers of the profile, and reserves its depository and approval proxies', () => {
    const { routers: _, reserved: __, ...unsaid } = file
    const options = { guard: router }
    const { config } = readDeployConfig({
      file: unsaid,
      options,
      chainId: 8453,
      chain: base,
    }) as AttestedOrderReceiverWanted
    expect(config).not.to.have.property('guard')
    expect(config.routers).to.deep.equal(
      addresses(
        '0x0729e2a4716d9f7dd17858d5d504426d228697f7',
        '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f',
        '0x3ec130b627944cad9b2750300ecb0a695da522b6',
      ),
    )
    expect(config.reserved).to.deep.equal([
      ...addresses(
        '0x4cd00e387622c35bddb9b4c962c136462338bc31',
        '0x5567954cd026cebfe486062cb75848e0f1c12e58',
        '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be',
        '0x58cc3e0aa6cd7bf795832a225179ec2d848ce3e7',
      ),
      router,
    ])
  })

  it("behavior: named routers replace the profile's; named reserved addresses are added to its", () => {
    const proxy = base.routers![0]!.approvalProxy!
    const { config } = read({ reserved: [recipient, getAddress(proxy)] }, { guard: recipient }, base)
    expect(config.routers).to.deep.equal([router])
    expect(config.reserved).to.deep.equal([
      recipient,
      getAddress(proxy),
      ...addresses(base.depository!, ...base.routers!.slice(1).map(({ approvalProxy }) => approvalProxy!)),
    ])
    expect(read({ routers: [] }, {}, base).config.routers).to.deep.equal([])
  })

  it('behavior: reserves a Permit2 that the contract does not know', () => {
    const own = getAddress('0x6b4420f66de496d18a6c36367cf7f1440fd9289f')
    expect(read({}, {}, { ...base, permit2: own.toLowerCase() as Address }).config.reserved).to.include(own)
    expect(read({}, {}, base).config.reserved).not.to.include(own)
  })

  it('behavior: reports the values from the profile, even if another field names the same address', () => {
    const [depository, proxy] = addresses(base.depository!, base.routers![1]!.approvalProxy!)
    const { routers: _, reserved: __, ...unsaid } = file
    const read = (changes: object) =>
      readDeployConfig({ file: { ...unsaid, ...changes }, chainId: 8453, chain: base })
    const [first = '', ...others] = addresses(...base.routers!.map(({ address }) => address))
    const named = read({ reserved: [first, proxy], guard: recipient })
    expect(named.guard).to.equal(recipient)
    expect(named.fromProfile.routers).to.deep.equal([first, ...others])
    expect(named.fromProfile.reserved).to.include(depository)
    for (const own of [first, proxy, recipient]) expect(named.fromProfile.reserved).not.to.include(own)
    const { fromProfile } = read({ routers: [depository], reserved: [] })
    expect(fromProfile.routers).to.deep.equal([])
    expect(fromProfile.reserved).to.include(depository)
  })

  it('behavior: a chain that the profile does not have, or without routers, adds nothing', () => {
    expect(read({}, {}, undefined)).to.deep.equal(read())
    const { routers: _, reserved: __, ...unsaid } = file
    const chain = { id: 31101, name: 'a' }
    const { config } = readDeployConfig({
      file: unsaid,
      chainId: 31101,
      chain,
    }) as AttestedOrderReceiverWanted
    expect([config.routers, config.reserved]).to.deep.equal([[], []])
  })

  it('behavior: a guard pays to the depository of the profile, unless another is named', () => {
    const read = (changes: object) =>
      readDeployConfig({
        file: { kind: 'paymentGuard', admin: admin.address, ...changes },
        chainId: 8453,
        chain: base,
      }).config
    expect(read({})).to.include({ chainName: 'base', depository: getAddress(base.depository!) })
    expect(read({ depository })).to.include({ depository })
    expect(read({})).not.to.have.any.keys('reserved', 'routers')
  })

  it('behavior: the long forms, and the limits of each number', () => {
    const { config, salt, roles } = read({
      salt: `0x${'AB'.repeat(32)}`,
      solvers: [{ solver, start: 5, stop: 2 ** 48 - 1 }],
      routes: [{ chainId: 9, currency: `0x${'12'.repeat(32)}`, min: 0, max: (2n ** 128n - 1n).toString() }],
      recipients: [recipient.toLowerCase(), { recipient: router }],
      roles: { guardian: [router], rescue: [] },
    })
    expect(config.solvers).to.deep.equal([{ solver, start: 5, stop: 2 ** 48 - 1 }])
    expect(config.routes).to.deep.equal([
      { chainId: 9n, currency: `0x${'12'.repeat(32)}`, min: 0n, max: 2n ** 128n - 1n },
    ])
    expect(config.recipients).to.deep.equal([
      { recipient, hook: false },
      { recipient: router, hook: false },
    ])
    expect(salt).to.equal(`0x${'ab'.repeat(32)}`)
    expect(roles).to.deep.equal({ guardian: [router], rescue: [] })
  })

  it('behavior: omitted lists are empty', () => {
    const tokens = [{ token: native, min: 0, max: 1 }]
    const options = { kind: 'attestedOrderReceiver', admin: router, chainName: 'a', tokens }
    const { config } = readDeployConfig({ options, chainId: 1 }) as AttestedOrderReceiverWanted
    expect(config).to.include({ admin: router, chainName: 'a' })
    for (const name of ['solvers', 'routes', 'recipients', 'routers', 'reserved'] as const) {
      expect(config[name]).to.deep.equal([])
    }
  })

  const route = { chainId: 1, currency: native, min: '1', max: '2' }
  const wrong: [string, Record<string, unknown>, string, RegExp][] = [
    ['no admin', { admin: undefined }, 'admin', /an address of 20 bytes/],
    ['a zero guardian', { guardian: native }, 'guardian', /other than zero/],
    ['a zero rescuer', { rescuer: native }, 'rescuer', /other than zero/],
    ['a zero admin', { admin: native }, 'admin', /other than zero/],
    ['a wrong checksum', { admin: solver.replace('f70d', 'F70d') }, 'admin', /valid checksum/],
    ['no chain name', { chains: {} }, 'chainName', /the name of chain 31101 in orders, found nothing/],
    ['an empty chain name', { chains: { 31101: { chainName: '' } } }, 'chainName', /the name of this chain/],
    ['an unknown field', { solver: [solver] }, 'the configuration', /without the unknown field solver/],
    [
      'an unknown field of a route',
      { routes: [{ ...route, maximum: 1 }] },
      'routes.0',
      /unknown field maximum/,
    ],
    ['no kind', { kind: undefined }, 'kind', /signedOrderReceiver \(the public service\)/],
    ['no token', { tokens: [] }, 'tokens', /a list with a token: a receiver without one accepts no payment/],
    ['no list of tokens', { tokens: undefined }, 'tokens', /a list with a token/],
    [
      'a token twice',
      { tokens: [native, native].map((token) => ({ token, min: 1, max: 2 })) },
      'tokens.1',
      /another token than entry 0/,
    ],
    ['a token with a max of 0', { tokens: [{ token: native, min: 0, max: 0 }] }, 'tokens.0', /max above 0/],
    ['an unknown kind', { kind: 'receiver' }, 'kind', /attestedOrderReceiver/],
    ['a kind of the prototype', { kind: 'constructor' }, 'kind', /attestedOrderReceiver/],
    ['a guard that is not an address', { guard: '0x12' }, 'guard', /an address of 20 bytes/],
    ['reserved that is not a list', { reserved: router }, 'reserved', /a list/],
    ['a short salt', { salt: '0x12' }, 'salt', /32 bytes of hex/],
    ['a solver that is not an address', { solvers: [solver, '0x12'] }, 'solvers.1', /an address of 20 bytes/],
    [
      'a solver twice',
      { solvers: [solver, { solver }] },
      'solvers.1',
      /another solver than entry 0, which is 0xf70da97812CB/,
    ],
    [
      'a window that ends at its start',
      { solvers: [{ solver, start: 2, stop: 2 }] },
      'solvers.0',
      /stops after/,
    ],
    ['a time beyond 48 bits', { solvers: [{ solver, stop: 2 ** 48 }] }, 'solvers.0.stop', /48 bits/],
    ['a route without a max', { routes: [{ ...route, max: undefined }] }, 'routes.0.max', /decimal string/],
    ['a route with a max of 0', { routes: [{ ...route, min: 0, max: 0 }] }, 'routes.0', /max above 0/],
    ['a route whose min is above its max', { routes: [{ ...route, min: 3 }] }, 'routes.0', /min of at most/],
    [
      'an amount beyond 128 bits',
      { routes: [{ ...route, max: `${2n ** 128n}` }] },
      'routes.0.max',
      /128 bits/,
    ],
    ['an amount in hex', { routes: [{ ...route, max: '0x2' }] }, 'routes.0.max', /decimal string/],
    ['an amount with a fraction', { routes: [{ ...route, max: 1.5 }] }, 'routes.0.max', /decimal string/],
    ['a negative amount', { routes: [{ ...route, min: -1 }] }, 'routes.0.min', /decimal string/],
    [
      'a currency of 21 bytes',
      { routes: [{ ...route, currency: pad('0x', { size: 21 }) }] },
      'routes.0.currency',
      /20 or 32 bytes/,
    ],
    [
      'a route twice, in two forms',
      { routes: [route, { ...route, currency: zeroHash }] },
      'routes.1',
      /another route than entry 0, which is chain 1, currency 0x0{64}, found an object/,
    ],
    ['a chain id of 0', { routes: [{ ...route, chainId: 0 }] }, 'routes.0.chainId', /a chain id/],
    [
      'a hook that is not a boolean',
      { recipients: [{ recipient, hook: 'yes' }] },
      'recipients.0.hook',
      /true or false/,
    ],
    [
      'a recipient twice',
      { recipients: [router, recipient, recipient.toLowerCase()] },
      'recipients.2',
      /another recipient than entry 1, which is 0x2222/,
    ],
    ['a value that is not a list', { routers: router }, 'routers', /a list/],
    ['chains that are a list', { chains: [] }, 'chains', /an object/],
    ['a chain by name', { chains: { base: {} } }, 'chains', /chain ids as keys/],
    ['a number that JSON rounds', { routes: [{ ...route, max: 2 ** 53 }] }, 'routes.0.max', /decimal string/],
    ['a chain that is not an object', { chains: { 31101: 'mock' } }, 'chains.31101', /an object/],
    ['unknown roles', { roles: { owner: [router] } }, 'roles', /the unknown field owner/],
    ['roles that are a list', { roles: [router] }, 'roles', /under admin, policy, guardian and rescue/],
    ['holders that are no list', { roles: { admin: router } }, 'roles.admin', /a list/],
    [
      'a holder that is not an address',
      { roles: { rescue: [router, '0x12'] } },
      'roles.rescue.1',
      /an address/,
    ],
    ['a holder twice', { roles: { rescue: [router, router] } }, 'roles.rescue.1', /another account/],
  ]
  for (const [name, changes, field, requirement] of wrong) {
    it(`error: ${name}`, async () => {
      const error = await thrown(() => read(changes))
      expect(error).instanceOf(DeployConfigError)
      expect(error).to.include({ field })
      expect(error.shortMessage).to.match(requirement)
    })
  }

  it('error: for a chain without a name, names the chain, the option and the reason', async () => {
    const error = await thrown(() => read({ chains: {} }))
    expect(error.metaMessages).to.deep.equal([
      'The profile does not have this chain, and a contract with a wrong name refuses every order.',
      'Say --chain-name NAME, or {"chains":{"31101":{"chainName":"NAME"}}} in the configuration.',
    ])
  })

  const typos: [Record<string, unknown>, field: string, meant: string][] = [
    [{ solver: [solver] }, 'the configuration', 'solvers'],
    [{ chains: {}, chainNam: 'base' }, 'the configuration', 'chainName'],
    [{ rols: {} }, 'the configuration', 'roles'],
    [{ roles: { admins: [] } }, 'roles', 'admin'],
    [{ routes: [{ chainId: 1, curency: native, min: '1', max: '2' }] }, 'routes.0', 'currency'],
    [{ recipients: [recipient, { recpient: recipient }] }, 'recipients.1', 'recipient'],
    [{ solvers: [{ solver, strat: 1 }] }, 'solvers.0', 'start'],
  ]
  for (const [changes, field, meant] of typos) {
    it(`error: a misspelled ${meant}`, async () => {
      const error = await thrown(() => read(changes))
      expect(error).to.include({ field })
      expect(error.metaMessages).to.deep.equal([`(Did you mean ${meant}?)`])
    })
  }

  const other = { 31101: { chainName: 'mockorigin' } }
  const { tokens: ____, routes: _, routers: __, reserved: ___, ...common } = file
  const name = { name: 'ethereum', chainId: 1, isEvm: true }
  const guard = {
    ...common,
    kind: 'paymentGuard',
    depository,
    chainNames: [name],
    recipients: [],
    chains: other,
  }
  const account = `0x${'c0'.repeat(32)}` as const
  const of = (fields: Record<string, unknown>) => readDeployConfig({ file: fields, chainId: 31101 })

  it('behavior: the fields of each kind', () => {
    expect(of({ ...file, kind: 'signedOrderReceiver', chainNames: [name] }).config).to.deep.include({
      chainNames: [{ name: 'ethereum', chainId: 1n, isEvm: true }],
    })
    expect(of({ ...file, kind: 'registeredTermsReceiver', registrars: [router] }).config).to.deep.include({
      registrars: [router],
    })
    const solana = { name: 'solana', chainId: 9, isEvm: false }
    const recipients = [
      { chainId: 1, recipient: recipient.toUpperCase().replace('X', 'x') },
      { chainId: 9, recipient: account },
      { chainId: 31101, recipient },
    ]
    expect(of({ ...guard, chainNames: [name, solana], recipients }).config).to.deep.equal({
      admin: admin.address,
      guardian: admin.address,
      rescuer: admin.address,
      chainName: 'mockorigin',
      solvers: [{ solver, start: 0, stop: 0 }],
      depository,
      chainNames: [
        { ...name, chainId: 1n },
        { ...solana, chainId: 9n },
      ],
      recipients: [
        { chainId: 1n, recipient },
        { chainId: 9n, recipient: account },
        { chainId: 31101n, recipient },
      ],
    })
  })

  it("behavior: a root in any hex case, or a tree's file", () => {
    expect(read({ recipientRoot: account.replace('c0', 'C0') }).config.recipientRoot).to.equal(account)
    expect(read({ recipientRoot: 'tree.json' }).config.recipientRoot).to.deep.equal({ file: 'tree.json' })
  })

  const paid = { chainId: 1, recipient }
  const signed = { ...file, kind: 'signedOrderReceiver' }
  const wrongKinds: [string, Record<string, unknown>, string, RegExp][] = [
    ['a root of 31 bytes', { ...file, recipientRoot: `0x${'12'.repeat(31)}` }, 'recipientRoot', /32 bytes/],
    ['a root of a guard', { ...guard, recipientRoot: account }, 'the configuration', /field recipientRoot/],
    ['names of another kind', { ...file, chainNames: [name] }, 'the configuration', /field chainNames/],
    ['registrars of another kind', { ...signed, registrars: [] }, 'the configuration', /field registrars/],
    [
      'a name without what it is',
      { ...signed, chainNames: [{ ...name, isEvm: undefined }] },
      'chainNames.0.isEvm',
      /true or false/,
    ],
    [
      'an empty name',
      { ...signed, chainNames: [{ ...name, name: '' }] },
      'chainNames.0.name',
      /a name in orders/,
    ],
    [
      'a name twice',
      { ...signed, chainNames: [name, { ...name, chainId: 2 }] },
      'chainNames.1',
      /another name than entry 0, which is ethereum/,
    ],
    [
      'an id twice',
      { ...signed, chainNames: [name, { ...name, name: 'b' }] },
      'chainNames.1',
      /another chain id than entry 0, which is 1,/,
    ],
    [
      'a registrar that is zero',
      { ...file, kind: 'registeredTermsReceiver', registrars: [native] },
      'registrars.0',
      /other than zero/,
    ],
    ['a guard without a depository', { ...guard, depository: undefined }, 'depository', /an address/],
    ['routes of a guard', { ...guard, routes: [] }, 'the configuration', /field routes/],
    ['a recipient of a receiver', { ...guard, recipients: [recipient] }, 'recipients.0', /an object/],
    [
      'a guard’s own id by another name',
      { ...guard, chainNames: [{ ...name, chainId: 31101 }] },
      'chainNames.0',
      /another chain/,
    ],
    [
      'a guard’s own name for another id',
      { ...guard, chainNames: [{ ...name, name: 'mockorigin' }] },
      'chainNames.0',
      /another chain/,
    ],
    [
      'a recipient of no known chain',
      { ...guard, recipients: [{ ...paid, chainId: 2 }] },
      'recipients.0.chainId',
      /one of chainNames/,
    ],
    [
      '32 bytes on an EVM chain',
      { ...guard, recipients: [{ ...paid, recipient: account }] },
      'recipients.0.recipient',
      /20 bytes/,
    ],
    [
      '32 bytes on its own chain',
      { ...guard, recipients: [{ chainId: 31101, recipient: account }] },
      'recipients.0.recipient',
      /20 bytes/,
    ],
    [
      'a recipient that is zero',
      { ...guard, recipients: [{ ...paid, recipient: native }] },
      'recipients.0.recipient',
      /other than zero/,
    ],
    [
      'a recipient of a guard twice',
      { ...guard, recipients: [paid, paid] },
      'recipients.1',
      /another recipient than entry 0, which is chain 1, 0x2222/,
    ],
  ]
  for (const [problem, fields, field, requirement] of wrongKinds) {
    it(`error: ${problem}`, async () => {
      const error = await thrown(() => of(fields))
      expect(error).instanceOf(DeployConfigError)
      expect(error).to.include({ field })
      expect(error.shortMessage).to.match(requirement)
    })
  }

  it("error: never shows the schema library's own messages", async () => {
    const odd = [null, -1, 1.5, 1e300, 2 ** 53, '', 'x', true, [], {}, [null], [{}], [[]], '0x12']
    const nested = (value: unknown) => [
      ...Object.keys(route).map((key) => ({ ...file, routes: [{ ...route, [key]: value }] })),
      ...Object.keys(name).map((key) => ({ ...signed, chainNames: [{ ...name, [key]: value }] })),
      ...Object.keys(paid).map((key) => ({ ...guard, recipients: [{ ...paid, [key]: value }] })),
      ...['solver', 'start', 'stop'].map((key) => ({ ...file, solvers: [{ solver, [key]: value }] })),
      ...['recipient', 'hook'].map((key) => ({ ...file, recipients: [{ recipient, [key]: value }] })),
      ...['admin', 'rescue'].map((key) => ({ ...file, roles: { [key]: value } })),
      ...[file, signed, guard].flatMap((whole) =>
        Object.keys(whole).map((key) => ({ ...whole, [key]: value })),
      ),
    ]
    let refused = 0
    for (const wrongFile of odd.flatMap(nested)) {
      try {
        of(wrongFile)
      } catch (error) {
        refused += 1
        expect(error).instanceOf(DeployConfigError)
        expect((error as DeployConfigError).shortMessage).not.to.match(
          /too (big|small)|invalid|expected|received/i,
        )
      }
    }
    expect(refused).to.be.greaterThan(500)
  })

  it('error: a file that is not an object', async () => {
    const error = await thrown(() => readDeployConfig({ file: [], chainId: 1 }))
    expect(error).instanceOf(DeployConfigError).and.include({ field: 'the configuration' })
  })
})
