/** The paths of the operations that the steps of a quote name. */
export const stepPaths = {
  permits: '/execute/permits',
  permitsV2: '/execute/permits/v2',
  status: '/intents/status/v3',
  statusV2: '/intents/status/v2',
  statusV1: '/intents/status',
} as const

type StepOperation = keyof typeof stepPaths

/** Returns the path of an operation that steps name: from the profile if it has one, otherwise from the specification. */
export function stepPathOf(
  { operations }: { operations?: Readonly<Partial<Record<StepOperation, { path: string }>>> | undefined },
  name: StepOperation,
): string {
  return operations?.[name]?.path ?? stepPaths[name]
}
