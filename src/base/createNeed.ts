type FieldProblem = { field: string; value: unknown; requirement: string }

/** Returns what a reader made of `value`; undefined says that it is not what the field must be. */
export type Need = <result>(
  result: result | undefined,
  field: string,
  value: unknown,
  requirement: string,
) => result

/** Makes the {@link Need} that throws an error of one class. */
export function createNeed(FieldError: new (problem: FieldProblem) => Error): Need {
  return (result, field, value, requirement) => {
    if (result === undefined) throw new FieldError({ field, value, requirement })
    return result
  }
}
