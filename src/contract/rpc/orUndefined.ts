/** For `catch`: returns undefined for an error of these classes, such as the error for a transaction that the node lacks. */
export function orUndefined(...kinds: (new (...parameters: never[]) => Error)[]) {
  return (error: unknown): undefined => {
    if (kinds.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}
