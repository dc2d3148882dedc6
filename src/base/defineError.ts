import { describeValue } from './describeValue.js'
import { FillproofError, type FillproofErrorOptions } from './FillproofError.js'

type Fields<parameters> = Readonly<Omit<parameters, keyof FillproofErrorOptions>>

type ErrorClass<name extends string, parameters> = new (
  ...parameters: object extends parameters ? [parameters?] : [parameters]
) => FillproofError<name> & Fields<parameters>

type Lines = string | readonly string[] | undefined

/**
 * Defines an error class. Its fields are the parameters without `cause` and `metaMessages`.
 *
 * - Mark the call as pure, so that a bundler drops a class that nothing uses.
 *
 * @param describe - Returns the short message.
 * @param remedy - The lines on the fix. If the parameters have `metaMessages`, they replace these lines.
 */
export function defineError<const name extends string, parameters extends object>(
  name: name,
  describe: (parameters: parameters) => string,
  remedy?: Lines | ((parameters: parameters) => Lines),
): ErrorClass<name, parameters> {
  class DefinedError extends FillproofError<name> {
    constructor(parameters = {} as parameters) {
      const { cause, metaMessages, ...fields } = parameters as FillproofErrorOptions
      const lines = typeof remedy === 'function' ? remedy(parameters) : remedy
      super(name, describe(parameters), { cause, metaMessages: metaMessages ?? [lines ?? []].flat() })
      Object.assign(this, fields)
    }
  }
  // TypeScript does not see the fields that `Object.assign` adds.
  return DefinedError as unknown as ErrorClass<name, parameters>
}

export type FieldProblem = {
  /** The path of the field. */
  field: string
  /** The value found. */
  value: unknown
  requirement: string
  metaMessages?: readonly string[] | undefined
}

/** Returns the short message of an error about one field. */
export function describeField({ field, value, requirement }: FieldProblem): string {
  return `${field} must be ${requirement}, found ${describeValue(value)}.`
}
