import type { Address, Hex } from 'viem'
import { type Form, findMisfit, isString } from '../../base/findMisfit.js'
import { toBytes, toChainId, toRecord, toUint256 } from '../../base/values.js'
import { quoteFault } from '../../rules/differences.js'
import type { PermitData, Read, StepTransaction } from '../../rules/paysFor/quoteFacts.js'
import { StepMismatchError } from './errors.js'

const record: Form = { fields: {} }
const field: Form = { fields: { name: isString, type: isString } }
const post: Form = {
  fields: { endpoint: isString, method: { must: 'POST', holds: (value) => value === 'POST' }, body: record },
}
const typedData: Form = {
  fields: {
    sign: {
      fields: {
        signatureKind: isString,
        domain: record,
        types: record,
        value: record,
        primaryType: isString,
      },
    },
    post,
  },
}
const message: Form = { fields: { sign: { fields: { signatureKind: isString, message: isString } }, post } }

/** The data of a signature, over a hash or over typed data. */
export type SignatureData = PermitData & { sign: { message: string } }

/** Reads an item's transaction. Drops the service's gas prices, which could spend the wallet's whole balance. */
export function readTransaction(path: string, data: unknown): Read<StepTransaction> {
  const found = toRecord(data)
  if (!found) return quoteFault(path, data, 'an object')
  if (typeof found.to !== 'string') return quoteFault(`${path}.to`, found.to, 'a string')
  const callData = found.data ?? '0x'
  if (toBytes(callData) === undefined) return quoteFault(`${path}.data`, callData, 'hex of whole bytes')
  const value = toUint256(Number.isSafeInteger(found.value) ? String(found.value) : (found.value ?? '0'))
  if (value === undefined) return quoteFault(`${path}.value`, found.value, 'wei')
  const chainId = readChainId(found.chainId)
  return { to: found.to.toLowerCase() as Address, data: callData as Hex, value, chainId, from: found.from }
}

/** Reads an item's typed data, and the endpoint for its signature. */
export function readTypedData(path: string, data: unknown): Read<PermitData> {
  const { signatureKind } = toRecord(toRecord(data)?.sign) ?? {}
  const form = signatureKind === 'eip191' ? message : typedData
  const misfit = findMisfit(form, data, path) ?? findTypesMisfit(path, data as PermitData)
  if (misfit) return quoteFault(misfit.path, misfit.found, misfit.required)
  const { sign, ...rest } = data as PermitData
  const { domain } = sign
  if (domain?.chainId === undefined) return { sign, ...rest }
  return { sign: { ...sign, domain: { ...domain, chainId: readChainId(domain.chainId) } }, ...rest }
}

/** @throws {@link StepMismatchError} */
export function readSignatureData(path: string, data: unknown): SignatureData {
  const read = readTypedData(path, data)
  if ('error' in read) throw new StepMismatchError(read.place)
  return read as SignatureData
}

function findTypesMisfit(path: string, { sign: { types = {} } }: PermitData) {
  const fields = Object.fromEntries(Object.keys(types).map((name) => [name, { list: field }]))
  return findMisfit({ fields }, types, `${path}.sign.types`)
}

/** Reads a number, or its digits. */
function readChainId(value: unknown): unknown {
  const isDigits = typeof value === 'string' && /^[1-9]\d*$/.test(value)
  return toChainId(isDigits ? Number(value) : value) ?? value
}
