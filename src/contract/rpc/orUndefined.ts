/** For `catch`: undefined for an error of these classes, such as that of a transaction that the node does not have. */
export function orUndefined(...kinds: (new (...parameters: never[]) => Error)[]) {
  return (error: unknown): undefined => {
    if (kinds.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}
