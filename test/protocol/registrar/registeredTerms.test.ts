import { expect } from 'chai'
import fc from 'fast-check'
import hre from 'hardhat'
import {
  type Address,
  concat,
  getAddress,
  type Hex,
  keccak256,
  pad,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashPayment, type Payment } from '../../../src/contract/index.js'
import {
  AttestationFieldError,
  AttestationLayoutError,
  hashRegisteredTerms,
  InvalidAccountError,
  InvalidSignatureError,
  parseAttestation,
  type RegisteredTerms,
  recoverRegistrar,
  registrarTypedData,
  signRegisteredTerms,
  TermsFieldError,
  toContractAttestation,
  toContractTerms,
} from '../../../src/index.js'
import { count } from '../../support/deep.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { readVector } from '../../support/vectors.js'

type Case = {
  name: string
  terms: Record<string, never>
  payment?: Record<string, string>
  digest: Hex
  authorizedCall: Hex
}

const vector = readVector('registered-terms')
const { chainId, receiver } = vector as { chainId: number; receiver: Address }
const cases: Case[] = vector.cases
const attestation = parseAttestation(readVector('attestation-v1-live').record)
const account = privateKeyToAccount(`0x${'55'.repeat(32)}`)
const scope = { chainId, receiver, attestation }
const runs = count({ normal: 30, deep: 1000 })

const readTerms = ({ minimum, maximum, ...rest }: Record<string, never>): RegisteredTerms => ({
  ...(rest as unknown as RegisteredTerms),
  minimum: BigInt(minimum!),
  maximum: BigInt(maximum!),
})
const [direct, ranged, authorized] = cases.map(({ terms }) => readTerms(terms)) as [
  RegisteredTerms,
  RegisteredTerms,
  RegisteredTerms,
]
const payment = {
  ...cases[2]!.payment,
  originChainId: 1n,
  minimum: 5n,
  maximum: 9n,
} as unknown as Payment

const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const addressOf = uint(160n).map((value) => getAddress(pad(`0x${value.toString(16)}`, { size: 20 })))
const amounts = fc.tuple(uint(255n), uint(255n)).map(([a, b]) => ({ minimum: a + 1n, maximum: a + 1n + b }))
const deadlineOf = fc.integer({ min: 1, max: 2 ** 48 - 1 })
const generated = fc
  .record({
    token: addressOf,
    recipient: addressOf.filter((address) => address !== zeroAddress),
    deadline: deadlineOf,
    amounts,
  })
  .map(({ amounts, ...terms }): RegisteredTerms => ({ ...terms, ...amounts }))

describe('registrarTypedData and hashRegisteredTerms', () => {
  for (const [index, { name, digest, authorizedCall }] of cases.entries()) {
    it(`default: the known answer, ${name}`, () => {
      const terms = readTerms(cases[index]!.terms)
      const { domain, message, primaryType } = registrarTypedData({ ...scope, terms })
      expect(domain).deep.equal({ name: 'fillproof', version: '1', chainId, verifyingContract: receiver })
      expect(primaryType).equal('RegisteredTerms')
      expect(message.authorizedCall).equal(authorizedCall)
      expect(message).include({
        attestationHash: '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c',
        requestId: attestation.requestId,
      })
      expect(hashRegisteredTerms({ ...scope, terms })).equal(digest)
    })
  }

  it('default: the known type hash', () => {
    const { types } = registrarTypedData({ ...scope, terms: direct })
    const members = types.RegisteredTerms.map(({ type, name }) => `${type} ${name}`).join(',')
    expect(keccak256(stringToHex(`RegisteredTerms(${members})`))).equal(vector.typeHash)
  })

  it('behavior: a payment equals its calldata, with or without bytes after it', () => {
    const { authorizedCall } = authorized
    const hash = hashRegisteredTerms({ ...scope, terms: authorized })
    for (const call of [payment, concat([authorizedCall as Hex, '0x1234'])]) {
      expect(hashRegisteredTerms({ ...scope, terms: { ...authorized, authorizedCall: call } })).equal(hash)
    }
    expect(registrarTypedData({ ...scope, terms: authorized }).message.authorizedCall).equal(
      hashPayment({ chainId, receiver, payment }),
    )
  })

  it('behavior: every part changes the digest', () => {
    const variants: Parameters<typeof hashRegisteredTerms>[0][] = [
      { ...scope, terms: ranged },
      { ...scope, chainId: chainId + 1, terms: ranged },
      { ...scope, receiver: account.address, terms: ranged },
      { ...scope, attestation: { ...attestation, requestId: pad('0x1') }, terms: ranged },
      { ...scope, attestation: mistyped({ ...attestation, originAmount: 1n }), terms: ranged },
      { ...scope, terms: { ...ranged, token: receiver } },
      { ...scope, terms: { ...ranged, minimum: 1n } },
      { ...scope, terms: { ...ranged, maximum: 2n ** 255n } },
      { ...scope, terms: { ...ranged, recipient: receiver } },
      { ...scope, terms: { ...ranged, deadline: 1 } },
      { ...scope, terms: { ...ranged, authorizedCall: payment } },
      { ...scope, terms: { ...ranged, authorizedCall: { ...payment, salt: zeroHash } } },
      { ...scope, terms: { ...ranged, authorizedCall: { ...payment, refundTo: zeroAddress } } },
    ]
    expect(new Set(variants.map(hashRegisteredTerms)).size).equal(variants.length)
  })

  it('behavior: Solidity makes the same digests', async () => {
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    try {
      const harness = await connection.viem.deployContract('EvidenceHarness')
      const live = await (await connection.viem.getPublicClient()).getChainId()
      const digest = (terms: RegisteredTerms, id = chainId, address = receiver) => {
        const { authorizedCall, token, minimum, maximum, recipient, deadline } = registrarTypedData({
          attestation,
          chainId: id,
          receiver: address,
          terms,
        }).message
        const struct = { token, minimum, maximum, recipient, deadline, authorizedCall }
        return harness.read.digestTerms([BigInt(id), address, toContractAttestation(attestation), struct])
      }
      for (const [index, { digest: known }] of cases.entries()) {
        expect(await digest([direct, ranged, authorized][index]!)).equal(known)
      }
      await fc.assert(
        fc.asyncProperty(
          generated,
          addressOf.filter((a) => a !== zeroAddress),
          async (terms, address) => {
            const hash = hashRegisteredTerms({ attestation, chainId: live, receiver: address, terms })
            expect(await digest(terms, live, address)).equal(hash)
          },
        ),
        { numRuns: runs },
      )
      const { authorizedCall } = authorized
      const hash = hashPayment({ chainId: live, receiver, payment })
      expect(await harness.read.hashAuthorizedCall([authorizedCall as Hex, receiver])).equal(hash)
      const longer = concat([authorizedCall as Hex, '0x12'])
      expect(await harness.read.hashAuthorizedCall([longer, receiver])).equal(hash)
    } finally {
      await connection.close()
    }
  })

  it('error: every field', async () => {
    const data = authorized.authorizedCall as Hex
    for (const [change, field] of [
      [{ chainId: 0 }, 'chainId'],
      [{ chainId: 2 ** 53 }, 'chainId'],
      [{ receiver: zeroAddress }, 'receiver'],
      [{ receiver: pad(receiver) }, 'receiver'],
      [{ terms: undefined }, 'terms'],
      [{ terms: { ...ranged, token: '0x' } }, 'terms.token'],
      [{ terms: { ...ranged, minimum: 0n } }, 'terms.minimum'],
      [{ terms: { ...ranged, minimum: '5' } }, 'terms.minimum'],
      [{ terms: { ...ranged, maximum: ranged.minimum - 1n } }, 'terms.maximum'],
      [{ terms: { ...ranged, maximum: 2n ** 256n } }, 'terms.maximum'],
      [{ terms: { ...ranged, recipient: zeroAddress } }, 'terms.recipient'],
      [{ terms: { ...ranged, deadline: 0 } }, 'terms.deadline'],
      [{ terms: { ...ranged, deadline: 2 ** 48 } }, 'terms.deadline'],
      [{ terms: { ...ranged, deadline: 1.5 } }, 'terms.deadline'],
      [{ terms: { ...ranged, authorizedCall: '0x12' } }, 'terms.authorizedCall'],
      [{ terms: { ...ranged, authorizedCall: null } }, 'terms.authorizedCall'],
      [{ terms: { ...ranged, authorizedCall: `0xffffffff${data.slice(10)}` } }, 'terms.authorizedCall'],
      // Its data is cut; its padding may be.
      [{ terms: { ...ranged, authorizedCall: data.slice(0, -2 * 30) } }, 'terms.authorizedCall'],
      [{ terms: { ...ranged, authorizedCall: { ...payment, salt: '0x12' } } }, 'terms.authorizedCall'],
    ] as const) {
      const parameters = { ...scope, terms: direct, ...change }
      const error = await thrown(() => hashRegisteredTerms(mistyped(parameters)))
      expect(error, field).instanceOf(TermsFieldError)
      expect(error.field).equal(field)
    }
    const v2 = parseAttestation(readVector('attestation-v2-live').record)
    const zero = { ...attestation, requestId: zeroHash }
    for (const [other, type] of [
      [v2, AttestationLayoutError],
      [zero, AttestationFieldError],
    ] as const) {
      const run = () => hashRegisteredTerms({ ...scope, attestation: other, terms: direct })
      expect(await thrown(run)).instanceOf(type)
    }
  })

  it('behavior: bounds', () => {
    for (const change of [
      { minimum: 1n, maximum: 2n ** 256n - 1n },
      { minimum: 5n, maximum: 5n },
      { deadline: 1 },
      { deadline: 2 ** 48 - 1 },
    ]) {
      expect(toContractTerms({ ...ranged, ...change })).include.keys(Object.keys(change))
    }
  })
})

describe('signRegisteredTerms and recoverRegistrar', () => {
  it("default: recovers an account's signature, also in the short form", async () => {
    for (const terms of [direct, ranged, authorized]) {
      const signature = await signRegisteredTerms({ ...scope, terms, account })
      expect(signature).match(/^0x[0-9a-f]{128}(1b|1c)$/)
      expect(await recoverRegistrar({ ...scope, terms, signature })).equal(account.address)
      const parity = signature.endsWith('1c') ? 2n ** 255n : 0n
      const s = BigInt(`0x${signature.slice(66, 130)}`) + parity
      const compact = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}` as Hex
      expect(await recoverRegistrar({ ...scope, terms, signature: compact })).equal(account.address)
    }
  })

  it('behavior: other terms recover another signer', async () => {
    const signature = await signRegisteredTerms({ ...scope, terms: direct, account })
    const other = { ...direct, recipient: account.address }
    expect(await recoverRegistrar({ ...scope, terms: other, signature })).not.equal(account.address)
  })

  it('error: signatures that no contract accepts', async () => {
    const signature = await signRegisteredTerms({ ...scope, terms: direct, account })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    for (const [bad, reason] of [
      ['0x', 'length'],
      [signature.slice(0, -4), 'length'],
      [`${signature.slice(0, -2)}00`, 'v'],
      [`${signature.slice(0, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}`, 's'],
    ] as const) {
      const error = await thrown(() => recoverRegistrar({ ...scope, terms: direct, signature: bad as Hex }))
      expect(error).instanceOf(InvalidSignatureError).include({ reason })
    }
    expect(await thrown(() => recoverRegistrar({ ...scope, terms: direct, signature: 'x' as Hex }))).include({
      name: 'TermsFieldError',
      field: 'signature',
    })
  })

  it('error: an account that cannot sign', async () => {
    for (const cannot of [undefined, { ...account, signTypedData: undefined }]) {
      const run = () => signRegisteredTerms({ ...scope, terms: direct, account: mistyped(cannot) })
      expect(await thrown(run)).instanceOf(InvalidAccountError)
    }
    const high = { ...account, signTypedData: async () => `0x${'ff'.repeat(64)}1b` }
    const run = () => signRegisteredTerms({ ...scope, terms: direct, account: mistyped(high) })
    expect(await thrown(run)).instanceOf(InvalidSignatureError)
  })
})
