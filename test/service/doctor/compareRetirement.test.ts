import { expect } from 'chai'
import { relayProfile } from '../../../src/index.js'
import { compareRetirement, type RetirementFacts } from '../../../src/service/doctor/compareRetirement.js'
import { differences } from './support.js'

const nowMs = Date.parse('2026-11-26')
const compare = (fact: Partial<RetirementFacts>, at = nowMs) =>
  compareRetirement([{ operation: 'POST /price', ...fact }], { profile: relayProfile, nowMs: at })
const seconds = (day: string) => Date.parse(day) / 1000
const known = 'deprecated 2026-11-25, ends 2027-02-23'
const row = { subject: 'end of POST /price', known }

describe('compareRetirement', () => {
  it('default: an end known to the profile is no difference', () => {
    // As the service's guide to quote v3 has it: @1795564800 is the day.
    expect(compare({ deprecatedAt: 1795564800, endsAt: seconds('2027-02-23'), links: [] })).deep.equal([
      { status: 'same', ...row, found: known },
    ])
    expect(compare({ endsAt: seconds('2027-02-23') })).deep.equal([
      { status: 'same', ...row, found: 'ends 2027-02-23' },
    ])
  })

  it('behavior: another deprecation date, and an invalid one', () => {
    expect(differences(compare({ deprecatedAt: seconds('2026-11-26') }))).deep.equal([
      { status: 'changed', ...row, found: 'deprecated 2026-11-26' },
    ])
    expect(differences(compare({ operation: 'GET /chains', endsAt: 1e300 }))).deep.equal([
      { status: 'changed', subject: 'end of GET /chains', known: 'in use', found: 'announced' },
    ])
  })

  it('behavior: another end, with its successor', () => {
    const links = [
      { rel: 'sunset', url: '/dates' },
      { rel: 'successor-version', url: '/quote/v4' },
    ]
    const [found] = compare({ endsAt: seconds('2027-01-31'), links })
    expect(found).include({ status: 'changed', ...row, found: 'ends 2027-01-31' })
    expect(found!.meaning).include('works until 2027-01-31').include('Use /quote/v4.')
    expect(compare({ endsAt: seconds('2027-01-31') })[0]!.meaning).include('Use POST /quote/v3.')
  })

  it('behavior: an unknown end, with or without a date', () => {
    for (const [fact, found] of [
      [{ endsAt: seconds('2027-01-31') }, 'ends 2027-01-31'],
      [{}, 'announced'],
    ] as const) {
      expect(differences(compare({ operation: 'GET /chains', ...fact }))).deep.equal([
        { status: 'changed', subject: 'end of GET /chains', known: 'in use', found },
      ])
    }
  })

  it('behavior: an ended operation is a row: a difference before its date, none after it', () => {
    const found = 'ended: it answers 410'
    expect(differences(compare({ refusedWith: 410 }))).deep.equal([{ status: 'gone', ...row, found }])
    expect(compare({ refusedWith: 410 }, Date.parse('2027-02-23'))).deep.equal([
      { status: 'same', ...row, found },
    ])
  })

  it('behavior: a call that needs a key is a row but not an end', () => {
    const found = 'answers 401 without a key'
    expect(differences(compare({ refusedWith: 401 }, Date.parse('2027-02-23')))).deep.equal([
      { status: 'changed', subject: 'POST /price', known: 'no key', found },
    ])
  })

  it('behavior: a call refused without a reason is a row but not an end', () => {
    const refused = differences(compare({ refusedWith: 403 }, Date.parse('2027-02-23')))
    expect(refused).length(1)
    expect(refused[0]).include({ status: 'changed', subject: 'POST /price', found: 'answers 403' })
  })
})
