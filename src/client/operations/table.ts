/** Every operation of the service that takes a single request. */
export * from './appFees.js'
export * from './chains.js'
export * from './depositAddresses.js'
export * from './execution.js'
export * from './quotes.js'
export * from './requests.js'
