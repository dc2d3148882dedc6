import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/**
 * A parameter of an Ignition module is missing, unknown or malformed. `field` is its path, such as
 * `AttestedOrderReceiver.config.routes.0.max`, `value` what was found. Nothing was sent.
 */
export class ModuleParameterError extends FillproofError<'ModuleParameterError'> {
  /** Its path, such as `AttestedOrderReceiver.config.routes.0.max`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    const found = value === undefined ? 'nothing' : describeValue(value)
    super('ModuleParameterError', `${field} must be ${requirement}, found ${found}.`)
    this.field = field
    this.value = value
  }
}
