import { expect } from 'chai'
import { readVector } from '../support/vectors.js'
import { readStorageLayouts } from './readStorageLayouts.js'

const deployable = [
  'AttestedOrderReceiver',
  'SignedOrderReceiver',
  'InboxReceiver',
  'RegisteredTermsReceiver',
  'PaymentGuard',
  'ReceiverFactory',
]

describe('the storage of the deployable contracts', () => {
  it('has not moved: an upgrade must find the stored values', () => {
    expect(readStorageLayouts(deployable)).to.deep.equal(readVector('storage-layouts'))
  })
})
