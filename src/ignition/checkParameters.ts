import { type Abi, type AbiParameter, isAddress } from 'viem'
import { toBytes, toRecord, toUint256 } from '../base/values.js'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import { receiverAbis } from '../generated/receiverAbis.js'
import { ModuleParameterError } from './errors.js'

/** The ABIs by module id, which is the contract's name. */
const abis: Readonly<Record<string, Abi>> = Object.fromEntries(
  Object.entries({ ...receiverAbis, paymentGuard: paymentGuardAbi }).map(([name, abi]) => [
    name.charAt(0).toUpperCase() + name.slice(1),
    abi as Abi,
  ]),
)

/**
 * Checks the parameters of this package's Ignition modules, and returns them.
 *
 * Ignition ignores unknown fields, and its error for a missing nested field does not name the field. This function
 * requires every field, and rejects unknown fields. Amounts are `bigint`, safe integers, or decimal strings.
 *
 * @param parameters - The parameters by module id, as for `ignition.deploy`. Other modules are not checked.
 * @throws {@link ModuleParameterError} with the path of the field.
 *
 * @example
 * import { checkParameters } from 'fillproof/ignition'
 *
 * try {
 *   checkParameters({ AttestedOrderReceiver: { config: { admin: '0x12' } } })
 * } catch (error) {
 *   console.log(error.field)
 * }
 */
export function checkParameters<parameters extends Readonly<Record<string, object>>>(
  parameters: parameters,
): parameters {
  for (const [id, values] of Object.entries(parameters)) {
    const abi = Object.hasOwn(abis, id) ? abis[id] : undefined
    const initialize = abi?.find((item) => item.type === 'function' && item.name === 'initialize')
    if (initialize?.type === 'function') checkFields(initialize.inputs, values, id)
  }
  return parameters
}

function checkFields(parameters: readonly AbiParameter[], value: unknown, field: string): void {
  const record = toRecord(value)
  if (!record) throw new ModuleParameterError({ field, value, requirement: 'an object' })
  const names = parameters.map(({ name }) => name!)
  const unknown = Object.keys(record).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const requirement = `left out: the fields are ${names.join(', ')}`
    throw new ModuleParameterError({ field: `${field}.${unknown}`, value: record[unknown], requirement })
  }
  for (const parameter of parameters)
    checkValue(parameter, record[parameter.name!], `${field}.${parameter.name}`)
}

function checkValue(parameter: AbiParameter, value: unknown, field: string): void {
  const { type } = parameter
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) throw new ModuleParameterError({ field, value, requirement: 'a list' })
    const entry = { ...parameter, type: type.slice(0, -2) }
    for (const [index, item] of value.entries()) checkValue(entry, item, `${field}.${index}`)
  } else if ('components' in parameter) {
    checkFields(parameter.components, value, field)
  } else {
    const requirement = findFault(type, value)
    if (requirement !== undefined) throw new ModuleParameterError({ field, value, requirement })
  }
}

/** Returns the requirement that a value breaks, or undefined if it breaks none. */
function findFault(type: string, value: unknown): string | undefined {
  if (type === 'address') return isAddress(String(value)) ? undefined : 'an address with a valid checksum'
  if (type === 'bool') return typeof value === 'boolean' ? undefined : 'true or false'
  if (type === 'string') return typeof value === 'string' ? undefined : 'a text'
  if (type === 'bytes') return toBytes(value) ? undefined : 'bytes of hex'
  if (type === 'bytes32') return toBytes(value, [32]) ? undefined : '32 bytes of hex'
  const bits = Number(type.slice('uint'.length))
  const number = toUint256(Number.isSafeInteger(value) ? BigInt(value as number) : value)
  return number !== undefined && number < 2n ** BigInt(bits) ? undefined : `a whole number of ${bits} bits`
}
