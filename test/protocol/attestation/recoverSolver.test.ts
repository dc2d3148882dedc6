import { expect } from 'chai'
import { type Hex, numberToHex, parseCompactSignature, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseAttestation, recoverSolver, signAttestation, verifyAttestation } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { generateAttestations } from '../../support/generate.js'
import { mistyped } from '../../support/mistyped.js'
import { toCompact } from '../../support/toCompact.js'
import { readVector } from '../../support/vectors.js'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const vector = readVector('attestation-v1-live')
const attestation = parseAttestation(vector.record)
const signature: Hex = vector.record.signature
const { r, s } = parseSignature(signature)
const word = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)
const join = (first: bigint, second: bigint, v: number): Hex =>
  `0x${word(first)}${word(second)}${v.toString(16).padStart(2, '0')}`
const R = BigInt(r)
const S = BigInt(s)
const compact = toCompact(signature)
const withParity = 2n ** 255n

const forms: [form: string, signature: Hex, reason: string][] = [
  ['no bytes', '0x', 'length'],
  ['63 bytes', `0x${signature.slice(2, 128)}`, 'length'],
  ['66 bytes', `${signature}00`, 'length'],
  ['130 bytes', `${signature}${signature.slice(2)}`, 'length'],
  ['v of 0', join(R, S, 0), 'v'],
  ['v of 1', join(R, S, 1), 'v'],
  ['v of 26', join(R, S, 26), 'v'],
  ['v of 29', join(R, S, 29), 'v'],
  ['v of 255', join(R, S, 255), 'v'],
  ['high s', join(R, curveOrder - S, 28), 's'],
  ['s just above half the order', join(R, curveOrder / 2n + 1n, 27), 's'],
  ['zero s', join(R, 0n, 27), 's'],
  ['s of the order', join(R, curveOrder, 27), 's'],
  ['zero r', join(0n, S, 27), 'r'],
  ['r of the order', join(curveOrder, S, 27), 'r'],
  ['r above the order', join(2n ** 256n - 1n, S, 27), 'r'],
  ['an r that lies on no point', join(5n, S, 27), 'unrecoverable'],
  ['64 bytes with zero r', `0x${word(0n)}${word(S)}`, 'r'],
  ['64 bytes with zero s', `0x${word(R)}${word(withParity)}`, 's'],
  ['64 bytes with high s', `0x${word(R)}${word(curveOrder / 2n + 1n + withParity)}`, 's'],
]

const explanations: Record<string, string> = {
  missing: 'there is none',
  length: 'it must have 65 bytes (r, s, v), or 64 bytes (ERC-2098)',
  v: 'v must be 27 or 28',
  r: 'r must be from 1 to the order of secp256k1 less 1',
  s: 's must be from 1 to half the order of secp256k1',
  unrecoverable: 'no key could have made it',
}

describe('recoverSolver', () => {
  it('default', async () => {
    expect(await recoverSolver({ attestation })).equal(vector.solver)
  })

  it('behavior: a separate signature, in any hex case', async () => {
    const { signature: _, ...bare } = attestation
    expect(await recoverSolver({ attestation: bare as typeof attestation, signature })).equal(vector.solver)
    const upper: Hex = `0x${signature.slice(2).toUpperCase()}`
    expect(await recoverSolver({ attestation: bare as typeof attestation, signature: upper })).equal(
      vector.solver,
    )
  })

  it('behavior: 64 bytes (ERC-2098), of both parities', async () => {
    expect(await recoverSolver({ attestation, signature: compact })).equal(vector.solver)
    const account = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    const parities = new Set<number>()
    for (const generated of generateAttestations(16, 3)) {
      const long = await signAttestation({ attestation: generated, account })
      const short = toCompact(long)
      parities.add(
        parseCompactSignature(short).yParityAndS > numberToHex(withParity - 1n, { size: 32 }) ? 1 : 0,
      )
      expect(await recoverSolver({ attestation: generated, signature: short })).equal(account.address)
    }
    expect(parities.size).equal(2)
  })

  it('behavior: 65 bytes with a v of 27 equal the 64-byte form without v', async () => {
    expect(compact).equal(signature.slice(0, -2))
  })

  it('behavior: the highest s is half the curve order', async () => {
    const highest = join(R, curveOrder / 2n, 27)
    expect(await recoverSolver({ attestation, signature: highest })).match(/^0x/)
  })

  for (const [form, broken, reason] of forms) {
    it(`error: ${form}`, async () => {
      const error = await thrown(() => recoverSolver({ attestation, signature: broken }))
      expect(error).include({ name: 'InvalidSignatureError', reason, signature: broken })
      expect(error.shortMessage).equal(`The signature is not valid: ${explanations[reason]}.`)

      const report = await verifyAttestation({ attestation, signature: broken, solver: vector.solver })
      expect(report).include({ valid: false, solver: null })
      expect(report.checks).deep.equal([
        { name: 'signature', ok: false, message: error.shortMessage },
        {
          name: 'solver',
          ok: false,
          expected: vector.solver,
          message: 'No signer can be recovered.',
        },
      ])
    })
  }

  it('error: no signature', async () => {
    const { signature: _, ...bare } = attestation
    const error = await thrown(() => recoverSolver({ attestation: bare as typeof attestation }))
    expect(error).include({ name: 'InvalidSignatureError', reason: 'missing' })
    expect(error.shortMessage).equal('The signature is not valid: there is none.')
  })

  it('error: no hex', async () => {
    for (const text of ['0x1', 'abcd', 1, null]) {
      const error = await thrown(() => recoverSolver({ attestation, signature: mistyped(text) }))
      expect(error).include({
        name: 'AttestationFieldError',
        field: 'signature',
        value: text,
        requirement: 'hex of whole bytes',
      })
    }
  })
})

describe('signAttestation', () => {
  it('default', async () => {
    const account = privateKeyToAccount(`0x${'33'.repeat(32)}`)
    for (const generated of generateAttestations(20, 4)) {
      const signed = await signAttestation({ attestation: generated, account })
      expect(signed).match(/^0x[0-9a-f]{128}(1b|1c)$/)
      expect(await recoverSolver({ attestation: generated, signature: signed })).equal(account.address)
    }
  })

  it('error: an account that signs in a form that no contract accepts', async () => {
    const account = { signMessage: async () => join(R, curveOrder - S, 28) }
    const error = await thrown(() => signAttestation({ attestation, account: mistyped(account) }))
    expect(error).include({ name: 'InvalidSignatureError', reason: 's' })
  })

  it('error: a key in place of an account, never shown in the message', async () => {
    const key = `0x${'44'.repeat(32)}`
    const error = await thrown(() => signAttestation({ attestation, account: mistyped(key) }))
    expect(error).include({
      name: 'InvalidAccountError',
      shortMessage: 'The account must be able to sign by itself: pass a viem LocalAccount.',
    })
    expect(error.metaMessages).deep.equal([
      'A private key becomes one with privateKeyToAccount from viem/accounts.',
    ])
    expect(JSON.stringify([error.message, error])).not.include('4444')
  })
})
