import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parseProfile } from '../../src/cli/parseProfile.js'
import { readProfile } from '../../src/cli/readProfile.js'
import { mockProfile, relayProfile } from '../../src/index.js'
import { thrown } from '../support/errors.js'

describe('profiles', () => {
  it('default: the shipped profiles are valid as files', async () => {
    for (const profile of [relayProfile, mockProfile]) {
      expect(parseProfile(JSON.parse(JSON.stringify(profile)), 'file')).to.deep.equal(profile)
    }
    expect(await readProfile('relay')).to.equal(relayProfile)
    expect(await readProfile('mock')).to.equal(mockProfile)
  })

  it('behavior: reads a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fillproof-'))
    try {
      const path = join(folder, 'profile.json')
      await writeFile(path, JSON.stringify(relayProfile))
      expect(await readProfile(path)).to.deep.equal(relayProfile)
      await writeFile(path, '{')
      expect(await thrown(() => readProfile(path))).to.include({ name: 'UsageError' })
    } finally {
      await rm(folder, { recursive: true })
    }
    expect(await thrown(() => readProfile(folder))).to.include({ name: 'UsageError' })
  })

  describe('error: names the field', () => {
    const router = relayProfile.chains![0]!.routers![0]!
    const withRouter = (changed: object) => ({
      ...relayProfile,
      chains: [{ id: 1, name: 'ethereum', routers: [changed] }],
    })
    const cases: [string, unknown][] = [
      ['it', []],
      ['name', { ...relayProfile, name: '' }],
      ['baseUrl', { ...relayProfile, baseUrl: 'ftp://example' }],
      ['wsUrl', { ...relayProfile, wsUrl: 'https://example' }],
      ['solvers.evm', { ...relayProfile, solvers: { evm: '0x12' } }],
      ['routers', { ...relayProfile, routers: [router.address] }],
      ['chains.0.routers.0.address', withRouter({ ...router, address: '0x12' })],
      ['chains.0.routers.0.form', withRouter({ ...router, form: 'v3' })],
      ['chains.0.routers.0.witness', withRouter({ ...router, witness: undefined })],
      ['chains.0.routers.0.callLog', withRouter({ ...router, callLog: 'data' })],
      ['chains.0.routers.0.label', withRouter({ ...router, label: '' })],
      ['chains.0.routers.0.assumed', withRouter({ ...router, assumed: false })],
      ['chains.0.routers.0.approvalProxy', withRouter({ ...router, approvalProxy: '0x12' })],
      ['chains.0.routers.0', withRouter({ ...router, proxy: router.address })],
      ['chains.0.id', { ...relayProfile, chains: [{ id: '1', name: 'ethereum' }] }],
      ['nonceMappingDomainName', { ...relayProfile, nonceMappingDomainName: undefined }],
      ['venue.chainName', { ...relayProfile, venue: { ...relayProfile.venue, chainName: 1 } }],
      ['finality.seconds', { ...relayProfile, finality: { blocks: 1 } }],
      ['finality.blocks', { ...relayProfile, finality: { blocks: -1, seconds: 1 } }],
      [
        'finality.chains.base.blocks',
        { ...relayProfile, finality: { blocks: 1, seconds: 1, chains: { base: { seconds: 1 } } } },
      ],
      ['solver', { ...relayProfile, solver: relayProfile.solvers!.evm }],
    ]
    for (const [field, value] of cases) {
      it(field, async () => {
        const error = await thrown(() => parseProfile(value, 'some.json'))
        expect(error).to.include({ name: 'UsageError' })
        expect(error.shortMessage)
          .to.match(/^The profile some.json can't be used: /)
          .and.include(field)
      })
    }
  })
})
