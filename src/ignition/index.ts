export { FillReceiverModule } from './FillReceiverModule.js'
