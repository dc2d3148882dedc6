// The three receivers under one face: what they share is `payAuthorized`, what differs is the evidence.
import { type Address, encodeFunctionData, type Hash, type Hex, zeroHash } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import {
  deployFixture,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  ownChainId,
  type PaymentTerms,
  solver,
} from './fixture.js'
import { deployRegisteredFixture, type RegisteredFixture, register } from './registered.js'
import { deploySignedFixture, makeSigned, makeSignedCall } from './signedFixture.js'

export const kinds = ['AttestedOrderReceiver', 'SignedOrderReceiver', 'RegisteredTermsReceiver'] as const
export type Kind = (typeof kinds)[number]

/** Evidence for a call, and the call that presents it. */
type Proved = { id: Hex; data: Hex }

export type Subject = {
  kind: Kind
  /** The receiver is called by what all three share. */
  fixture: Fixture
  /** A payment that this kind of evidence can authorize. */
  payment: (overrides?: Partial<PaymentTerms>) => Promise<PaymentTerms>
  prove: (p: PaymentTerms, signer?: LocalAccount, proof?: readonly Hex[]) => Promise<Proved>
  /** A direct fill of `fillAmount`, native. */
  fill: () => Promise<Proved>
}

/** Starts a chain with one of the receivers. */
export async function deploySubject(kind: Kind, chainId = ownChainId, chainName?: string): Promise<Subject> {
  if (kind === 'AttestedOrderReceiver') return attested(await deployFixture(chainId, { chainName }))
  if (kind === 'SignedOrderReceiver') return signed(chainId, chainName)
  return shareRegistered(await deployRegisteredFixture(chainId, chainName))
}

const inAnHour = async ({ helpers }: Pick<Fixture, 'helpers'>) => Number(await helpers.time.latest()) + 3600

function attested(fixture: Fixture): Subject {
  const { abi } = fixture.receiver
  return {
    kind: 'AttestedOrderReceiver',
    fixture,
    payment: async (overrides) => makePayment(fixture, await inAnHour(fixture), overrides),
    prove: async (p, signer = solver, recipientProof = []) => {
      const { id, a, signature, proof } = await makeAuthorized(fixture, p, { signer })
      const args = [a, signature, proof, recipientProof] as const
      return { id, data: encodeFunctionData({ abi, functionName: 'authorizeFill', args }) }
    },
    fill: async () => {
      const { id, a, signature, proof } = await makeDirect(fixture)
      const args = [a, signature, proof, [], fillAmount] as const
      return { id, data: encodeFunctionData({ abi, functionName: 'fill', args }) }
    },
  }
}

async function signed(chainId: number, chainName: string | undefined): Promise<Subject> {
  const own = await deploySignedFixture(chainId, chainName)
  const { abi } = own.receiver
  const fixture = await share(own)
  return {
    kind: 'SignedOrderReceiver',
    fixture,
    payment: async (overrides) =>
      makePayment(fixture, await inAnHour(fixture), { originUser: zeroHash, ...overrides }),
    prove: async (p, signer = solver, recipientProof = []) => {
      const { id, proof, signature } = await makeSignedCall(own, p, { signer })
      const args = [proof, signature, recipientProof] as const
      return { id, data: encodeFunctionData({ abi, functionName: 'authorizeFill', args }) }
    },
    fill: async () => {
      const { id, proof, signature } = await makeSigned(own)
      const args = [proof, signature, [], fillAmount] as const
      return { id, data: encodeFunctionData({ abi, functionName: 'fill', args }) }
    },
  }
}

/** The receiver of registered terms under the common face. */
export async function shareRegistered(own: RegisteredFixture): Promise<Subject> {
  const { abi } = own.receiver
  const fixture = await share(own)
  // A call that was authorized for one request is never another's.
  const requests = new Map<Hex, Hex>()
  return {
    kind: 'RegisteredTermsReceiver',
    fixture,
    payment: async (overrides) => makePayment(fixture, await inAnHour(fixture), overrides),
    prove: async (p, signer = solver, recipientProof = []) => {
      const requestId = requests.get(p.salt)
      const attestation = requestId === undefined ? {} : { requestId }
      const { id, a, signature, terms, termsSignature } = await register(own, {
        payment: p,
        attestation,
        solver: signer,
      })
      requests.set(p.salt, id)
      const args = [a, signature, terms, termsSignature, recipientProof] as const
      return { id, data: encodeFunctionData({ abi, functionName: 'authorizeFill', args }) }
    },
    fill: async () => {
      const { id, a, signature, terms, termsSignature } = await register(own)
      const args = [a, signature, terms, termsSignature, [], fillAmount] as const
      return { id, data: encodeFunctionData({ abi, functionName: 'fill', args }) }
    },
  }
}

/** The fixture as makers and helpers of attested orders take it. */
async function share(
  own: Omit<Fixture, 'receiver' | 'implementation'> & { receiver: { address: Address } },
): Promise<Fixture> {
  return {
    ...own,
    receiver: await own.viem.getContractAt('AttestedOrderReceiver', own.receiver.address),
  } as unknown as Fixture
}

/** Presents evidence of a call, from anybody's account. */
export async function authorize(
  { fixture, prove }: Subject,
  p: PaymentTerms,
  signer?: LocalAccount,
  proof?: readonly Hex[],
): Promise<Hex> {
  const { id, data } = await prove(p, signer, proof)
  await fixture.stranger.sendTransaction({ to: fixture.receiver.address, data })
  return id
}

export type Sent = { value?: bigint; account?: Address }

/** Makes the call; a native one brings its minimum. */
export function pay(
  { fixture }: Subject,
  p: PaymentTerms,
  { value = BigInt(p.token) === 0n ? p.minimum : 0n, account = fixture.payer.account.address }: Sent = {},
): Promise<Hash> {
  return fixture.receiver.write.payAuthorized([p], { value, account })
}

/** The calldata of a payment. */
export function callOf({ fixture }: Subject, p: PaymentTerms): Hex {
  return encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'payAuthorized', args: [p] })
}

/** What an EOA has for code while it delegates to `target`. */
export const delegationTo = (target: Address): Hex => `0xef0100${target.slice(2).toLowerCase()}`
