import type { StartMockServiceOptions } from '../mock/index.js'

/** Values of options, in the order of their descriptions. */
export const choices = {
  idForm: ['specification', 'public'] as const satisfies readonly StartMockServiceOptions['idForm'][],
  router: ['v3', 'v2.1'] as const satisfies readonly StartMockServiceOptions['router'][],
  layout: ['v1', 'v2'] as const,
}
