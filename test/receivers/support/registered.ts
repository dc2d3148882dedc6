// A receiver of registered terms on the fixture's chain, and makers of evidence that it accepts. What a registrar signs is
// spelled out here, so that tests can sign what the library refuses.
import {
  type Address,
  type ContractFunctionArgs,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  keccak256,
  pad,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { type LocalAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { registeredTermsReceiverAbi } from '../../../src/generated/abi/registeredTermsReceiver.js'
import { type AttestationV1, encodeAttestation, padAddress } from '../../../src/index.js'
import { hashPayment } from '../../../src/protocol/payment/hashPayment.js'
import {
  deployFixture,
  type Fixture,
  fillAmount,
  makePayment,
  originChainId,
  ownChainId,
  type PaymentTerms,
  type ReceiverConfig,
  solver,
  toStruct,
} from './fixture.js'

export const registrar = privateKeyToAccount(keccak256(stringToHex('fillproof test registrar')))

export type ContractTerms = ContractFunctionArgs<typeof registeredTermsReceiverAbi, 'payable', 'fill'>[2]
export type RegisteredFixture = Awaited<ReturnType<typeof deployRegisteredFixture>>

/** The fixture with a receiver of registered terms in place of its own. */
export async function deployRegisteredFixture(chainId = ownChainId, chainName?: string) {
  const fixture = await deployFixture(chainId, { chainName })
  const implementation = await fixture.viem.deployContract('RegisteredTermsReceiver')
  const receiver = await deployRegistered(fixture, implementation.address, fixture.config, [
    registrar.address,
  ])
  const { token, payer } = fixture
  await token.write.approve([receiver.address, 10n ** 30n], { account: payer.account })
  return { ...fixture, implementation, receiver }
}

/** Deploys a proxy of `implementation`, initialized with these registrars. */
export async function deployRegistered(
  { viem }: Pick<Fixture, 'viem'>,
  implementation: Address,
  config: ReceiverConfig,
  registrars: readonly Address[],
) {
  const data = encodeFunctionData({
    abi: registeredTermsReceiverAbi,
    functionName: 'initialize',
    args: [config, registrars],
  })
  const proxy = await viem.deployContract('ERC1967Proxy', [implementation, data])
  return viem.getContractAt('RegisteredTermsReceiver', proxy.address)
}

export type RegisteredOverrides = {
  attestation?: Partial<AttestationV1>
  terms?: Partial<ContractTerms>
  /** The payment of an authorized call, which becomes the terms' unless they are given. */
  payment?: PaymentTerms
  registrar?: PrivateKeyAccount
  solver?: LocalAccount
  domain?: Parameters<typeof digestTerms>[2]
}

export type Registered = Awaited<ReturnType<typeof register>>

let requests = 0n

/** An attestation, and terms for it that the registrar signed: direct, native and of a fixed amount unless overridden. */
export async function register(fixture: RegisteredFixture, overrides: RegisteredOverrides = {}) {
  const { payment } = overrides
  const deadline = payment?.deadline ?? Number(await fixture.helpers.time.latest()) + 3600
  const recipient = payment?.recipient ?? fixture.recipient.account.address
  const terms: ContractTerms = {
    token: payment?.token ?? zeroAddress,
    minimum: payment?.minimum ?? fillAmount,
    maximum: payment?.maximum ?? overrides.terms?.minimum ?? fillAmount,
    recipient,
    deadline,
    authorizedCall: payment ? callOf(payment) : '0x',
    ...overrides.terms,
  }
  const attestation: AttestationV1 = {
    layout: 'v1',
    requestId: keccak256(pad(`0x${(++requests).toString(16)}`)),
    originChainId,
    originUser: padAddress(fixture.user),
    originCurrency: padAddress(zeroAddress),
    originAmount: fillAmount,
    destinationChainId: fixture.chainId,
    destinationUser: padAddress(terms.recipient),
    ...overrides.attestation,
  }
  const { chainId, receiver } = fixture
  const domain = { chainId, verifyingContract: receiver.address, ...overrides.domain }
  const callHash = payment ? hashPayment({ chainId, receiver: receiver.address, payment }) : zeroHash
  const digest = digestTerms(attestation, { ...terms, authorizedCall: callHash }, domain)
  const termsSignature = await (overrides.registrar ?? registrar).sign({ hash: digest })
  const signature = await attest(attestation, overrides.solver)
  return {
    attestation,
    id: attestation.requestId,
    a: toStruct(attestation),
    signature,
    terms,
    termsSignature,
    digest,
  }
}

/** The solver's signature over an attestation. */
export function attest(attestation: AttestationV1, account: LocalAccount = solver): Promise<Hex> {
  return account.signMessage({ message: { raw: keccak256(encodeAttestation(attestation)) } })
}

/** A payment that is to be authorized. */
export async function paymentFor(fixture: RegisteredFixture, overrides: Partial<PaymentTerms> = {}) {
  const deadline = Number(await fixture.helpers.time.latest()) + 3600
  return makePayment(fixture as unknown as Fixture, deadline, overrides)
}

/** The calldata of a payment. */
export function callOf(payment: PaymentTerms): Hex {
  return encodeFunctionData({
    abi: registeredTermsReceiverAbi,
    functionName: 'payAuthorized',
    args: [payment],
  })
}

/** Returns the digest that a registrar signs; `terms.authorizedCall` is the hash of the call. */
export function digestTerms(
  attestation: AttestationV1,
  terms: ContractTerms,
  domain: { name?: string; version?: string; chainId?: number; verifyingContract?: Address },
): Hex {
  return hashTypedData({
    domain: { name: 'fillproof', version: '1', chainId: ownChainId, ...domain },
    types: {
      RegisteredTerms: [
        { name: 'attestationHash', type: 'bytes32' },
        { name: 'requestId', type: 'bytes32' },
        { name: 'token', type: 'address' },
        { name: 'minimum', type: 'uint256' },
        { name: 'maximum', type: 'uint256' },
        { name: 'recipient', type: 'address' },
        { name: 'deadline', type: 'uint48' },
        { name: 'authorizedCall', type: 'bytes32' },
      ],
    },
    primaryType: 'RegisteredTerms',
    message: {
      ...terms,
      attestationHash: keccak256(encodeAttestation(attestation)),
      requestId: attestation.requestId,
    },
  })
}
