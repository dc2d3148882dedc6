// The project's configuration for the Solidity tests of one mutant. They compile into the copy itself.
import config from '../../hardhat.config.js'

export default {
  ...config,
  paths: { ...config.paths, artifacts: 'artifacts-solidity', cache: 'cache-solidity' },
} as typeof config
