/** Passes a value that a function's types do not allow, to test how the function rejects it. */
export function mistyped<expected>(value: unknown): expected {
  return value as expected
}
