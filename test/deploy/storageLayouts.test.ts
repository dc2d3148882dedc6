import { expect } from 'chai'
import { readStorageLayouts } from './readStorageLayouts.js'
import { readVector } from '../support/vectors.js'

const deployable = [
  'FillReceiver',
  'SignedOrderReceiver',
  'RegisteredFillReceiver',
  'PaymentGuard',
  'FillReceiverFactory',
]

describe('the storage of the deployable contracts', () => {
  it('is where it was: an upgrade must find what is stored', () => {
    expect(readStorageLayouts(deployable)).to.deep.equal(readVector('storage-layouts'))
  })
})
