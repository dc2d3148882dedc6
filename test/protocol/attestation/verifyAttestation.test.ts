import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  type Attestation,
  type AttestationCheck,
  type ExpectedAttestation,
  hashOrder,
  padAddress,
  parseAttestation,
  signAttestation,
  verifyAttestation,
} from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { readVector } from '../../support/vectors.js'

const { record, solver } = readVector('attestation-v1-live')
const attestation = parseAttestation(record)
const v2 = parseAttestation(readVector('attestation-v2-live').record)
const { orderData } = readVector('order-live')
const other = `0x${'12'.repeat(20)}` as const

const everyTerm: ExpectedAttestation = {
  originChainId: 1,
  originUser: record.requestData.originUser,
  originCurrency: zeroAddress,
  originAmount: 700000000000000000n,
  destinationChainId: 7777777,
  destinationUser: [other, record.requestData.destinationUser],
}

const failing = (checks: AttestationCheck[]) => checks.filter(({ ok }) => !ok).map(({ name }) => name)
const verify = (expected: ExpectedAttestation, of: Attestation = attestation) =>
  verifyAttestation({ attestation: of, solver, expected })

describe('verifyAttestation', () => {
  it('default', async () => {
    const user = padAddress(record.requestData.originUser)
    expect(await verify(everyTerm)).deep.equal({
      valid: true,
      solver,
      checks: [
        { name: 'signature', ok: true },
        { name: 'solver', ok: true, expected: solver, actual: solver },
        { name: 'originChainId', ok: true, expected: 1, actual: 1 },
        { name: 'originUser', ok: true, expected: user, actual: user },
        {
          name: 'originCurrency',
          ok: true,
          expected: padAddress(zeroAddress),
          actual: padAddress(zeroAddress),
        },
        { name: 'originAmount', ok: true, expected: 700000000000000000n, actual: 700000000000000000n },
        { name: 'destinationChainId', ok: true, expected: 7777777, actual: 7777777 },
        { name: 'destinationUser', ok: true, expected: [padAddress(other), user], actual: user },
      ],
    })
  })

  it('behavior: reports only the requested checks', async () => {
    const names = async (expected: ExpectedAttestation) =>
      (await verify(expected)).checks.map(({ name }) => name)
    expect(await names({})).deep.equal(['signature', 'solver'])
    expect(await names({ originUser: other, now: undefined })).deep.equal([
      'signature',
      'solver',
      'originUser',
    ])
  })

  it('behavior: a wrong expectation fails only its own check', async () => {
    const rows: [ExpectedAttestation, string][] = [
      [{ originChainId: 2 }, 'originChainId'],
      [{ originUser: other }, 'originUser'],
      [{ originCurrency: other }, 'originCurrency'],
      [{ originAmount: 1n }, 'originAmount'],
      [{ destinationChainId: 1 }, 'destinationChainId'],
      [{ destinationUser: other }, 'destinationUser'],
      [{ destinationUser: [other] }, 'destinationUser'],
      [{ destinationUser: [] }, 'destinationUser'],
    ]
    for (const [wrong, name] of rows) {
      const report = await verify({ ...everyTerm, ...wrong })
      expect(report).include({ valid: false, solver })
      expect(failing(report.checks)).deep.equal([name])
      expect(report.checks.find(({ ok }) => !ok)?.message).match(new RegExp(`^${name} is .*`))
    }
  })

  it('behavior: several failures are all reported', async () => {
    const { checks } = await verifyAttestation({
      attestation,
      solver: other,
      expected: { originChainId: 2, destinationChainId: 3 },
    })
    expect(failing(checks)).deep.equal(['solver', 'originChainId', 'destinationChainId'])
    expect(checks[1]).deep.equal({
      name: 'solver',
      ok: false,
      expected: other,
      actual: solver,
      message: `Not signed by a trusted solver: a field was changed, or another key signed. Recovered: ${solver}.`,
    })
    expect(checks[2]?.message).equal('originChainId is 1, which is not what was expected.')
  })

  it('behavior: amount ranges, at and beyond both ends', async () => {
    const amount = 700000000000000000n
    const isOk = async (originAmount: ExpectedAttestation['originAmount']) =>
      (await verify({ originAmount })).valid
    expect(await isOk({ min: amount })).equal(true)
    expect(await isOk({ max: amount })).equal(true)
    expect(await isOk({ min: amount, max: amount })).equal(true)
    expect(await isOk({ min: amount + 1n })).equal(false)
    expect(await isOk({ max: amount - 1n })).equal(false)
    expect(await isOk({ min: amount - 1n, max: amount + 1n })).equal(true)
  })

  it('behavior: accepts one of several solvers, in any form; an empty list trusts none', async () => {
    const names = async (trusted: Parameters<typeof verifyAttestation>[0]['solver']) =>
      failing((await verifyAttestation({ attestation, solver: trusted })).checks)
    expect(await names([other, solver.toLowerCase()])).deep.equal([])
    expect(await names(padAddress(solver))).deep.equal([])
    expect(await names([other])).deep.equal(['solver'])
    expect(await names([])).deep.equal(['solver'])
  })

  it('behavior: no signature is a failing check', async () => {
    const report = await verifyAttestation({ attestation: { ...attestation, signature: undefined }, solver })
    expect(report).include({ valid: false, solver: null })
    expect(failing(report.checks)).deep.equal(['signature', 'solver'])
  })

  it('behavior: an expectation that the layout does not sign fails', async () => {
    const [, , amount] = (await verify({ originAmount: { min: 0n } }, v2)).checks
    expect(amount).deep.equal({
      name: 'originAmount',
      ok: false,
      expected: { min: 0n },
      message: 'Layout v2 does not sign originAmount.',
    })
    expect(failing((await verify({ destinationCurrency: zeroAddress })).checks)).deep.equal([
      'destinationCurrency',
    ])
    const destinationCurrency = readVector('attestation-v2-live').record.requestData.destinationCurrency
    expect((await verify({ destinationCurrency }, v2)).valid).equal(true)
  })

  describe('orders', () => {
    const account = privateKeyToAccount(`0x${'55'.repeat(32)}`)
    const requestId = hashOrder(orderData)
    const { deadline } = orderData.output
    const run = async (expected: ExpectedAttestation, id: Hex = requestId) => {
      const attested = { ...attestation, requestId: id }
      const signature = await signAttestation({ attestation: attested, account })
      return verifyAttestation({ attestation: attested, signature, solver: account.address, expected })
    }

    it('behavior: the order of the request', async () => {
      const { checks } = await run({ orderData, now: deadline })
      expect(checks.slice(2)).deep.equal([
        { name: 'orderId', ok: true, expected: requestId, actual: requestId },
        { name: 'deadline', ok: true, expected: deadline, actual: deadline },
      ])
      expect((await run({ orderData })).checks.map(({ name }) => name)).deep.equal([
        'signature',
        'solver',
        'orderId',
      ])
    })

    it('behavior: a deadline passes once its second is over', async () => {
      for (const now of [0, deadline - 1]) expect((await run({ orderData, now })).valid).equal(true)
      const now = deadline + 1
      const { checks } = await run({ orderData, now })
      expect(failing(checks)).deep.equal(['deadline'])
      const message = `The order expired at ${deadline}, and now is ${now}.`
      expect(checks[3]).deep.equal({ name: 'deadline', ok: false, expected: deadline, actual: now, message })
    })

    it('behavior: the order of another request', async () => {
      const another = { ...orderData, salt: '0x01' }
      const { checks } = await run({ orderData: another })
      expect(failing(checks)).deep.equal(['orderId'])
      const expected = hashOrder(another)
      const message = `requestId is ${requestId}, but the order hashes to ${expected}.`
      expect(checks[2]).deep.equal({ name: 'orderId', ok: false, expected, actual: requestId, message })
    })

    it('behavior: no deadline without an order', async () => {
      const { checks } = await run({ now: 1 })
      expect(checks.slice(2)).deep.equal([
        {
          name: 'deadline',
          ok: false,
          actual: 1,
          message: 'An attestation has no deadline: pass the order as orderData.',
        },
      ])
    })

    it('error: a malformed order', async () => {
      const error = await thrown(() => run({ orderData: { ...orderData, fees: null } }))
      expect(error).include({ name: 'OrderFieldError', field: 'fees', value: null })
    })
  })

  it('error: unparsable input', async () => {
    const unknown = 'left out, as it is unknown'
    const address = 'hex of 20 or 32 bytes'
    const amount = 'a decimal string or a bigint from 0 to 2^256-1'
    const rows: [expected: unknown, field: string, value: unknown, requirement: string][] = [
      [null, 'expected', null, 'an object'],
      [{ orignUser: other }, 'expected.orignUser', other, unknown],
      [{ originChainId: '1' }, 'expected.originChainId', '1', 'a number from 1 to 2^53-1'],
      [{ originUser: '0x12' }, 'expected.originUser', '0x12', address],
      [{ originUser: null }, 'expected.originUser', null, address],
      [{ originAmount: 1 }, 'expected.originAmount', 1, amount],
      [{ originAmount: { min: -1n } }, 'expected.originAmount.min', -1n, amount],
      [{ originAmount: { max: 1.5 } }, 'expected.originAmount.max', 1.5, amount],
      [{ originAmount: { min: 0n, Max: 1n } }, 'expected.originAmount.Max', 1n, unknown],
      [{ destinationUser: [other, '0x1'] }, 'expected.destinationUser[1]', '0x1', address],
      [{ now: 1.5 }, 'expected.now', 1.5, 'Unix seconds'],
      [{ now: -1 }, 'expected.now', -1, 'Unix seconds'],
    ]
    for (const [expected, field, value, requirement] of rows) {
      const error = await thrown(() => verify(mistyped(expected)))
      expect(error).include({ name: 'AttestationFieldError', field, value, requirement })
      expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
    }
    const empty = await thrown(() => verify({ originAmount: {} }))
    expect(empty).include({
      name: 'AttestationFieldError',
      field: 'expected.originAmount',
      requirement: 'a value, or a range with min, max or both',
    })
  })

  it('error: a zero requestId', async () => {
    const requestId = `0x${'00'.repeat(32)}` as const
    const error = await thrown(() =>
      verifyAttestation({ attestation: { ...attestation, requestId }, solver }),
    )
    expect(error).include({
      name: 'AttestationFieldError',
      field: 'requestId',
      value: requestId,
      requirement: 'other than zero',
    })
  })

  it('error: a signature that is not hex', async () => {
    const error = await thrown(() => verifyAttestation({ attestation, signature: '0x1', solver }))
    expect(error).include({ name: 'AttestationFieldError', field: 'signature', value: '0x1' })
  })

  it('error: a solver that is not an EVM address', async () => {
    const requirement = 'an EVM address of 20 bytes, or left-padded to 32'
    for (const value of [undefined, null, '0x12', `0x${'ab'.repeat(32)}`]) {
      const error = await thrown(() => verifyAttestation({ attestation, solver: mistyped(value) }))
      expect(error).include({ name: 'AttestationFieldError', field: 'solver', value, requirement })
      const inList = await thrown(() => verifyAttestation({ attestation, solver: [solver, value] }))
      expect(inList).include({ name: 'AttestationFieldError', field: 'solver[1]', value, requirement })
    }
  })
})

describe('tampered attestations', () => {
  const flip = (hex: Hex, at: number): Hex =>
    `0x${hex.slice(2, 2 + at)}${hex[2 + at] === '0' ? '1' : '0'}${hex.slice(3 + at)}`
  const { signature } = attestation as { signature: Hex }
  const rows: [field: string, changes: Partial<Record<string, unknown>>, failing: string[]][] = [
    ['requestId', { requestId: flip(attestation.requestId, 0) }, ['solver']],
    ['originChainId', { originChainId: 2 }, ['solver', 'originChainId']],
    ['originUser', { originUser: flip(attestation.originUser, 40) }, ['solver', 'originUser']],
    ['originUser, upper bytes', { originUser: flip(attestation.originUser, 0) }, ['solver', 'originUser']],
    [
      'originCurrency',
      { originCurrency: flip(attestation.originCurrency, 63) },
      ['solver', 'originCurrency'],
    ],
    ['originAmount', { originAmount: 700000000000000001n }, ['solver', 'originAmount']],
    ['destinationChainId', { destinationChainId: 8453 }, ['solver', 'destinationChainId']],
    [
      'destinationUser',
      { destinationUser: flip(attestation.destinationUser, 63) },
      ['solver', 'destinationUser'],
    ],
    // No point of the curve has this r.
    ['signature, r', { signature: flip(signature, 63) }, ['signature', 'solver']],
    ['signature, s', { signature: flip(signature, 127) }, ['solver']],
    ['signature, v', { signature: `${signature.slice(0, -2)}1c` }, ['solver']],
    ['signature, missing', { signature: undefined }, ['signature', 'solver']],
    ['signature, cut', { signature: signature.slice(0, -4) }, ['signature', 'solver']],
    [
      'layout',
      { layout: 'v2', originAmount: undefined, destinationCurrency: zeroAddress },
      ['solver', 'originAmount'],
    ],
  ]
  for (const [field, changes, expectedFailing] of rows) {
    it(`${field}: ${expectedFailing.join(', ')}`, async () => {
      const tampered = { ...attestation, ...changes } as Attestation
      const report = await verifyAttestation({ attestation: tampered, solver, expected: everyTerm })
      expect(report.valid).equal(false)
      expect(report.solver).not.equal(solver)
      expect(failing(report.checks)).deep.equal(expectedFailing)
    })
  }

  it('the published record itself is valid', async () => {
    expect((await verifyAttestation({ attestation, solver, expected: everyTerm })).valid).equal(true)
  })
})
