import type { StartMockServiceOptions } from '../mock/index.js'
import { mockRouterLabels } from '../service/profile/mockProfile.js'

/** The values of options, in the order of the help texts. */
export const choices = {
  idForm: ['specification', 'public'] as const satisfies readonly StartMockServiceOptions['idForm'][],
  router: mockRouterLabels satisfies readonly StartMockServiceOptions['router'][],
  layout: ['v1', 'v2'] as const,
}
