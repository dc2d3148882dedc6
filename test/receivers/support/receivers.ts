// The three receivers under one face: what they share is how a payment is made, what differs is the evidence.
import { type Abi, type Address, encodeFunctionData, type Hash, type Hex, zeroHash } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { CallReceiverKind } from '../../../src/contract/evidence.js'
import type { FillEvidence } from '../../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../../src/generated/abi/attestedOrderReceiver.js'
import { registeredTermsReceiverAbi } from '../../../src/generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../../../src/generated/abi/signedOrderReceiver.js'
import { padAddress } from '../../../src/index.js'
import {
  deployFixture,
  type EvidenceOverrides,
  evmChains,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  ownChainId,
  type PaymentTerms,
} from './fixture.js'
import { type Way, ways } from './hostile.js'
import {
  deployRegisteredFixture,
  type RegisteredFixture,
  type RegisteredOverrides,
  register,
} from './registered.js'
import { deploySignedFixture, makeSignedCall, type SignedOverrides } from './signedFixture.js'

export type Kind = Capitalize<CallReceiverKind>

/** How each kind is paid: the public service's orders by their calls alone. */
export const waysOf: Record<Kind, readonly Way[]> = {
  AttestedOrderReceiver: ways,
  SignedOrderReceiver: ['payAuthorized'],
  RegisteredTermsReceiver: ways,
}

export const kinds = Object.keys(waysOf) as Kind[]

/** Each kind and way. */
export const combinations = kinds.flatMap((kind) => waysOf[kind].map((way) => [kind, way] as const))

/** Changes that make evidence wrong. A kind ignores the parts that it does not have. */
export type Changes = {
  signer?: LocalAccount
  /** For attested orders and registered terms. */
  attestation?: EvidenceOverrides['attestation']
  requestId?: Hex
  /** For both kinds of orders. */
  order?: EvidenceOverrides['order']
  output?: EvidenceOverrides['output']
  payment?: EvidenceOverrides['payment']
  calls?: EvidenceOverrides['calls']
  /** For signed orders. */
  inputs?: SignedOverrides['inputs']
  change?: SignedOverrides['change']
  /** For registered terms. */
  terms?: RegisteredOverrides['terms']
  registrar?: RegisteredOverrides['registrar']
  domain?: RegisteredOverrides['domain']
  /** That the recipient is in the tree. */
  proof?: readonly Hex[]
}

/** Sound arguments of `fill` or `authorizeFill`: the solver's signature is the second, what it signs is before or after. */
export type Evidence = {
  id: Hex
  args: readonly unknown[]
  /** The same for the library, unless it was changed into what the library would not encode. */
  library: FillEvidence
}

export type Subject = {
  kind: Kind
  abi: Abi
  /** The receiver is called by what all three share. */
  fixture: Fixture
  /** A payment that this kind of evidence can authorize. */
  payment: (overrides?: Partial<PaymentTerms>) => Promise<PaymentTerms>
  /** Evidence of a payment; a direct fill has its token, minimum, recipient and deadline, and terms its maximum. */
  evidence: (way: Way, p: PaymentTerms, changes?: Changes) => Promise<Evidence>
}

/** Starts a chain with one of the receivers. */
export async function deploySubject(kind: Kind, chainId = ownChainId, chainName?: string): Promise<Subject> {
  switch (kind) {
    case 'AttestedOrderReceiver':
      return shareAttested(await deployFixture(chainId, { chainName }))
    case 'SignedOrderReceiver':
      return signed(chainId, chainName)
    case 'RegisteredTermsReceiver':
      return shareRegistered(await deployRegisteredFixture(chainId, chainName))
  }
}

const inAnHour = async ({ helpers }: Pick<Fixture, 'helpers'>) => Number(await helpers.time.latest()) + 3600

/** A receiver of attested orders under the common face. */
export function shareAttested(fixture: Fixture): Subject {
  return {
    kind: 'AttestedOrderReceiver',
    abi: attestedOrderReceiverAbi,
    fixture,
    payment: async (overrides) => makePayment(fixture, await inAnHour(fixture), overrides),
    evidence: async (way, p, { proof = [], ...changes } = {}) => {
      const made =
        way === 'fill'
          ? await makeDirect(fixture, directOf(p, changes))
          : await makeAuthorized(fixture, p, withCurrency(p, changes))
      const { id, attestation, signature, orderData } = made
      const library = { attestation, signature, orderData, evmChains }
      return { id, args: [made.a, signature, made.proof, proof], library }
    },
  }
}

/** The order of a direct fill with these terms. */
const directOf = (p: PaymentTerms, changes: EvidenceOverrides): EvidenceOverrides => ({
  ...changes,
  payment: { currency: p.token, minimumAmount: p.minimum, recipient: p.recipient, ...changes.payment },
  output: { deadline: p.deadline, ...changes.output },
  attestation: { destinationUser: padAddress(p.recipient), ...changes.attestation },
})

const withCurrency = <T extends Pick<EvidenceOverrides, 'payment'>>(p: PaymentTerms, changes: T): T => ({
  ...changes,
  payment: { currency: p.token, ...changes.payment },
})

async function signed(chainId: number, chainName: string | undefined): Promise<Subject> {
  const own = await deploySignedFixture(chainId, chainName)
  const fixture = await share(own)
  return {
    kind: 'SignedOrderReceiver',
    abi: signedOrderReceiverAbi,
    fixture,
    payment: async (overrides) =>
      makePayment(fixture, await inAnHour(fixture), { originUser: zeroHash, ...overrides }),
    evidence: async (_, p, { proof: recipientProof = [], ...changes } = {}) => {
      const { id, proof, signature, orderData } = await makeSignedCall(own, p, withCurrency(p, changes))
      const library = { orderData, evmChains, orderSignature: signature }
      return { id, args: [proof, signature, recipientProof], library }
    },
  }
}

/** The receiver of registered terms under the common face. */
export async function shareRegistered(own: RegisteredFixture): Promise<Subject> {
  const fixture = await share(own)
  // A call that was authorized for one request is never another's.
  const requests = new Map<Hex, Hex>()
  return {
    kind: 'RegisteredTermsReceiver',
    abi: registeredTermsReceiverAbi,
    fixture,
    payment: async (overrides) => makePayment(fixture, await inAnHour(fixture), overrides),
    evidence: async (way, p, { proof = [], signer, requestId, ...changes } = {}) => {
      const known = requestId ?? (way === 'fill' ? undefined : requests.get(p.salt))
      const { token, minimum, maximum, recipient, deadline } = p
      const { id, a, attestation, signature, terms, termsSignature } = await register(own, {
        ...(way === 'fill' ? {} : { payment: p }),
        terms: { ...(way === 'fill' && { token, minimum, maximum, recipient, deadline }), ...changes.terms },
        attestation: { ...(known === undefined ? {} : { requestId: known }), ...changes.attestation },
        ...(signer && { solver: signer }),
        ...(changes.registrar && { registrar: changes.registrar }),
        ...(changes.domain && { domain: changes.domain }),
      })
      if (way !== 'fill') requests.set(p.salt, id)
      const library = { attestation, signature, terms, termsSignature }
      return { id, args: [a, signature, terms, termsSignature, proof], library }
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

/** The call that presents evidence: a direct fill of `amount`, or an authorization. */
export function present(
  subject: Subject,
  way: Way,
  { args }: Pick<Evidence, 'args'>,
  amount = fillAmount,
): Hex {
  const functionName = way === 'fill' ? 'fill' : 'authorizeFill'
  const all = way === 'fill' ? [...args, amount] : args
  return encodeFunctionData({ abi: subject.abi, functionName, args: all })
}

/** The calldata of an authorization. */
export async function prove(subject: Subject, p: PaymentTerms, changes?: Changes) {
  const evidence = await subject.evidence('payAuthorized', p, changes)
  return { id: evidence.id, data: present(subject, 'payAuthorized', evidence) }
}

/** Presents evidence of a call, from anybody's account. */
export async function authorize(subject: Subject, p: PaymentTerms, changes?: Changes): Promise<Hex> {
  const { id, data } = await prove(subject, p, changes)
  await subject.fixture.stranger.sendTransaction({ to: subject.fixture.receiver.address, data })
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

/** Returns the code of an EOA that delegates to `target`. */
export const delegationTo = (target: Address): Hex => `0xef0100${target.slice(2).toLowerCase()}`
