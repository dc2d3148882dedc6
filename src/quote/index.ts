export type { ServiceProfile } from '../service/profile/types.js'
export { StepOptionError } from '../service/steps/errors.js'
export type { StepRequest as QuoteRequest } from '../service/steps/types.js'
export * from './verifyQuote.js'
