import type { Address, TypedDataDefinition } from 'viem'
import * as z from 'zod'
import { toBytes, toList, toRecord } from '../../base/values.js'
import { permit2Of } from '../profile/permit2.js'
import type { RouterCapabilities } from '../profile/types.js'
import { amountText, hexText, resource } from '../resources/schema.js'
import type { SignatureData } from '../resources/step.js'
import {
  expect,
  expectAmount,
  expectEqual,
  expectHex,
  expectOneOf,
  expectShape,
  expectTypes,
} from './expect.js'
import type { StepTerms } from './readTerms.js'
import { originSpendersOf, solverOf } from './trusted.js'
import { verifyAmountIn } from './verifyOrder.js'

type Sign = Extract<SignatureData['sign'], { signatureKind: 'eip712' }>

const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

const plainWitness = [
  { name: 'relayer', type: 'address' },
  { name: 'refundTo', type: 'address' },
  { name: 'nftRecipient', type: 'address' },
  { name: 'call3Values', type: 'Call3Value[]' },
]

/** Quotes with an EIP-2612 permit, or with the second signature of EIP-3009 for an approval proxy, were not seen. */
const knownPermits =
  'PermitBatchWitnessTransferFrom (Permit2) or TransferWithAuthorization (EIP-3009), since EIP-2612 permits and signed multicalls are not supported'

type Witness = RouterCapabilities['witness']

const witnessWithMetadata = plainWitness.toSpliced(3, 0, { name: 'metadata', type: 'bytes' })

const witnesses: Record<Witness, typeof plainWitness> = {
  plain: plainWitness,
  metadata: witnessWithMetadata,
  msgValue: witnessWithMetadata.toSpliced(1, 0, { name: 'msgValue', type: 'uint256' }),
}

const uint = z.union([amountText, z.int().nonnegative()])

const plainSchema = resource({
  relayer: z.string(),
  refundTo: z.string(),
  nftRecipient: hexText,
  call3Values: z.array(
    resource({
      target: hexText,
      allowFailure: z.boolean(),
      value: uint,
      callData: hexText,
    }),
  ),
})

const witnessSchemas = {
  plain: plainSchema,
  metadata: plainSchema.extend({ metadata: hexText }),
  msgValue: plainSchema.extend({ msgValue: uint, metadata: hexText }),
} satisfies Record<Witness, z.ZodType>

const permit2Types = (witness: Witness) => ({
  PermitBatchWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions[]' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'RelayerWitness' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  RelayerWitness: witnesses[witness],
  Call3Value: [
    { name: 'target', type: 'address' },
    { name: 'allowFailure', type: 'bool' },
    { name: 'value', type: 'uint256' },
    { name: 'callData', type: 'bytes' },
  ],
})

/**
 * Checks a permit against the terms: whose token, at most how much, and to whom.
 *
 * - Rule: a Permit2 signature names the approval proxy of a router of the origin chain as its spender, and a witness of
 *   the form that router's proxy takes. The signature goes to `endpoint` alone.
 * - Warning: what the solver then does with the input is bound by nothing that is signed here.
 */
export function verifyPermit(
  path: string,
  { sign, post }: SignatureData,
  terms: StepTerms,
  endpoint: string,
): TypedDataDefinition {
  expect(sign.signatureKind === 'eip712', `${path}.sign.signatureKind`, sign.signatureKind, 'eip712')
  const typed = sign as Sign
  expect(!terms.isNative, path, 'a permit', 'no permit, as the native currency has none')
  expectEqual(`${path}.sign.domain.chainId`, typed.domain.chainId, terms.origin.id)
  expectEqual(`${path}.post.endpoint`, post.endpoint, endpoint)
  if (typed.primaryType === 'TransferWithAuthorization') {
    expectEqual(`${path}.post.body.kind`, post.body.kind, 'eip3009')
    return verifyTransferAuthorization(`${path}.sign`, typed, terms)
  }
  const isPermit2 = typed.primaryType === 'PermitBatchWitnessTransferFrom'
  expect(isPermit2, `${path}.sign.primaryType`, typed.primaryType, knownPermits)
  expectEqual(`${path}.post.body.kind`, post.body.kind, 'permit2')
  return verifyPermit2(`${path}.sign`, typed, terms)
}

function verifyTransferAuthorization(path: string, sign: Sign, terms: StepTerms): TypedDataDefinition {
  const { domain, value } = sign
  expectTypes(`${path}.types`, sign.types, transferTypes)
  expectHex(`${path}.domain.verifyingContract`, domain.verifyingContract, terms.currency)
  expectHex(`${path}.value.from`, value.from, terms.user)
  const proxies = (terms.origin.routers ?? []).map(({ approvalProxy }) => approvalProxy?.toLowerCase())
  expect(
    !proxies.includes(toBytes(value.to)),
    `${path}.value.to`,
    value.to,
    'the solver, since EIP-3009 for an approval proxy needs a second signature, which is not supported',
  )
  expectHex(`${path}.value.to`, value.to, solverOf(terms))
  const amount = readUint(`${path}.value.value`, value.value)
  verifyAmountIn(`${path}.value.value`, amount, terms)
  expect(toBytes(value.nonce, [32]) !== undefined, `${path}.value.nonce`, value.nonce, 'hex of 32 bytes')
  return {
    domain: domainOf(sign),
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: terms.user,
      to: value.to,
      value: amount,
      validAfter: readUint(`${path}.value.validAfter`, value.validAfter),
      validBefore: readUint(`${path}.value.validBefore`, value.validBefore),
      nonce: value.nonce,
    },
  }
}

function verifyPermit2(path: string, sign: Sign, terms: StepTerms): TypedDataDefinition {
  const { domain, value } = sign
  const spenders = originSpendersOf(terms)
  const addresses = spenders.map(({ address }) => address)
  const spender = expectOneOf(`${path}.value.spender`, value.spender, addresses)
  const { router } = spenders.find(({ address }) => address.toLowerCase() === spender)!
  const types = permit2Types(router.witness)
  expectTypes(`${path}.types`, sign.types, types)
  expectEqual(`${path}.domain.name`, domain.name, 'Permit2')
  expectHex(`${path}.domain.verifyingContract`, domain.verifyingContract, permit2Of(terms.origin))
  const list = toList(value.permitted)
  expect(list.length === 1, `${path}.value.permitted`, value.permitted, 'exactly one token')
  const permitted = toRecord(list[0]) ?? {}
  expectHex(`${path}.value.permitted[0].token`, permitted.token, terms.currency)
  const amount = readUint(`${path}.value.permitted[0].amount`, permitted.amount)
  verifyAmountIn(`${path}.value.permitted[0].amount`, amount, terms)
  const witness = expectShape(witnessSchemas[router.witness], `${path}.value.witness`, value.witness)
  expectHex(`${path}.value.witness.relayer`, witness.relayer, solverOf(terms))
  expectHex(`${path}.value.witness.refundTo`, witness.refundTo, terms.refundTo)
  return {
    domain: domainOf(sign),
    types,
    primaryType: 'PermitBatchWitnessTransferFrom',
    message: {
      permitted: [{ token: terms.currency, amount }],
      spender,
      nonce: readUint(`${path}.value.nonce`, value.nonce),
      deadline: readUint(`${path}.value.deadline`, value.deadline),
      witness,
    },
  }
}

/** Only what the standard domains have, so that nothing unseen is signed. */
function domainOf({ domain }: Sign) {
  const { name, version, chainId, verifyingContract } = domain
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    chainId: chainId as number,
    verifyingContract: verifyingContract as Address,
  }
}

function readUint(path: string, value: unknown): bigint {
  return expectAmount(path, typeof value === 'number' ? String(value) : value)
}
