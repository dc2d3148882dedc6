export { FillRevertedError } from '../contract/errors.js'
export { ChainUnreachableError } from '../contract/rpc/errors.js'
export { type CreateSafeBatchParameters, createSafeBatch, type SafeBatch } from './apply/createSafeBatch.js'
export * from './apply/planChanges.js'
export { type SendChangesParameters, type SentChange, sendChanges } from './apply/sendChanges.js'
export type { Difference } from './compare/comparePolicy.js'
export type { Policy } from './compare/policy.js'
export {
  type ReadReceiverParameters,
  type ReadReceiverReturnType,
  readReceiver,
} from './compare/readReceiver.js'
export { type WantedPolicy, wantedPolicy } from './compare/wantedPolicy.js'
export {
  type DeployConfig,
  type ReadDeployConfigParameters,
  readDeployConfig,
} from './config/readDeployConfig.js'
export { type CreateChainParameters, createChain, type DeployChain } from './createChain.js'
export { DeployConfigError, DeployHistoryError, DeploymentError } from './errors.js'
export { type EstimatedStep, estimateDeployment } from './estimateDeployment.js'
export { findPending, type PendingTransaction } from './findPending.js'
export { type DeploymentPlan, type PlannedContract, planDeployment } from './planDeployment.js'
export type { DeployStep, DeployTransaction } from './record.js'
export { type RunDeploymentParameters, runDeployment } from './runDeployment.js'
