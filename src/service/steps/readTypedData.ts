import { type Form, findMisfit, isString } from '../../base/findMisfit.js'
import { toRecord } from '../../base/values.js'
import { quoteFault } from '../../rules/differences.js'
import type { PermitData, Read } from '../../rules/paysFor/quoteFacts.js'
import { StepMismatchError } from './errors.js'
import { readChainId } from './readTransaction.js'

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
