import { createNeed } from '../base/createNeed.js'
import { createOptionReader } from '../base/createOptionReader.js'
import { DeployConfigError } from './errors.js'

/** Checks the options of a function by name. @throws {@link DeployConfigError} */
export const readOptions = /* @__PURE__ */ createOptionReader(/* @__PURE__ */ createNeed(DeployConfigError), {
  chainId: ['chainId'],
  address: ['receiver', 'implementation'],
  amount: ['fromBlock'],
  whole: ['createdAt'],
  count: ['timeoutMs', 'pollMs', 'pendingTimeoutMs'],
  text: ['name'],
  url: ['rpcUrl'],
  list: ['changes'],
  record: ['policy', 'wanted', 'chain', 'plan', 'options'],
  callback: ['onAccepted', 'onTransaction', 'onFound'],
  account: ['account'],
  signal: ['signal'],
})
