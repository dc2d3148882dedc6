import { ofCheck, ofRecipients } from './files.js'
import { ofAuthorize, ofService, ofWatch } from './network.js'
import { ofDeploy, ofInit, ofMock } from './tools.js'
import type { Trouble } from './types.js'

export const troubles: readonly Trouble[] = [
  ...ofService,
  ...ofAuthorize,
  ...ofWatch,
  ...ofCheck,
  ...ofRecipients,
  ...ofDeploy,
  ...ofInit,
  ...ofMock,
]
