import type { FillCheck } from '../../contract/fillChecks.js'

/** What each check of a receiver asks, and what its failure means unless more is known. */
export const checkMeanings: Readonly<Record<FillCheck, { asks: string; failed: string }>> = {
  paused: { asks: 'fills are not paused', failed: 'The receiver is paused.' },
  signature: {
    asks: 'an active solver signed',
    failed: 'The signer is not an active solver of this receiver now.',
  },
  destination: {
    asks: 'the request is for this chain',
    failed: 'The request or the order is for another chain, or the receiver has another chain name.',
  },
  origin: { asks: 'the origin has a route', failed: 'The receiver has no route from this origin.' },
  amountSent: {
    asks: "the amount sent lies in the route's range",
    failed: 'The amount sent lies outside the route.',
  },
  requestId: {
    asks: 'the evidence is of this request',
    failed: 'The request id is zero, or the order is not the one that was attested.',
  },
  terms: {
    asks: 'the evidence is complete and names this receiver',
    failed:
      'The order or the terms name another contract, contradict the attestation, or cannot be filled here.',
  },
  token: {
    asks: 'the token is accepted, within its range',
    failed: "The receiver does not accept this token, or the amount lies outside the token's range.",
  },
  expiry: { asks: 'the deadline has not passed', failed: 'The deadline has passed.' },
  recipient: {
    asks: 'the recipient is on the list',
    failed: "The recipient is not on the receiver's list, or may never be paid.",
  },
  duplicate: { asks: 'nothing was paid before', failed: 'It was paid here before.' },
  payment: {
    asks: 'the payer can bring the minimum',
    failed:
      'The payer could not bring this amount: too little balance or allowance, or not within the terms.',
  },
  call: {
    asks: 'the call succeeds in a simulation',
    failed: 'No other row explains the revert: a transfer, a hook, or a check that the receiver changed.',
  },
}
