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
  it('is where it was: an upgrade must find what is stored', () => {
    expect(readStorageLayouts(deployable)).to.deep.equal(readVector('storage-layouts'))
  })
})
