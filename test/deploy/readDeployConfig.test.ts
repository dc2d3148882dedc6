import { expect } from 'chai'
import { pad, zeroHash } from 'viem'
import { readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { DeployConfigError } from '../../src/errors/deploy.js'
import { thrown } from '../support/errors.js'
import {
  admin,
  depository,
  type FillReceiverWanted,
  file,
  native,
  recipient,
  router,
  solver,
} from './support.js'

const read = (changes: Record<string, unknown> = {}, options?: Record<string, unknown>, chainName?: string) =>
  readDeployConfig({
    file: { ...file, ...changes },
    options,
    chainId: 31101,
    chainName,
  }) as FillReceiverWanted

describe('readDeployConfig', () => {
  it('default', () => {
    expect(read()).to.deep.equal({
      kind: 'fillReceiver',
      salt: zeroHash,
      roles: undefined,
      config: {
        admin: admin.address,
        chainName: 'mockorigin',
        solvers: [{ solver, start: 0, stop: 0 }],
        routes: [{ chainId: 1n, currency: zeroHash, min: 1n, max: 1000n }],
        recipients: [{ recipient, hook: true }],
        routers: [router],
        reserved: [depository],
      },
    })
  })

  it('behavior: a chain’s own fields win over the common ones, and options over both', () => {
    const chains = { 31101: { chainName: 'one', admin: router } }
    expect(read({ chains }).config).to.include({ chainName: 'one', admin: router })
    expect(read({ chains }, { admin: recipient }).config).to.include({ chainName: 'one', admin: recipient })
    expect(read({ chains: {} }, {}, 'of the profile').config.chainName).to.equal('of the profile')
    expect(read({ chains: {}, chainName: 'mine' }, {}, 'of the profile').config.chainName).to.equal('mine')
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

  it('behavior: lists that are left out are empty', () => {
    const options = { admin: router, chainName: 'a' }
    const { config } = readDeployConfig({ options, chainId: 1 }) as FillReceiverWanted
    expect(config).to.include({ admin: router, chainName: 'a' })
    for (const name of ['solvers', 'routes', 'recipients', 'routers', 'reserved'] as const) {
      expect(config[name]).to.deep.equal([])
    }
  })

  const route = { chainId: 1, currency: native, min: '1', max: '2' }
  const wrong: [string, Record<string, unknown>, string, RegExp][] = [
    ['no admin', { admin: undefined }, 'admin', /an address of 20 bytes/],
    ['a zero admin', { admin: native }, 'admin', /other than zero/],
    ['a wrong checksum', { admin: solver.replace('f70d', 'F70d') }, 'admin', /right checksum/],
    ['no chain name', { chains: {} }, 'chainName', /the name of this chain/],
    ['an empty chain name', { chains: { 31101: { chainName: '' } } }, 'chainName', /the name of this chain/],
    ['an unknown field', { solver: [solver] }, 'the configuration', /without the unknown field solver/],
    [
      'an unknown field of a route',
      { routes: [{ ...route, maximum: 1 }] },
      'routes.0',
      /unknown field maximum/,
    ],
    ['an unknown kind', { kind: 'receiver' }, 'kind', /fillReceiver/],
    ['a kind of the prototype', { kind: 'constructor' }, 'kind', /fillReceiver/],
    ['a short salt', { salt: '0x12' }, 'salt', /32 bytes of hex/],
    ['a solver that is no address', { solvers: [solver, '0x12'] }, 'solvers.1', /an address of 20 bytes/],
    ['a solver twice', { solvers: [solver, { solver }] }, 'solvers', /one entry for each/],
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
      'routes',
      /one entry for each/,
    ],
    ['a chain id of 0', { routes: [{ ...route, chainId: 0 }] }, 'routes.0.chainId', /a chain id/],
    [
      'a hook that is no boolean',
      { recipients: [{ recipient, hook: 'yes' }] },
      'recipients.0.hook',
      /true or false/,
    ],
    [
      'a recipient twice',
      { recipients: [recipient, recipient.toLowerCase()] },
      'recipients',
      /one entry for each/,
    ],
    ['a list that is none', { routers: router }, 'routers', /a list/],
    ['chains that are a list', { chains: [] }, 'chains', /an object/],
    ['a chain by name', { chains: { base: {} } }, 'chains', /by chain id/],
    ['a chain that is no object', { chains: { 31101: 'mock' } }, 'chains.31101', /an object/],
    ['roles that nobody knows', { roles: { owner: [router] } }, 'roles', /admin, policy, guardian/],
  ]
  for (const [name, changes, field, requirement] of wrong) {
    it(`error: ${name}`, async () => {
      const error = await thrown(() => read(changes))
      expect(error).instanceOf(DeployConfigError)
      expect(error).to.include({ field, exitStatus: 2 })
      expect(error.shortMessage).to.match(requirement)
    })
  }

  it('error: a file that is no object', async () => {
    const error = await thrown(() => readDeployConfig({ file: [], chainId: 1 }))
    expect(error).instanceOf(DeployConfigError).and.include({ field: 'the configuration' })
  })
})
