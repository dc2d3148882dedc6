export { FillReceiverModule } from './FillReceiverModule.js'
export { PaymentGuardModule } from './PaymentGuardModule.js'
export { RegisteredFillReceiverModule } from './RegisteredFillReceiverModule.js'
export { SignedOrderReceiverModule } from './SignedOrderReceiverModule.js'
