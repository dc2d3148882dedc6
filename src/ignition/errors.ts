import { defineError } from '../base/defineError.js'
import { describeValue } from '../base/describeValue.js'

/**
 * A parameter of an Ignition module is missing, unknown or malformed. `field` is the path, such as
 * `AttestedOrderReceiver.config.routes.0.max`, and `value` the invalid value. Nothing was sent.
 */
export class ModuleParameterError extends /* @__PURE__ */ defineError(
  'ModuleParameterError',
  ({
    field,
    value,
    requirement,
  }: {
    /** The path of the field, such as `AttestedOrderReceiver.config.routes.0.max`. */
    field: string
    value: unknown
    requirement: string
  }) => {
    const found = value === undefined ? 'nothing' : describeValue(value)
    return `${field} must be ${requirement}, found ${found}.`
  },
) {}
