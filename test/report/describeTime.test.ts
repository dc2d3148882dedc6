import { expect } from 'chai'
import { describePast, describeTime } from '../../src/report/rows/describeTime.js'

const now = 1_800_000_000

describe('describeTime', () => {
  it('default: shows the local time with its zone and the distance', () => {
    const { TZ } = process.env
    try {
      process.env.TZ = 'America/New_York'
      expect(describeTime(now + 240, now)).to.match(/^15 Jan 2027, 03:04:00 (EST|GMT-5) \(in 4 min\)$/)
      process.env.TZ = 'Asia/Tokyo'
      expect(describeTime(now - 7200, now)).to.match(/^15 Jan 2027, 15:00:00 (JST|GMT\+9) \(2 hr ago\)$/)
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })

  it('behavior: switches to the next unit once a whole one fits', () => {
    for (const [seconds, text] of [
      [0, 'in 0 sec'],
      [59, 'in 59 sec'],
      [60, 'in 1 min'],
      [-59, '59 sec ago'],
      [-60, '1 min ago'],
      [3599, 'in 59 min'],
      [3600, 'in 1 hr'],
      [86_399, 'in 23 hr'],
      [86_400, 'in 1 day'],
      [-31_557_600, '1 yr ago'],
    ] as const) {
      expect(describeTime(now + seconds, now), text).to.include(`(${text})`)
    }
  })

  it('behavior: shows deadlines beyond the range of dates', () => {
    expect(describeTime(8_640_000_000_000, now)).to.include('275760')
    expect(describeTime(8_640_000_000_001, now)).to.equal('8640000000001 (never, in effect)')
    expect(describeTime(2 ** 48 - 1, now)).to.include('never')
  })

  it('behavior: past events are never shown in the future, however the clocks differ', () => {
    const now = 1_800_000_000
    expect(describePast(now - 5, now)).to.equal(describeTime(now - 5, now))
    expect(describePast(now, now)).to.equal(describeTime(now, now))
    expect(describePast(now + 5, now)).to.match(/\(5 sec ahead of this machine's clock\)$/)
    expect(describePast(now + 7200, now)).to.match(/\(2 hr ahead of this machine's clock\)$/)
  })
})
