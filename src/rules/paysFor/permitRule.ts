import { type Form, findMisfit, isString } from '../../base/findMisfit.js'
import { listFields } from '../../base/listFields.js'
import { toBytes, toList, toRecord } from '../../base/values.js'
import {
  type Faults,
  findNoAmount,
  findNoneOf,
  findOther,
  findOtherHex,
  quoteFault,
  readAmount,
} from '../differences.js'
import { findOtherTypes } from '../typeDifferences.js'
import { createRule } from '../verdict.js'
import { findRangeFaults } from './paymentRules.js'
import type { PermitData, QuoteFacts, StepFacts, WitnessForm } from './quoteFacts.js'
import type { QuoteCheck } from './quoteRules.js'

const rule = createRule<QuoteCheck, QuoteFacts>()

export const transferTypes = {
  TransferWithAuthorization: listFields(
    'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
  ),
}

const witnesses: Record<WitnessForm, string> = {
  plain: 'address relayer,address refundTo,address nftRecipient,Call3Value[] call3Values',
  metadata: 'address relayer,address refundTo,address nftRecipient,bytes metadata,Call3Value[] call3Values',
  msgValue:
    'address relayer,uint256 msgValue,address refundTo,address nftRecipient,bytes metadata,Call3Value[] call3Values',
}

export const permit2Types = (witness: WitnessForm) => ({
  PermitBatchWitnessTransferFrom: listFields(
    'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,RelayerWitness witness',
  ),
  TokenPermissions: listFields('address token,uint256 amount'),
  RelayerWitness: listFields(witnesses[witness]),
  Call3Value: listFields('address target,bool allowFailure,uint256 value,bytes callData'),
})

const hex: Form = { must: 'hex of whole bytes', holds: (value) => toBytes(value) !== undefined }
const uint: Form = { must: 'a whole number', holds: (value) => readAmount(value) !== undefined }
const fields = {
  relayer: isString,
  refundTo: isString,
  nftRecipient: hex,
  call3Values: {
    list: {
      fields: {
        target: hex,
        allowFailure: { must: 'true or false', holds: (value: unknown) => typeof value === 'boolean' },
        value: uint,
        callData: hex,
      },
    },
  },
}
const witnessForms: Record<WitnessForm, Form> = {
  plain: { fields },
  metadata: { fields: { ...fields, metadata: hex } },
  msgValue: { fields: { ...fields, msgValue: uint, metadata: hex } },
}

/** Other permits were not seen in a quote: neither EIP-2612, nor EIP-3009 with a second signature for an approval proxy. */
const knownPermits =
  'PermitBatchWitnessTransferFrom (Permit2) or TransferWithAuthorization (EIP-3009), since EIP-2612 permits and signed multicalls are not supported'

type Terms = Pick<QuoteFacts, 'spend' | 'requiredSolver' | 'permitSpenders' | 'permit2' | 'refundTo'>

/**
 * Checks that a permit is for the input's token, for at most the input, and for an allowed spender.
 *
 * A Permit2 signature must name the approval proxy of a router on the origin chain as the spender, and its witness must have that
 * proxy's form. The signature does not bind what the solver does with the input afterwards.
 */
export const permitRule = rule(
  'deposit',
  ['permit', 'spend', 'requiredSolver', 'permitSpenders', 'permit2', 'refundTo'],
  function* (facts) {
    const { path, data, requestId, endpoint } = facts.permit
    if ('error' in data) return yield data
    const { sign, post } = data
    if (sign.signatureKind !== 'eip712')
      return yield quoteFault(`${path}.sign.signatureKind`, sign.signatureKind, 'eip712')
    const { domain, primaryType } = sign
    if (facts.spend.isNative) yield quoteFault(path, 'a permit', 'no permit, as the native currency has none')
    yield* findOther(`${path}.sign.domain.chainId`, domain.chainId, facts.spend.chainId)
    yield* findOther(`${path}.post.endpoint`, post.endpoint, endpoint)
    yield* findOtherHex(`${path}.post.body.requestId`, post.body.requestId, String(requestId ?? ''))
    const kind = `${path}.post.body.kind`
    if (primaryType === 'TransferWithAuthorization') {
      yield* findOther(kind, post.body.kind, 'eip3009')
      yield* findTransferFaults(`${path}.sign`, sign, facts)
    } else if (primaryType === 'PermitBatchWitnessTransferFrom') {
      yield* findOther(kind, post.body.kind, 'permit2')
      yield* findPermit2Faults(`${path}.sign`, sign, facts)
    } else yield quoteFault(`${path}.sign.primaryType`, primaryType, knownPermits)
  },
)

type Sign = PermitData['sign']

function* findTransferFaults(path: string, { domain, types, value }: Sign, terms: Terms): Faults {
  const { spend, requiredSolver, permitSpenders } = terms
  yield* findOtherTypes(`${path}.types`, types, transferTypes)
  yield* findOtherHex(`${path}.domain.verifyingContract`, domain.verifyingContract, spend.currency)
  yield* findOtherHex(`${path}.value.from`, value.from, spend.user)
  const isProxy = permitSpenders.some(({ address }) => address.toLowerCase() === toBytes(value.to))
  const second =
    'the solver, since EIP-3009 for an approval proxy needs a second signature, which is not supported'
  if (isProxy) yield quoteFault(`${path}.value.to`, value.to, second)
  else yield* findOtherHex(`${path}.value.to`, value.to, requiredSolver)
  yield* findAmountFaults(`${path}.value.value`, value.value, spend)
  if (toBytes(value.nonce, [32]) === undefined)
    yield quoteFault(`${path}.value.nonce`, value.nonce, 'hex of 32 bytes')
  yield* findNoAmount(`${path}.value.validAfter`, value.validAfter)
  yield* findNoAmount(`${path}.value.validBefore`, value.validBefore)
}

function* findPermit2Faults(path: string, { domain, types, value }: Sign, terms: Terms): Faults {
  const { spend, requiredSolver, permitSpenders, permit2, refundTo } = terms
  const spender = permitSpenders.find(({ address }) => address.toLowerCase() === toBytes(value.spender))
  const addresses = permitSpenders.map(({ address }) => address)
  if (!spender) return yield* findNoneOf(`${path}.value.spender`, value.spender, addresses)
  yield* findOtherTypes(`${path}.types`, types, permit2Types(spender.witness))
  yield* findOther(`${path}.domain.name`, domain.name, 'Permit2')
  yield* findOtherHex(`${path}.domain.verifyingContract`, domain.verifyingContract, permit2)
  const list = toList(value.permitted)
  if (list.length !== 1)
    return yield quoteFault(`${path}.value.permitted`, value.permitted, 'exactly one token')
  const permitted = toRecord(list[0]) ?? {}
  yield* findOtherHex(`${path}.value.permitted[0].token`, permitted.token, spend.currency)
  yield* findAmountFaults(`${path}.value.permitted[0].amount`, permitted.amount, spend)
  const misfit = findMisfit(witnessForms[spender.witness], value.witness, `${path}.value.witness`)
  if (misfit) return yield quoteFault(misfit.path, misfit.found, misfit.required)
  const witness = value.witness as { relayer: string; refundTo: string }
  yield* findOtherHex(`${path}.value.witness.relayer`, witness.relayer, requiredSolver)
  yield* findOtherHex(`${path}.value.witness.refundTo`, witness.refundTo, refundTo)
  yield* findNoAmount(`${path}.value.nonce`, value.nonce)
  yield* findNoAmount(`${path}.value.deadline`, value.deadline)
}

function* findAmountFaults(path: string, found: unknown, { amount }: StepFacts['spend']): Faults {
  const read = readAmount(found)
  if (read === undefined) yield* findNoAmount(path, found)
  else yield* findRangeFaults(path, read, amount)
}
