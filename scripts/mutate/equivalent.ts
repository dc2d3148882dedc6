/** Mutants that change nothing that anybody could observe, by file and what they do; and why. */
export const equivalent: Record<string, string> = {}
