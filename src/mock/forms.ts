/**
 * The two forms of the mock: the specification's and the public service's. In both, attestations sign the request id
 * and deposits carry the order id.
 */
export type IdForm = 'specification' | 'public'

type Difference = { what: string; specification: string; public: string }

/** Lists every difference between the forms. Code passes a key to {@link isPublic}; docs/mock.md shows the table. */
export const differences = {
  requestId: { what: 'request id', specification: "the order's id", public: 'another id' },
  receiver: {
    what: '`receiver` of a chain',
    specification: '`AttestedOrderReceiver`',
    public: '`SignedOrderReceiver`',
  },
  fillContract: {
    what: '`fillContract`, the mock’s own field of a quote',
    specification: 'the receiver of a direct fill',
    public: '400: a receiver of signed orders is paid only by calls',
  },
  signature: {
    what: 'the signature that faults such as `forgedSigner` change',
    specification: "the attestation's",
    public: "the solver's, over the order id",
  },
  freshStatus: {
    what: 'a status before the deposit',
    specification: 'all fields',
    public: 'only `status` and `quoteCreatedAt`',
  },
  quoteCreatedAt: { what: 'a status', specification: 'nine fields', public: 'also `quoteCreatedAt`' },
  statusDetails: {
    what: '`details` of a status',
    specification: 'an object or null',
    public: 'text, or absent',
  },
  strict: {
    what: 'a deposit address',
    specification: 'for one order with `strict`',
    public: 'for one order with `EXACT_OUTPUT`; `strict` is ignored',
  },
  quoteId: { what: 'a quote', specification: '', public: 'also `requestId`' },
  depositAddressId: {
    what: 'the step that pays a deposit address',
    specification: '',
    public: 'also `depositAddressId`',
  },
  gas: {
    what: 'an EVM transaction of a step',
    specification: 'five fields',
    public: 'also `gas`, `maxFeePerGas`, `maxPriorityFeePerGas`',
  },
  operation: {
    what: '`details.operation` between chains',
    specification: '`bridge` or `swap`',
    public: '`swap`',
  },
  currency: {
    what: 'currency metadata of a quote',
    specification: '`logoURI`, `verified`',
    public: 'also `isNative`',
  },
  hubType: { what: '`protocol.v2`', specification: '', public: 'also `hubType`' },
  usage: {
    what: '`errorCode` in GET /metrics/usage',
    specification: 'for every error',
    public: 'only for errors with HTTP status 400',
  },
  olderFees: {
    what: '`data.fees` in GET /requests/v2',
    specification: 'amount records',
    public: '`gas`, `fixed`, `price`, `gateway`',
  },
  quoteV3: {
    what: 'POST /quote/v3, /execute/permits/v2 and /access-tokens',
    specification: '404',
    public: 'served, and in the OpenAPI document',
  },
  attestation: {
    what: 'attestation',
    specification: '32-byte words',
    public: '404; see [Operations that end](#operations-that-end)',
  },
  announcements: {
    what: 'headers of operations that end',
    specification: '',
    public: 'see [Operations that end](#operations-that-end)',
  },
} as const satisfies Record<string, Difference>

/** Whether an answer has the public form. The other arguments name the {@link differences} that the caller handles. */
export function isPublic(idForm: IdForm, ..._of: (keyof typeof differences)[]): boolean {
  return idForm === 'public'
}

/** Writes the table of docs/mock.md. */
export function writeFormTable(): string {
  const rows = Object.values(differences).map(
    ({ what, specification, public: live }) => `| ${what} | ${specification} | ${live} |`,
  )
  return ['| answer | specification | live form |', '| --- | --- | --- |', ...rows].join('\n')
}
