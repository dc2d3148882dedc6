import { definePlugin } from 'hardhat/plugins'
import { tasks } from './internal/tasks/definitions.js'
import './type-extensions.js'

export { FillFailedError, FixtureError, HardhatNetworkError, UnusedFaultError } from './errors.js'
export { fillproofChai } from './internal/chai.js'
export type {
  FilledInbox,
  Fillproof,
  FillproofAssertions,
  FillproofFixture,
  FillproofFixtureSettings,
  FillproofInboxParameters,
  FillproofOptions,
  FillproofParameters,
  FillproofResult,
  FillproofService,
} from './types.js'

/**
 * Adds `connection.fillproof` and tasks that run commands of the command line. `connection.fillproof` starts the
 * service of `fillproof/mock` on first use.
 */
const fillproofPlugin = definePlugin({
  id: 'fillproof',
  npmPackage: 'fillproof',
  hookHandlers: {
    config: () => import('./internal/hook-handlers/config.js'),
    network: () => import('./internal/hook-handlers/network.js'),
  },
  tasks,
})

export default fillproofPlugin
