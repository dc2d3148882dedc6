import type { FieldProblem } from './defineError.js'

/** Returns `result`, which a reader made from `value`. Throws if `result` is undefined: `value` does not meet `requirement`. */
export type Need = <result>(
  result: result | undefined,
  field: string,
  value: unknown,
  requirement: string,
  metaMessages?: readonly string[],
) => result

/** Makes a {@link Need} for the options of a function. Errors put `path` in front of an option's name. */
export function createOptionNeed(
  OptionError: new (problem: { option: string; value: unknown; requirement: string }) => Error,
  path = '',
): Need {
  return (result, name, value, requirement) => {
    if (result === undefined) throw new OptionError({ option: path + name, value, requirement })
    return result
  }
}

/** Makes a {@link Need} that throws errors of one class. */
export function createNeed(FieldError: new (problem: FieldProblem) => Error): Need {
  return (result, field, value, requirement, metaMessages) => {
    if (result === undefined) throw new FieldError({ field, value, requirement, metaMessages })
    return result
  }
}
